"""The shape of a table: its columns and, for writing, its rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

Cell = bool | int | float | str | bytes | None


class Kind(IntEnum):
    """The type of a column, with the file's own number."""

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
    Kind.BOOLEAN: 0,
    Kind.BYTE: 1,
    Kind.INTEGER: 2,
    Kind.LONG: 4,
    Kind.MONEY: 8,
    Kind.SINGLE: 4,
    Kind.DOUBLE: 8,
    Kind.DATE: 8,
    Kind.GUID: 16,
    Kind.NUMERIC: 17,
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column. `size` is the maximal number of characters of a text, or of bytes."""

    name: str
    kind: Kind
    size: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table. Its rows have their cells in the order of the columns."""

    name: str
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell]] = field(default=())
