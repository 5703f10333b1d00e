"""Reading the rows of an Access file in bounded time and memory, whatever the file says about itself."""

from collections.abc import Iterator, Mapping, Sequence

from scoring.errors import FileError
from scoring.files.jet.cells import cells_of
from scoring.files.jet.definitions import Definition, read_definition
from scoring.files.jet.layouts import CATALOGUE
from scoring.files.jet.pages import Pages
from scoring.files.jet.shapes import Cell

MOST_ROWS, MOST_TEXT = 60_000, 10_000_000
TABLE = 1  # the type of a table in the catalogue
Row = dict[str, Cell]


def is_access(data: bytes) -> bool:
    """True if the file says that it is an Access file of any version."""
    return data[:4] == b"\x00\x01\x00\x00" and data[4:12] == b"Standard"


def read_tables(data: bytes, wanted: Mapping[str, Sequence[str]]) -> dict[str, list[Row]]:
    """Return the rows of the wanted tables, each row with only the wanted columns.

    A table or column that the file does not have is left out. Raise FileError if the file is damaged, too large, or
    not a supported Access file.
    """
    pages = Pages(data)
    budget = _Budget()
    catalogue = read_definition(pages, CATALOGUE)
    entries = list(_rows(pages, catalogue, ("Id", "Name", "Type"), budget))
    tables: dict[str, list[Row]] = {}
    for name, columns in wanted.items():
        number = _page_of(entries, name)
        if number:
            tables[name] = list(_rows(pages, read_definition(pages, number), columns, budget))
    return tables


def _page_of(entries: list[Row], name: str) -> int:
    for entry in entries:
        number, text = entry.get("Id"), entry.get("Name")
        if entry.get("Type") != TABLE or not isinstance(text, str) or not isinstance(number, int):
            continue
        if text.lower() == name.lower():
            return number & 0xFFFFFF
    return 0


def _rows(pages: Pages, table: Definition, columns: Sequence[str], budget: "_Budget") -> Iterator[Row]:
    fields = {name: table.fields[name.lower()] for name in columns if name.lower() in table.fields}
    for row in pages.rows(table.page, table.usage):
        cells = cells_of(pages, row, fields)
        budget.spend(sum(len(cell) for cell in cells.values() if isinstance(cell, str | bytes)))
        yield cells


class _Budget:
    """A limit on how many rows and how many characters of text may be read.

    Many rows may point to the same text, so even a small file could hold millions of characters.
    """

    def __init__(self) -> None:
        self.rows, self.text = MOST_ROWS, MOST_TEXT

    def spend(self, text: int) -> None:
        """Count a row with `text` characters. Raise FileError if the limit is exceeded."""
        self.rows, self.text = self.rows - 1, self.text - text
        if self.rows < 0 or self.text < 0:
            raise FileError(["the file has far more in its tables than one evening needs."])
