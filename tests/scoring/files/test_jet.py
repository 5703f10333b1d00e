"""Access files: our data can be read back in both versions, and a file's own statements are checked before use."""

import struct
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import FileError
from scoring.files.jet.reading import MOST_ROWS, is_access, read_tables
from scoring.files.jet.records import MOST_ROWS as MOST_A_PAGE
from scoring.files.jet.shapes import Cell, JetColumn, JetTable, JetType
from scoring.files.jet.table_pages import index_page, name_key, number_key
from scoring.files.jet.writing import write_database
from tests.file_mutations import CHANGES, broken, fuzz, laws
from tests.scoring.files.jet3_file import jet3

COLUMNS = (
    JetColumn("ID", JetType.LONG), JetColumn("Board", JetType.INTEGER), JetColumn("NS/EW", JetType.TEXT, 2),
    JetColumn("Erased", JetType.BOOLEAN), JetColumn("Contract", JetType.TEXT, 255), JetColumn("TimeLog", JetType.DATE),
    JetColumn("Rate", JetType.DOUBLE), JetColumn("Small", JetType.BYTE),
)  # fmt: skip
NAMES = tuple(column.name for column in COLUMNS)
ROWS: list[tuple[Cell, ...]] = [
    (1, 7, "N", True, "4 H x", 45000.75, 0.5, 255),
    (2, None, None, False, None, None, None, None),
    (-3, -32768, "", False, "Zoë Ångström", 0.0, -1e9, 0),
]
WRITERS = {
    "Jet 4": lambda rows: write_database([JetTable("ReceivedData", COLUMNS, rows)], counting=("ReceivedData",)),
    "Jet 3": lambda rows: jet3([JetTable("ReceivedData", COLUMNS, rows)]),
}


def read(data: bytes) -> list[tuple[Cell, ...]]:
    rows = read_tables(data, {"ReceivedData": NAMES})["ReceivedData"]
    return [tuple(row[name] for name in NAMES) for row in rows]


@pytest.mark.parametrize("version", WRITERS)
def test_every_kind_of_cell_comes_back(version):
    empty = [tuple("" if cell is None and at in (2, 4) else cell for at, cell in enumerate(row)) for row in ROWS]
    assert read(WRITERS[version](ROWS)) in (ROWS, empty)


@laws
@given(
    st.sampled_from(["Jet 4", "Jet 3"]),
    st.lists(
        st.tuples(
            st.integers(-(2**31), 2**31 - 1),
            st.none() | st.integers(-(2**15), 2**15 - 1),
            st.sampled_from(["N", "EW"]),
            st.booleans(),
            st.text("abcXYZ 0123456789é=+-", min_size=1, max_size=255),
            st.none() | st.floats(0, 90000),
            st.none() | st.floats(allow_nan=False),
            st.none() | st.integers(0, 255),
        ),
        max_size=5,
    ),
)
def test_any_rows_come_back(version, rows):
    assert read(WRITERS[version](rows)) == rows


def test_a_table_goes_on_over_as_many_pages_as_it_needs():
    rows = [(n, n % 30, "N", n % 2 == 0, "3 NT", None, None, None) for n in range(3000)]
    data = WRITERS["Jet 4"](rows)
    assert read(data) == rows
    counts = [struct.unpack_from("<H", data, at + 12)[0] for at in range(0, len(data), 4096) if data[at] == 1]
    assert max(counts) <= MOST_A_PAGE


def test_names_of_tables_and_columns_are_found_in_any_case_and_the_missing_ones_left_out():
    data = WRITERS["Jet 4"](ROWS)
    assert read_tables(data, {"RECEIVEDDATA": ("board", "Remarks"), "Section": ("ID",)}) == {
        "RECEIVEDDATA": [{"board": 7}, {"board": None}, {"board": -32768}]
    }


def test_the_system_pages_are_those_of_an_empty_file_that_microsoft_writes():
    """The header and the system tables' maps, indexes and rows are the same as in an ADOX file, byte for byte.

    The tables' definitions, on pages 2 to 4, contain remnants of memory and are not compared.
    """
    data = write_database([])
    pages = b"".join(data[number * 4096 : (number + 1) * 4096] for number in (0, 1, *range(5, 16)))
    assert sha256(pages).hexdigest() == "e3ac61fa7bf434fa419cc37c99b1bf9ed4233b5630c67b9207915ee20e1e481a"
    assert len(data) == 16 * 4096


def test_indexes_are_in_the_order_in_which_they_are_searched():
    keys = [name_key("Clients"), name_key("clientsa"), name_key("Section"), name_key("Tables")]
    assert keys == sorted(keys)
    assert name_key("Tables") == bytes.fromhex("7f6d4a4c5e516b0100")  # as Access itself has it
    assert number_key(-5) < number_key(0) < number_key(7)
    page = index_page(2, [b"bb", b"a", b"ccc"])
    assert page[480:486] == b"abbccc"
    assert page[27:28] == bytes([0b1001010])


def test_what_no_such_file_can_hold_is_refused_before_it_is_written():
    for table in (
        JetTable("Names2", COLUMNS[:1], [(1,)]),
        JetTable("Names", COLUMNS[:1], [(2**31,)]),
        JetTable("Names", COLUMNS[2:3], [("long",)]),
        JetTable("Names", (JetColumn("Text", JetType.TEXT, 2000),), [("x" * 2000,)] * 600),
    ):
        with pytest.raises(ValueError):
            write_database([table])


WHOLE = {version: write(ROWS) for version, write in WRITERS.items()}


@pytest.mark.parametrize("version", WRITERS)
@fuzz
@given(changes=CHANGES, places=st.lists(st.tuples(st.integers(), st.integers(0, 255)), max_size=8))
def test_a_broken_file_and_one_in_which_any_byte_lies_give_a_sentence_or_rows(version, changes, places):
    lying = bytearray(WHOLE[version])
    for at, byte in places:
        lying[at % len(lying)] = byte
    for data in (broken(WHOLE[version], changes), bytes(lying)):
        try:
            tables = read_tables(data, {"ReceivedData": NAMES})
        except FileError as refused:
            (sentence,) = refused.sentences
            assert "file" in sentence
        else:
            assert len(tables.get("ReceivedData", [])) <= MOST_ROWS


def refused(data: bytes) -> str:
    with pytest.raises(FileError) as no:
        read_tables(data, {"ReceivedData": NAMES})
    return no.value.sentences[0]


def put(data: bytes, at: int, form: str, *values: int) -> bytes:
    changed = bytearray(data)
    struct.pack_into(form, changed, at, *values)
    return bytes(changed)


def test_other_files_and_those_that_lie_about_themselves_are_refused_in_words():
    data = WHOLE["Jet 4"]
    assert "no Access file" in refused(b"board,ns,ew\n")
    assert "2007" in refused(data.replace(b"Standard Jet DB", b"Standard ACE DB"))
    assert "version" in refused(put(data, 0x14, "<B", 9))
    assert "breaks off" in refused(data[:5000])
    assert "encrypted" in refused(put(data, 2 * 4096, "<B", 0x77))
    assert "follows itself" in refused(put(data, 2 * 4096 + 4, "<I", 2))
    for huge in (45, 51):  # columns, indexes
        assert "columns" in refused(put(data, 2 * 4096 + huge, "<H", 0xFFFF))
    assert is_access(data) and is_access(WHOLE["Jet 3"]) and not is_access(b"\x00\x01\x00\x00Something")
