"""The JSON API (docs/api.md): `published`, `season` and `teams` for everybody, `sessions` for a club's own programs.

A view parses with `parameters`, asks one selector or service, and writes with a serializer; what all views share is
in `views_base`. A new kind of thing is a module of views and one of serializers, as `season` has, and its lines in
`urls`; then `make openapi` writes docs/openapi.yaml anew.
"""
