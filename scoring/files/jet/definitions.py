"""The definition of a table: the names of its columns, and each column's place in a row."""

from dataclasses import dataclass

from scoring.files.jet.layouts import DEFINITION
from scoring.files.jet.pages import Damaged, Pages, long, short
from scoring.files.jet.shapes import JetType

MOST_COLUMNS = 255
MOST_INDEXES = 1000
FIXED = 1


@dataclass(frozen=True, slots=True)
class Field:
    """A column as a file defines it. `number` is its bit in the mask of empty cells.

    `place` is an offset in the fixed part, or an index among the variable-length cells. `size` is the size in bytes
    of text in the fixed part.
    """

    name: str
    kind: int
    number: int
    fixed: bool
    place: int
    size: int


@dataclass(frozen=True, slots=True)
class Definition:
    """A table's definition. `page` is the page that holds it, and `usage` points to the map of its rows' pages."""

    page: int
    usage: int
    fields: dict[str, Field]


def read_definition(pages: Pages, number: int) -> Definition:
    """Return the table defined on a page, with names in lower case. Raise Damaged if the page contradicts itself."""
    layout = pages.layout
    data = _joined(pages, number)
    columns = short(data, layout.table_at + 5)
    indexes = long(data, layout.table_at + 11)
    if not 0 < columns <= MOST_COLUMNS or indexes > MOST_INDEXES:
        raise Damaged(f"the table on page {number} has {columns} columns and {indexes} indexes")
    at = layout.indexes_at + indexes * layout.index_size
    names_at = at + columns * layout.column_size
    fields: dict[str, Field] = {}
    for place in range(columns):
        start = at + place * layout.column_size
        name, names_at = _name(data, names_at, layout.wide)
        fields.setdefault(name.lower(), _field(data, start, name, pages))
    return Definition(number, long(data, layout.usage_at), fields)


def _field(data: bytes, start: int, name: str, pages: Pages) -> Field:
    layout = pages.layout
    short(data, start + layout.column_size - 2)
    fixed = bool(data[start + layout.flags_at] & FIXED) or data[start] == JetType.BOOLEAN
    return Field(
        name=name,
        kind=data[start],
        number=short(data, start + layout.number_at),
        fixed=fixed,
        place=short(data, start + (layout.fixed_at if fixed else layout.variable_at)),
        size=short(data, start + layout.fixed_at + 2),
    )


def _name(data: bytes, at: int, wide: bool) -> tuple[str, int]:
    """Return the name that begins at `at`, and where the next name begins."""
    size, start = (short(data, at), at + 2) if wide else (short(data, at) & 0xFF, at + 1)
    text = data[start : start + size]
    if len(text) < size:
        raise Damaged("the name of a column breaks off")
    return text.decode("utf-16-le" if wide else "cp1252", "replace"), start + size


def _joined(pages: Pages, number: int) -> bytes:
    """Join the pages of a definition, each of which names the next page. Raise Damaged if the pages are not sound."""
    seen: set[int] = set()
    parts: list[bytes] = []
    while number:
        if number in seen:
            raise Damaged(f"page {number} follows itself")
        seen.add(number)
        page = pages.page(number)
        if page[0] != DEFINITION:
            raise Damaged(f"page {number} defines no table. Is the file encrypted")
        parts.append(page[8:] if parts else page)
        if len(parts) > 64:
            raise Damaged("the definition of a table has no end")
        number = long(page, 4)
    return b"".join(parts)
