"""The JSON API (docs/api.md): `published` and `season` for everybody, `own_sessions` for a club's programs.

A view parses its input with `parameters`, calls one selector or service, and writes its response with a
serializer. Common parts are in `views_base`. A new kind of resource needs modules of views and serializers,
like those of `season`, and routes in `urls`; then run `make openapi` to update docs/openapi.yaml.
"""
