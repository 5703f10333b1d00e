"""The shape of a table: its columns and, when it is written, its rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

Cell = bool | int | float | str | bytes | None


class JetType(IntEnum):
    """The type of a column. The values are the numbers used in the files."""

    BOOLEAN = 1
    BYTE = 2
    INTEGER = 3  # two bytes
    LONG = 4
    MONEY = 5
    SINGLE = 6
    DOUBLE = 7
    DATE = 8  # days since 30 December 1899
    BINARY = 9
    TEXT = 10
    OBJECT = 11
    MEMO = 12
    GUID = 15
    NUMERIC = 16


SIZES = {
    JetType.BOOLEAN: 0,
    JetType.BYTE: 1,
    JetType.INTEGER: 2,
    JetType.LONG: 4,
    JetType.MONEY: 8,
    JetType.SINGLE: 4,
    JetType.DOUBLE: 8,
    JetType.DATE: 8,
    JetType.GUID: 16,
    JetType.NUMERIC: 17,
}


@dataclass(frozen=True, slots=True)
class JetColumn:
    """A column. `size` is the maximum length, in characters for text and in bytes for other types."""

    name: str
    kind: JetType
    size: int = 0


@dataclass(frozen=True, slots=True)
class JetTable:
    """A table. The cells of each row are in the order of the columns."""

    name: str
    columns: tuple[JetColumn, ...]
    rows: Sequence[Sequence[Cell]] = field(default=())
