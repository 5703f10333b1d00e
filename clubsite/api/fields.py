"""Fields of the API: figures as text, and serializers whose fields are those of a dataclass."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import fields
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.figures import percent_text


@extend_schema_field({"type": "string", "pattern": r"^-?\d+/\d+$", "example": "113/2"})
class ExactField(serializers.Field):
    """A serializer field for a Fraction, written as "num/den"."""

    def to_representation(self, value: Any) -> str:
        return f"{value.numerator}/{value.denominator}"


@extend_schema_field({"type": "string", "pattern": r"^-?\d+\.\d\d$", "example": "56.48"})
class PercentField(serializers.Field):
    """A serializer field for a Fraction between 0 and 100, written as "56.48"."""

    def to_representation(self, value: Any) -> str:
        return percent_text(value)


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string"}], "example": 7})
class TableField(serializers.Field):
    """A serializer field for a table's number, or a label such as "B7" if there are several sections."""

    def to_representation(self, value: Any) -> int | str:
        return value if isinstance(value, int) else str(value)


KINDS: dict[Any, Callable[..., serializers.Field]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    bool: serializers.BooleanField,
    Fraction: ExactField,
    int | None: partial(serializers.IntegerField, allow_null=True),
    Fraction | None: partial(ExactField, allow_null=True),
}


class ShapeSerializer(serializers.Serializer):
    """A serializer for a dataclass. `served` names its fields in their order, with what the description says of each.

    A field is served by its type in the dataclass, unless `served` has a serializer field for it.
    """

    shape: ClassVar[type]
    served: ClassVar[Mapping[str, str | serializers.Field]]

    def get_fields(self) -> dict[str, serializers.Field]:
        kinds = {field.name: KINDS.get(field.type) for field in fields(self.shape)}
        found: dict[str, serializers.Field] = {}
        for name, what in self.served.items():
            kind = kinds.get(name)
            if isinstance(what, serializers.Field):
                found[name] = deepcopy(what)
            elif kind is not None:
                found[name] = kind(**{"help_text": what} if what else {})
        return found
