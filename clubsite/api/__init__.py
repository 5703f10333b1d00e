"""The JSON API (docs/api.md): `published` for everybody, `nights` for a club's own programs with a token.

A door parses with `queries`, asks one selector or service, and writes with `serializers`; what all doors do alike is
in `doors`. A new kind of thing is a module of doors and one of serializers, as `season` has, and its lines in `urls`;
then `make openapi` writes docs/openapi.yaml anew.
"""
