"""The JSON API (docs/api.md): `published`, `season` and `teams` for everybody, `sessions` for a club's own programs.

A view parses with `parameters`, calls one selector or service, and writes with a serializer. Common parts are in
`views_base`. A new kind of thing needs a module of views and one of serializers, as `season` has, and its lines in
`urls`; then `make openapi` writes docs/openapi.yaml again.
"""
