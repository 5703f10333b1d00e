"""Result files as other programs write PBN, broken files, and files of 4.9 MB, the largest that the site accepts."""

import re
import tracemalloc
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.notation.deal_files import read_deals
from games.notation.faults import DealFileError
from scoring.errors import MOST_FAULTS, FileError
from scoring.files.csv_files import MOST_LINES, read_ranking, write_ranking, write_travellers
from scoring.files.model import FileLine, FileSection
from scoring.files.pbn import EXACT, write_pbn_results
from scoring.files.reading import read_results
from scoring.files.usebio import write_usebio
from scoring.files.xml_tree import MOST_ELEMENTS
from tests.file_mutations import CHANGES, broken, fuzz
from tests.scoring.files.result_nights import every_state, real_evening, refused

SIZE = 4_900_000
LINE = "1,1,2,4S,N,,10,420\n"
HEAD = "board,ns,ew,contract,declarer,lead,tricks,ns_score\n"


def repeated(start: str, part: str, size: int = SIZE) -> bytes:
    return (start + part * ((size - len(start)) // len(part))).encode()


def most_memory(call: Callable[[], object]) -> int:
    """Return the peak number of bytes that Python held during the call, beyond those held before it."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def lines_seen(sentences: list[str]) -> int:
    return max(int(sentence.split()[1].strip(",:")) for sentence in sentences if sentence.startswith("line "))


@pytest.mark.parametrize(
    ("start", "part"), [(HEAD, LINE), (HEAD, "\n"), (HEAD, "1,2\n"), ("section,board,ns,ew\n", 'A,"1","2","3"\n')]
)
def test_a_csv_file_is_read_to_line_20000_and_no_further(start, part):
    sentences = refused(repeated(start, part))
    assert lines_seen(sentences) <= MOST_LINES + 1
    assert len(sentences) <= MOST_FAULTS + 1


@pytest.mark.parametrize(("start", "part"), [("<USEBIO><EVENT><BOARD>", "<TRAVELLER_LINE/>"), ("<USEBIO>", "<A>x</A>")])
def test_an_xml_file_is_parsed_to_its_50000th_element_in_bounded_memory(start, part):
    """Each element in these files is on a separate line, so the memory used shows where the parser stopped."""
    data = repeated(start, part)
    assert "more than 50,000 elements" in refused(data)[0]
    whole = repeated(start, part, MOST_ELEMENTS * len(part))
    assert most_memory(lambda: refused(data)) < 1.2 * most_memory(lambda: refused(whole + part.encode() * 20))


@pytest.mark.parametrize(
    ("start", "part", "end"),
    [
        (
            "<USEBIO><EVENT><PARTICIPANTS>",
            "<PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR>",
            "</PARTICIPANTS></EVENT></USEBIO>",
        ),
        ("<USEBIO><EVENT><BOARD>", "<TRAVELLER_LINE/>", "</BOARD></EVENT></USEBIO>"),
    ],
)
def test_no_part_of_a_file_is_compared_with_every_other(start, part, end):
    many = (MOST_ELEMENTS - 10) // part.count("</") if "</" in part else MOST_ELEMENTS - 10
    sentences = refused((start + part * many + end).encode())
    assert 1 <= len(sentences) <= MOST_FAULTS + 1


TABLE = '[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Score_NS\\5R"]\n'
DEAL = '[Deal "N:K752.K7532.K43.3 AJ.8.987.AQJT865 Q963.A964.Q652.9 T84.QJT.AJT.K742"]\n'
ONE = '[Event "Club"]\n[Room "Open"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n' + DEAL + '[Note "1:a"]\n'
TWO = '\n[Event "#"]\n[Site "Hall"]\n[Board "2"]\n[Dealer "E"]\n[Vulnerable "NS"]\n' + DEAL
FIRST, SECOND = TABLE + "1 2 200\n3 4 -110\n", TABLE + "1 4 -110\n3 2 -80\n"
SCORES = [(1, "1", "200"), (1, "3", "-110"), (2, "1", "-110"), (2, "3", "-80")]


@pytest.mark.parametrize(
    "text",
    [
        ONE + FIRST + TWO + SECOND,
        ONE + '[Note "2:b"]\n[Room "Closed"]\n' + FIRST + TWO + SECOND,
        ONE + "\n" + FIRST + TWO + " \t\n" + SECOND,
        ONE + "\n" + FIRST + TWO.replace('[Event "#"]\n', "") + SECOND,
        ONE + FIRST + TWO + SECOND.replace(SECOND.splitlines()[0], '[ScoreTable "#"]'),
        ONE + TABLE + '1 2 200\n\n[ScoreTable "#"]\n3 4 -110\n' + TWO + SECOND,
        (ONE + FIRST + TWO.replace("\n[Event", "[Event") + SECOND).replace('"Club"', '"##Club"'),
        '[Event "##Club"]\n\n[Event "#"]' + ONE.removeprefix('[Event "Club"]') + FIRST + TWO + SECOND,
    ],
    ids="plain repeated blank unnamed same sections unspaced header".split(),
)
def test_every_result_keeps_its_board(text):
    file = read_results(text.encode())
    assert [(line.board, line.ns, line.score) for line in file.lines] == SCORES
    assert file.event == "Club"


def test_tags_after_an_empty_line_belong_to_the_game_that_begins():
    two = '\n[Vulnerable "All"]\n[Board "2"]\n[Dealer "E"]\n'
    text = ONE.replace('[Vulnerable "None"]\n', "") + FIRST + two + SECOND
    assert [board.vul for board in read_results(text.encode()).boards] == ["None", "All"]


def test_what_begins_with_two_hashes_holds_until_it_is_said_again():
    header = '[Event "##Spring Cup"]\n[Date "##1999.03.03"]\n[Scoring "##IMP"]\n'
    file = read_results((header + ONE.replace('[Event "Club"]\n', "") + FIRST).encode())
    assert (file.event, file.date, file.method) == ("Spring Cup", "1999-03-03", "cross_imps")
    later = read_results((header + TWO + SECOND).encode())
    assert (later.event, later.club, later.date) == ("Spring Cup", "Hall", "1999-03-03")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (ONE + FIRST + '[Event "x"]\n' + SECOND, "ScoreTable: no board is named before these results (line 13)."),
        (ONE + "\n" + FIRST + TWO.lstrip(), "ScoreTable: no board is named before these results (line 10)."),
        (ONE + '[ScoreTable "#"]\n1 2 200\n', "line 9, ScoreTable: there is no PairId_NS or PairId_EW."),
    ],
)  # fmt: skip
def test_results_without_a_board_are_a_fault_with_their_line(text, sentence):
    assert refused(text.encode()) == [sentence]


def test_a_board_in_a_comment_is_a_fault_at_its_bracket():
    first, comment = '[Board "7"]\n' + DEAL, '{10 8\n[Board "8"]\n' + DEAL
    for text in (first + comment, first + comment + "{PAR}"):
        with pytest.raises(DealFileError, match=r"^Board 7, comment: a board stands in .*\(line 3\)\.$"):
            read_deals(text.encode())


def test_scores_stand_with_the_side_that_has_them():
    lines = (
        FileLine(1, "1", "2", "4S", "S", "H2", 10, "420", group="B"),
        FileLine(1, "3", "4", "3N", "W", "", 9, "-400"),
    )
    night = replace(real_evening(), sections=(FileSection("A", (), lines),))
    text = write_pbn_results(night)
    table = text[text.index("[ScoreTable") :].splitlines()
    assert table[1].split() == ["A", "-", "-", "1", "2", "4S", "S", "10", "H2", "B", "420", "-", "-", "-"]
    assert table[2].split() == ["A", "-", "-", "3", "4", "3NT", "W", "9", "-", "-", "-", "400", "-", "-"]
    assert EXACT not in text


def test_a_table_of_another_program_is_read_with_names_that_are_not_quoted():
    text = (
        '[Board "1"]\n[Vulnerable "All"]\n'
        '[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1R;Result\\2R;Names_NS\\13;Names_EW"]\n'
        " 7  8 4S     N 11 Ann Lee-Bo    Cy Ng-Di\n 9 10 Pass   -  - Ed-Flo        Gus-Hal\n"
    )
    night = read_results(text.encode())
    assert [(line.ns, line.contract, line.score) for line in night.lines] == [("7", "4S", "650"), ("9", "PASS", "0")]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (" 7  8 4S  N", "line 3, ScoreTable: 4 values are given for 5 columns"),
        (" 7  8 4S  N 11 12", "line 3, ScoreTable: 6 values are given for 5 columns"),
        (" 7  7 4S  N 11", "line 3, ScoreTable, PairId_EW: 7 cannot play against itself"),
        (" 7  8 4S  N 99", "line 3, ScoreTable, Result: 99 tricks are not possible"),
        (" 7  8 4S  N \u00b9\u00b9", "line 3, ScoreTable, Result: '\u00b9\u00b9' is not a number of tricks"),
    ],
)
def test_a_fault_of_a_table_names_line_and_column(row, words):
    head = '[Board "1"]\n[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1R;Result\\2R"]\n'
    assert any(words in sentence for sentence in refused((head + row + "\n").encode()))
    assert "no [ScoreTable]" in refused(b'[Board "1"]\n[Contract "4S"]\n')[0]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (";ExactScore\"]\n7 8 \"60% 620, 30% 90\"", "line 5, ExactScoreTable, ExactScore: The percentages of"),
        (";ExactScore\"]\n7 8 half", "line 5, ExactScoreTable, ExactScore: 'half' is no score"),
        (";ExactScore\"]\n7 9 \"60% 620, 40% 90\"", "ExactScoreTable: no line of the ScoreTable is of 7 against 9"),
        (";ExactScore\"]\n7 8 LATE\n7 8 NP", "line 6, ExactScoreTable: these two are there already, on line 5"),
        (";ExactScore\"]\n7 8", "line 5, ExactScoreTable: 2 values are given for 3 columns"),
        (";Score\"]\n7 8 LATE", "board 1, ExactScoreTable: there is no column ExactScore"),
        ("\"]\n[ScoreTable \"PairId_NS;PairId_EW;FouledGroup\"]\n7 8 A-B", "FouledGroup: 'A-B' is no group"),
    ],
)  # fmt: skip
def test_a_fault_of_our_own_table_names_line_and_column(table, words):
    columns = '[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n7 8 A6040\n[ExactScoreTable "PairId_NS;PairId_EW'
    sentences = refused(f'[Board "1"]\n{columns}{table}\n'.encode())
    assert any(words in sentence for sentence in sentences), sentences


NIGHT = real_evening()
WRITERS = {"usebio": write_usebio, "pbn": write_pbn_results, "csv": write_travellers}
FILES = {name: write(NIGHT).encode() for name, write in WRITERS.items()}
FILES |= {f"{name} in every state": write(every_state()).encode() for name, write in WRITERS.items()}
STARTS = [b"", b"<USEBIO>", b"<?xml version='1.0' encoding='", b"[Board ", b"board,ns,ew\n"]
PLACE = re.compile(r"line \d|[Bb]oard|the file|this is |The file")


def check(data: bytes) -> bool:
    """True if the file was read. A refusal must say where the fault is and what is wrong."""
    try:
        night = read_results(data)
    except FileError as no:
        assert no.sentences
        for sentence in no.sentences:
            assert PLACE.search(sentence), sentence
            assert "\n" not in sentence.strip()
        return False
    assert night.lines
    for line in night.lines:
        assert line.ns != line.ew
        assert line.parsed is not None
        assert 1 <= line.board <= 9999
    return True


@fuzz
@given(st.sampled_from(sorted(FILES)), CHANGES)
def test_a_broken_file_gives_a_sentence_or_whole_lines(name, changes):
    assert check(FILES[name])
    check(broken(FILES[name], changes))


@fuzz
@given(st.sampled_from(STARTS), st.binary())
def test_any_bytes_give_a_sentence_or_whole_lines(start, data):
    check(start + data)


@fuzz
@given(CHANGES)
def test_a_broken_ranking_gives_a_sentence_or_whole_lines(changes):
    text = broken(write_ranking(NIGHT).encode(), changes).decode("latin-1")
    try:
        read_ranking(text)
    except FileError as no:
        assert all(sentence.startswith("line ") for sentence in no.sentences)


@fuzz
@given(st.floats(0, 1, exclude_max=True))
def test_xml_that_breaks_off_is_no_night(share):
    data = FILES["usebio"].rstrip()
    assert not check(data[: int(share * len(data))])
