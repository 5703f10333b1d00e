"""Table definitions, page maps and index pages, encoded as bytes for Jet 4."""

import struct
from collections.abc import Iterable, Sequence

from scoring.files.jet.layouts import DEFINITION, JET4
from scoring.files.jet.records import LONG_VALUES, PlacedColumn
from scoring.files.jet.shapes import SIZES, JetType
from scoring.files.jet.system_tables import Index

MAGIC = 0x659
INDEX_MAGIC = 1923
INDEX_PAGE = 4
ENTRIES_AT, ENDS_AT = 480, 27
MAP_PAGES = 512  # pages that a map inside a row can cover
NULLABLE, AUTOMATIC, SYSTEM = 2, 4, 0x10
ENGLISH = 1033
NONE = 0xFFFF
USER_TABLE, SYSTEM_TABLE = 0x4E, 0x53

Pointer = int  # a page times 256, plus the place in it


def definition_page(
    columns: Sequence[PlacedColumn],
    rows: int,
    maps: tuple[Pointer, Pointer],
    automatic: str = "",
    system: "SystemParts | None" = None,
) -> bytes:
    """Return the page that defines a table. Raise ValueError if the page has no room for all the columns.

    `maps` gives the locations of two maps: one of the table's pages, and one of the pages with free space. `automatic`
    is the name of the column that numbers the rows, or "".
    """
    parts = system or SystemParts()
    ordered = sorted(columns, key=lambda place: place.column.name.lower()) if system else list(columns)
    variable = sum(not place.is_fixed for place in columns)
    kind = SYSTEM_TABLE if system else USER_TABLE
    counts = struct.pack(
        "<BHHHII",
        kind,
        len(columns),
        variable,
        len(columns),
        len(parts.indexes),
        len(parts.indexes),
    )
    body = struct.pack("<IIII", MAGIC, rows, rows if automatic else 0, 1) + bytes(12) + counts
    body += struct.pack("<II", *maps)
    body += struct.pack("<III", 0, rows, 0) * len(parts.indexes)
    body += b"".join(_column(place, automatic, bool(system)) for place in ordered)
    body += b"".join(_name(place.column.name) for place in ordered) + parts.indexes_written()
    body += b"".join(struct.pack("<HII", *entry) for entry in parts.long_values) + struct.pack("<H", NONE)
    size = len(body) + 12
    if size + 8 > JET4.page:
        raise ValueError("the definition of the table does not fit into a page")
    head = struct.pack("<BBHII", DEFINITION, 1, JET4.page - 8 - size, 0, size)
    return (head + body).ljust(JET4.page, b"\0")


class SystemParts:
    """The parts that only system tables have: indexes, each with a map and a first page, and long-value maps."""

    def __init__(
        self,
        indexes: Sequence[tuple[Index, Pointer, int]] = (),
        listed: Sequence[int] = (),
        long_values: Sequence[tuple[int, Pointer, Pointer]] = (),
    ) -> None:
        self.indexes, self.listed, self.long_values = indexes, listed, long_values

    def indexes_written(self) -> bytes:
        """Return the definitions of all indexes, then their purposes, then their names."""
        made = b""
        for index, used, page in self.indexes:
            columns = [struct.pack("<HB", number, 1) for number in index.columns]
            made += struct.pack("<I", INDEX_MAGIC) + b"".join(columns)
            made += struct.pack("<HB", NONE, 0) * (10 - len(columns))
            made += struct.pack("<IIIB", used, page, 0, index.flags) + bytes(5)
        for number in self.listed:
            primary = self.indexes[number][0].primary
            made += struct.pack("<IIIBIIBBBI", MAGIC, number, number, 0, 0xFFFFFFFF, 0, 4, 4, primary, 0)
        return made + b"".join(_name(self.indexes[number][0].name) for number in self.listed)


def _column(place: PlacedColumn, automatic: str, system: bool) -> bytes:
    column = place.column
    flags = NULLABLE | place.is_fixed | (SYSTEM if system else 0)
    if column.name == automatic:
        flags |= AUTOMATIC
    if system and column.kind == JetType.BINARY and column.name in ("Owner", "SID"):
        flags |= 0x20
    size = {JetType.BOOLEAN: 1}.get(column.kind, SIZES.get(column.kind, column.size))
    if column.kind == JetType.TEXT:
        size = 2 * column.size
    if column.kind in LONG_VALUES:
        size = 0
    return struct.pack(
        "<BIHHHHHBBIHH",
        column.kind,
        MAGIC,
        place.number,
        place.variable,
        0 if system else place.number,
        ENGLISH,
        0,
        flags,
        0,
        0,
        place.fixed,
        size,
    )


def _name(text: str) -> bytes:
    data = text.encode("utf-16-le")
    return struct.pack("<H", len(data)) + data


def page_map(numbers: Iterable[int]) -> bytes:
    """Return a usage map, as a row, that marks these pages. Raise ValueError for a page beyond the map's range."""
    bits = 0
    for number in numbers:
        if number >= MAP_PAGES:
            raise ValueError("the file would be larger than 2 MB")
        bits |= 1 << number
    return b"\0" + bytes(4) + bits.to_bytes(MAP_PAGES // 8, "little")


def index_page(owner: int, entries: Iterable[bytes]) -> bytes:
    """Return the only page of an index: its entries in order, and for each entry a bit that marks where it ends."""
    ordered = sorted(entries)
    body = b"".join(ordered)
    room = JET4.page - ENTRIES_AT - len(body)
    if room < 0:
        raise ValueError("the index does not fit into a page")
    ends = end = 0
    for entry in ordered:
        end += len(entry)
        ends |= 1 << end
    head = struct.pack("<BBHI", INDEX_PAGE, 1, room, owner).ljust(ENDS_AT, b"\0")
    return (head + ends.to_bytes(ENTRIES_AT - ENDS_AT, "little") + body).ljust(JET4.page, b"\0")


def number_key(number: int) -> bytes:
    """Return an integer as the bytes that indexes compare."""
    return b"\x7f" + ((number + 0x80000000) & 0xFFFFFFFF).to_bytes(4, "big")


LETTER_KEYS = bytes.fromhex("4a4c4d4f5153555759 5b5c5e6062646668696b6d6f7173757678")


def name_key(name: str) -> bytes:
    """Return a name as the bytes that indexes compare, in the General sort order.

    Raise ValueError for a name that contains anything but plain letters.
    """
    if not name.isascii() or not name.isalpha():
        raise ValueError(f"{name!r} has other signs than letters")
    return b"\x7f" + bytes(LETTER_KEYS[ord(letter) - 97] for letter in name.lower()) + b"\x01\x00"
