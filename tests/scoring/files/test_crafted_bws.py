"""Expensive Access files: many pointers to the same bytes. The tests count the bytes that are read."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import FileError
from scoring.files.bws import WANTED_COLUMNS
from scoring.files.jet.definitions import read_definition
from scoring.files.jet.layouts import CATALOGUE, DATA, JET4
from scoring.files.jet.pages import ELSEWHERE, MOST_READ, Pages
from scoring.files.jet.reading import Row, _Budget, _page_of, _rows, read_tables
from scoring.files.jet.shapes import JetColumn, JetTable, JetType
from scoring.files.jet.writing import write_database
from scoring.files.reading import read_results
from tests.bws_files import bws, score
from tests.file_mutations import laws

TEXTS = [name for name in WANTED_COLUMNS["ReceivedData"] if name not in ("ID", "Erased")]
SLOT = JET4.slots_at


def crafted(cell: bytes, rows: int) -> bytes:
    """Return a Bridgemate file with `rows` rows of five bytes that all point to one row, whose text is `cell`."""
    columns = tuple(JetColumn(name, JetType.TEXT, 255) for name in TEXTS)
    filler = [tuple("x" * 60 for _ in TEXTS)] * max(8, rows // 20)
    data = bytearray(write_database([JetTable("ReceivedData", columns, filler)]))
    home, used = _table(bytes(data))
    definition = home * JET4.page + JET4.indexes_at
    for place in range(len(columns)):  # every column is the first one of its own length
        struct.pack_into("<H", data, definition + place * JET4.column_size + JET4.variable_at, 0)
    mask = b"\xff" * ((len(columns) + 7) // 8)
    ends = struct.pack("<HHH", 2 + len(cell), 2, 1)
    whole = struct.pack("<H", len(columns)) + cell + ends + mask
    _write(data, used[0], home, [whole], flags=0x8000)
    left = rows
    for page in used[1:]:
        many = min(left, 200)
        _write(data, page, home, [struct.pack("<I", used[0] << 8)] * many, flags=ELSEWHERE)
        left -= many
    return bytes(data)


def _table(data: bytes) -> tuple[int, list[int]]:
    """Return the place of the table's definition and the pages with its rows."""
    pages = Pages(data)
    entries: list[Row] = list(_rows(pages, read_definition(pages, CATALOGUE), ("Id", "Name", "Type"), _Budget()))
    home = _page_of(entries, "ReceivedData")
    return home, pages.used(read_definition(pages, home).usage)


def _write(data: bytearray, page: int, owner: int, rows: list[bytes], *, flags: int):
    at, slots, body = JET4.page, b"", b""
    for row in rows:
        at -= len(row)
        slots += struct.pack("<H", at | flags)
        body = row + body
    head = struct.pack("<BBHII", DATA, 1, 0, owner, 0) + struct.pack("<H", len(rows)) + slots
    data[page * JET4.page : (page + 1) * JET4.page] = head + bytes(at - len(head)) + body


def work(data: bytes) -> tuple[int, bool]:
    """Read the table as the reader does. Return the number of bytes read, and whether the table's end was reached."""
    pages = Pages(data)
    home, _ = _table(data)
    try:
        list(_rows(pages, read_definition(pages, home), TEXTS, _Budget()))
    except FileError:
        return pages.read, False
    return pages.read, True


SWITCHING = b"\xff\xfe" + b"a\0bc\0" * 780


def test_rows_that_all_point_to_one_text_end_at_the_budget():
    """400 rows in 41 kB used to take 8 seconds: each cell had 4 kB of text that changed character width 1,600 times."""
    data = crafted(SWITCHING, 4000)
    assert len(data) < 1_500_000
    read, whole = work(data)
    assert not whole and read < 1.02 * MOST_READ
    with pytest.raises(FileError, match="far more in its tables"):
        read_results(data)


def test_the_same_rows_with_a_short_text_are_read():
    found = read_tables(crafted(b"\xff\xfe4 H", 400), {"ReceivedData": TEXTS})["ReceivedData"]
    assert len(found) == 400 and {row["Contract"] for row in found} == {"4 H"}


@laws
@given(st.binary(max_size=3900), st.integers(1, 2000), st.sampled_from([b"", b"\xff\xfe"]))
def test_whatever_the_text_is_no_more_than_the_budget_is_read(cell, rows, start):
    data = crafted(start + cell, rows)
    assert work(data)[0] < 1.02 * MOST_READ


def test_a_real_evening_is_far_from_the_budget():
    scores = [score(1 + number % 27, ID=number, Table=1 + number // 27, Remarks="") for number in range(1500)]
    data = bws(*scores)
    assert len(read_results(data).lines) == 1500
    assert work(data)[0] < MOST_READ / 10
