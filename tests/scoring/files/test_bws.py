"""Bridgemate files: every row goes to its place, set-ups are read back, and crafted files end at the budget."""

import struct
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import FileError
from scoring.files.bws import WANTED_COLUMNS
from scoring.files.bws_writing import TABLES, BwsMeeting, SeatedPlayer, SetUp, SetUpSection, Unwritable, write_bws
from scoring.files.jet.definitions import read_definition
from scoring.files.jet.layouts import CATALOGUE, DATA, JET4
from scoring.files.jet.pages import ELSEWHERE, MOST_READ, Pages
from scoring.files.jet.reading import _Budget, _page_of, _rows, read_tables
from scoring.files.jet.shapes import Cell, JetColumn, JetTable, JetType
from scoring.files.jet.writing import write_database
from scoring.files.model import FileLine, ResultFile
from scoring.files.reading import read_results
from tests.bws_files import Row, bws, score, tables
from tests.file_mutations import CHANGES, broken, fuzz, laws
from tests.scoring.files.jet3_file import jet3
from tests.scoring.files.result_nights import refused


def read(*scores: Row, **others: list[Row]) -> ResultFile:
    return read_results(bws(*scores, **others))


def line(**more: Cell) -> FileLine:
    (file_line,) = read(score(1, **more)).lines
    return file_line


# One row
@pytest.mark.parametrize(
    ("row", "contract", "declarer", "tricks", "points"),
    [
        ({}, "4H", "N", 10, "420"),
        ({"Contract": "3 NT x", "Result": "+1", "NS/EW": "S"}, "3NX", "S", 10, "650"),
        ({"Contract": "2 C xx", "Result": "-3", "NS/EW": "W", "Declarer": 2}, "2CXX", "W", 5, "1000"),
        ({"Contract": "1 S", "Result": "8", "NS/EW": "E", "Declarer": 2}, "1S", "E", 8, "-110"),
        ({"Contract": "PASS", "Result": "", "NS/EW": "", "Declarer": 0}, "PASS", "", None, "0"),
    ],
)
def test_a_contract_and_what_came_of_it(row, contract, declarer, tricks, points):
    file_line = line(**row)
    assert (file_line.contract, file_line.declarer, file_line.tricks, file_line.score) == (
        contract,
        declarer,
        tricks,
        points,
    )
    assert (file_line.board, file_line.table, file_line.round, file_line.ns, file_line.ew) == (1, 1, 1, "1", "2")


@pytest.mark.parametrize(("lead", "card"), [("S10", "ST"), ("HQ", "HQ"), ("", ""), (None, "")])
def test_the_lead_is_a_card_with_ten_in_two_figures(lead, card):
    assert line(LeadCard=lead).lead == card


def test_pairs_of_a_board_played_in_the_wrong_direction_stand_where_they_sat():
    file_line = line(Remarks="Wrong direction", Declarer=2)
    assert (file_line.ns, file_line.ew, file_line.declarer, file_line.score) == ("2", "1", "N", "420")
    assert line(Declarer=2) == file_line  # the declarer's number tells it too
    assert line(Declarer=0).ns == "1"


def test_what_only_a_person_can_decide_is_left_out_and_listed():
    night = read(
        score(1),
        score(2, Remarks="Arbitral score"),
        score(3, Remarks="Coffee on the cards", Contract=""),
        score(4, Contract=None),
        score(5, Remarks="Coffee on the cards"),
    )
    assert [file_line.board for file_line in night.lines] == [1, 5]
    assert night.notes == tuple(
        f"section A, table 1, round 1, board {board}: {why}. Type the score in the room."
        for board, why in (
            (2, "the Bridgemate says “Arbitral score” and no more"),
            (3, "the Bridgemate says “Coffee on the cards” and no more"),
            (4, "it has neither contract nor remark"),
        )
    )


def test_a_score_that_was_typed_again_counts_once_and_an_erased_one_not_until_then():
    night = read(score(2, Board=1, Result="+1"), score(1), score(3, Board=3))
    assert [(file_line.board, file_line.score) for file_line in night.lines] == [(1, "450"), (3, "420")]
    assert night.notes == ("1 score was typed again on a Bridgemate: the last one counts.",)
    night = read(score(1), score(2, Erased=True), score(3, Board=4, Erased=True), score(4))
    scores = [(file_line.board, file_line.erased, file_line.score) for file_line in night.lines]
    assert scores == [(1, False, "420"), (2, True, "NP"), (4, False, "620")]
    assert line(Erased=True, Contract="nonsense").erased


def test_rows_of_several_sections_go_apart():
    both = [{"ID": 1, "Letter": "a"}, {"ID": 2, "Letter": "C"}]
    night = read(score(1), score(1, Section=2), Section=both)
    assert [(part.name, len(part.lines)) for part in night.sections] == [("A", 1), ("C", 1)]
    assert [part.name for part in read(score(1, Section=2), Section=[]).sections] == ["B"]
    assert read_results(bws(score(1)), {1: "All"}).lines[0].score == "620", "vulnerability that is not the usual one"
    assert read_results(jet3(tables([score(1)]))) == read(score(1)), "Access 97"


def test_every_fault_has_its_place_and_column():
    assert refused(bws(score(1, Section=7))) == ["section 7, table 1, round 1, board 1: the file has no section 7."]
    faulty = score(1, Contract="8 H"), score(2, **{"NS/EW": "X"}), score(3, Result="+9"), score(4, PairNS=2)
    assert [text.partition(":")[0] for text in refused(bws(*faulty))] == [
        f"section A, table 1, round 1, board {board}, column {column}"
        for board, column in enumerate(("Contract", "NS/EW", "Result", "PairEW"), start=1)
    ]
    assert refused(bws()) == ["the file holds no score: the Bridgemates have sent none yet."]
    assert "not of Bridgemates" in refused(write_database([]))[0]


def test_who_sat_where_is_known_by_name_and_number():
    meeting = {"Section": 1, "Table": 1, "Round": 1, "NSPair": 4, "EWPair": 7}
    seats: list[Row] = [
        {"Section": 1, "Table": 1, "Direction": "S", "Number": "12", "Name": ""},
        {"Section": 1, "Table": 1, "Direction": "W", "Number": "", "Name": "Bo"},
        {"Section": 1, "Table": 1, "Direction": "N", "Number": "", "Name": ""},
        {"Section": 1, "Table": 9, "Direction": "N", "Number": "", "Name": "Nobody’s table"},
    ]
    people: list[Row] = [{"ID": 12, "Name": "Ann Smith", "strID": ""}]
    night = read(score(1), RoundData=[meeting], PlayerNumbers=seats, PlayerNames=people)
    contestants = night.sections[0].contestants
    players = [(contestant.number, contestant.names, contestant.ids) for contestant in contestants]
    assert players == [("4", ("Ann Smith",), ("12",)), ("7", ("Bo",), ("",))]


@fuzz
@given(CHANGES)
def test_a_broken_file_gives_a_sentence_or_whole_lines(changes):
    data = broken(bws(score(1), score(2)), changes)
    try:
        night = read_results(data)
    except FileError as no:
        assert no.sentences
    else:
        assert all(file_line.ns != file_line.ew for file_line in night.lines)


# Set-ups
NIGHT = SetUp(
    "CLUB-PC",
    (
        SetUpSection(
            "A",
            (BwsMeeting(1, 1, 1, 2, 1, 3), BwsMeeting(1, 2, 1, 3, 4, 6), BwsMeeting(2, 1, 3, 0)),
            (
                SeatedPlayer(1, "S", "Ann Smith-Featherstonehaugh", "12"),
                SeatedPlayer(1, "W", "Bo"),
                SeatedPlayer(2, "S", "🂡" * 30),
            ),
            {1: ("SA HT", "SK", "", "C2 DT")},
        ),
        SetUpSection("B", (BwsMeeting(1, 1, 1, 2, 1, 3),)),
    ),
    (("12", "Ann Smith-Featherstonehaugh"), ("X7", "Zoë")),
    show_results=True,
)


def rows(table: str, *columns: str) -> list[tuple[Any, ...]]:
    table_rows = read_tables(write_bws(NIGHT), {table: columns})[table]
    return [tuple(row[column] for column in columns) for row in table_rows]


def test_a_set_up_has_sections_tables_every_round_hands_and_settings():
    assert rows("Clients", "ID", "Computer") == [(1, "CLUB-PC")]
    assert rows("Section", "ID", "Letter", "Tables") == [(1, "A", 2), (2, "B", 1)]
    assert rows("Tables", "Section", "Table", "ComputerID", "LogOnOff") == [(1, 1, 1, 0), (1, 2, 1, 0), (2, 1, 1, 0)]
    assert rows("RoundData", "Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard") == [
        (1, 1, 1, 1, 2, 1, 3), (1, 1, 2, 1, 3, 4, 6), (1, 2, 1, 3, 0, 0, 0), (2, 1, 1, 1, 2, 1, 3),
    ]  # fmt: skip
    columns = "Section Board NorthSpades NorthHearts EastSpades SouthSpades WestDiamonds WestClubs".split()
    assert rows("HandRecord", *columns) == [(1, 1, "A", "T", "K", "", "T", "2")]
    settings = rows("Settings", "Section", "ShowResults", "LeadCard", "BM2ViewHandrecord")
    assert settings == [(1, True, True, True), (2, True, True, False)]
    assert rows("ReceivedData", "ID") == []
    for name, columns in TABLES.items():
        assert set(read_tables(write_bws(NIGHT), {name: [column.name for column in columns]})) == {name}


def test_a_set_up_has_the_names_as_far_as_a_bridgemate_shows_them():
    seats = rows("PlayerNumbers", "Section", "Table", "Direction", "Number", "Name")
    assert len(seats) == 12
    assert {(1, 1, "S", "12", "Ann Smith-Feathers"), (1, 1, "W", None, "Bo")} < set(seats)
    assert any(name == "🂡" * 9 for *_, name in seats)
    assert rows("PlayerNames", "ID", "Name", "strID") == [(12, "Ann Smith-Featherstonehaugh", "12"), (2, "Zoë", "X7")]


@pytest.mark.parametrize(
    "section",
    [
        SetUpSection("AA", ()), SetUpSection("A", (BwsMeeting(100, 1, 1, 2, 1, 3),)),
        SetUpSection("A", (BwsMeeting(1, 1, 1000, 2, 1, 3),)), SetUpSection("A", (BwsMeeting(1, 1, 1, 2, 999, 1001),)),
    ],
)  # fmt: skip
def test_what_bridgemates_do_not_know_is_refused(section):
    with pytest.raises(Unwritable, match="Bridgemates"):
        write_bws(replace(NIGHT, sections=(section,)))


TEXTS = [name for name in WANTED_COLUMNS["ReceivedData"] if name not in ("ID", "Erased")]


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
    pages = Pages(data)
    entries = list(_rows(pages, read_definition(pages, CATALOGUE), ("Id", "Name", "Type"), _Budget()))
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
    data = crafted(SWITCHING, 4000)
    assert len(data) < 1_500_000
    read, whole = work(data)
    assert not whole and read < 1.02 * MOST_READ
    assert "far more in its tables" in refused(data)[0]
    table_rows = read_tables(crafted(b"\xff\xfe4 H", 400), {"ReceivedData": TEXTS})["ReceivedData"]
    assert len(table_rows) == 400 and {row["Contract"] for row in table_rows} == {"4 H"}, "a short text is read"


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
