"""Figures in the API: exact fractions as "num/den", and percentages that are also rounded for people to read."""

from typing import Any

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
