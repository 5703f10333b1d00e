"""The JSON API (docs/api.md): `published`, `season` and `teams` for everybody, `sessions` for a club's programs.

A view parses with `parameters`, calls one selector or service, and writes with a serializer. Common parts are
in `views_base`. A new kind of thing needs modules of views and serializers, like those of `season`, and lines
in `urls`; then `make openapi` rewrites docs/openapi.yaml.
"""
