"""Rows, and pages of rows, encoded as bytes for Jet 4."""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.files.jet.cells import FORMS
from scoring.files.jet.layouts import DATA, JET4
from scoring.files.jet.shapes import SIZES, Cell, JetColumn, JetType

MOST_ROWS = 255  # rows of a page, as a pointer has one byte for the place
HEAD = 14
LONG_VALUES = (JetType.OBJECT, JetType.MEMO)


@dataclass(frozen=True, slots=True)
class PlacedColumn:
    """A column and the place of its cells: an offset in the fixed part, or an index among variable-length cells."""

    column: JetColumn
    number: int
    fixed: int
    variable: int

    @property
    def is_fixed(self) -> bool:
        return self.column.kind in SIZES


def placed(columns: Iterable[JetColumn]) -> tuple[PlacedColumn, ...]:
    """Return each column with its place, in the order given."""
    places: list[PlacedColumn] = []
    fixed = variable = 0
    for number, column in enumerate(columns):
        size = SIZES.get(column.kind, 0)
        places.append(PlacedColumn(column, number, fixed if size else 0, variable))
        fixed += size
        variable += column.kind not in SIZES
    return tuple(places)


def record(columns: Sequence[PlacedColumn], cells: Sequence[Cell]) -> bytes:
    """Return a row as bytes. Raise ValueError for a cell that its column cannot hold."""
    front = struct.pack("<H", len(columns)) + _fixed_part(columns, cells)
    ends: list[int] = []
    back = b""
    for place, cell in zip(columns, cells, strict=True):
        if not place.is_fixed:
            ends.append(len(front) + len(back))
            back += _own_length(place.column, cell)
    ends.append(len(front) + len(back))
    offsets = b"".join(struct.pack("<H", end) for end in reversed(ends))
    return front + back + offsets + struct.pack("<H", len(ends) - 1) + _mask(columns, cells)


def _fixed_part(columns: Sequence[PlacedColumn], cells: Sequence[Cell]) -> bytes:
    part = b""
    for place, cell in zip(columns, cells, strict=True):
        kind = place.column.kind
        if kind == JetType.BOOLEAN or not place.is_fixed:
            continue
        try:
            part += bytes(SIZES[kind]) if cell is None else struct.pack(FORMS[kind], cell)
        except struct.error as error:
            raise ValueError(f"{cell!r} does not fit into column {place.column.name}") from error
    return part


def _own_length(column: JetColumn, cell: Cell) -> bytes:
    if cell is None:
        return b""
    data = cell if isinstance(cell, bytes) else str(cell).encode("utf-16-le", "replace")
    if len(data) > column.size * (1 if isinstance(cell, bytes) else 2):
        raise ValueError(f"{cell!r} does not fit into column {column.name}")
    return data


def _mask(columns: Sequence[PlacedColumn], cells: Sequence[Cell]) -> bytes:
    bits = 0
    for place, cell in zip(columns, cells, strict=True):
        there = bool(cell) if place.column.kind == JetType.BOOLEAN else cell is not None
        bits |= there << place.number
    return bits.to_bytes((len(columns) + 7) // 8, "little")


def packed(rows: Iterable[bytes]) -> list[list[bytes]]:
    """Divide the rows among pages, with as many rows on each page as fit."""
    pages: list[list[bytes]] = []
    room = 0
    for row in rows:
        if len(row) + 2 > JET4.page - HEAD:
            raise ValueError("a row does not fit into a page")
        if not pages or room < len(row) + 2 or len(pages[-1]) == MOST_ROWS:
            pages.append([])
            room = JET4.page - HEAD
        pages[-1].append(row)
        room -= len(row) + 2
    return pages


def data_page(owner: int, rows: Sequence[bytes]) -> bytes:
    """Return a page with these rows of the table defined on page `owner`. The first row is stored last."""
    at, slots = JET4.page, b""
    for row in rows:
        at -= len(row)
        slots += struct.pack("<H", at)
    head = struct.pack("<BBHIIH", DATA, 1, at - HEAD - len(slots), owner, 0, len(rows)) + slots
    return head + bytes(at - len(head)) + b"".join(reversed(rows))
