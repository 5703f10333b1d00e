"""Result files: written and read back, with the data that other programs need, and the line and field of each fault."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.notation.records import DealRecord
from scoring.__main__ import traveller
from scoring.errors import FileError
from scoring.files.csv_files import read_ranking, read_travellers, write_ranking, write_travellers
from scoring.files.model import FileLine, FileSection, ResultFile, date_of
from scoring.files.pbn import write_pbn_results
from scoring.files.reading import read_results
from scoring.files.usebio import VERSIONS, write_usebio
from tests import needs
from tests.file_mutations import laws
from tests.scoring.files.jet3_file import lint
from tests.scoring.files.result_nights import TRAVELLERS, every_state, real_evening, refused, result_files


def in_order(lines: tuple[FileLine, ...]) -> list[FileLine]:
    """Sort the lines by board and contestants, because the order of the lines in a traveller has no meaning."""
    return sorted(lines, key=lambda line: (line.board, line.ns, line.ew))


def alike(night: ResultFile) -> ResultFile:
    """Sort everything whose order has no meaning: the lines in a traveller, and North's and South's cards."""
    sections = tuple(replace(section, lines=tuple(in_order(section.lines))) for section in night.sections)
    return unsorted_hands(replace(night, sections=sections))


def score_table(text: str) -> list[str]:
    """Return the columns and the first row of the first ScoreTable in a file."""
    head, row = text[text.index("[ScoreTable") :].splitlines()[:2]
    return [head.partition('"')[2].partition('"')[0], row]


def unsorted_hands(night: ResultFile) -> ResultFile:
    """Turn North's and South's hands into sets of cards, because the order of their cards has no meaning."""
    boards = []
    for board in night.boards:
        if isinstance(board, DealRecord):
            deal = board.deal
            hands = [tuple(sorted(hand, key=str)) for hand in deal.all_hands]
            east, west = (deal.east, deal.west) if board.sequences else (hands[1], hands[3])
            board = replace(board, deal=replace(deal, north=hands[0], south=hands[2], east=east, west=west))
        boards.append(board)
    return replace(night, boards=tuple(boards))


@laws
@given(result_files(), st.sampled_from(VERSIONS))
def test_a_night_comes_back_as_it_went_as_usebio_pbn_and_csv(night, version):
    assert alike(read_results(write_usebio(night, version).encode())) == alike(night)
    assert alike(read_results(write_pbn_results(night).encode())) == alike(night)
    back = read_travellers(write_travellers(night), {board.number: board.vul for board in night.boards})
    assert {section.name: in_order(section.lines) for section in back.sections} == {
        section.name: in_order(section.lines) for section in night.sections
    }
    assert read_ranking(write_ranking(night)) == tuple(replace(section, lines=()) for section in night.sections)


WRITERS = [write_usebio, write_pbn_results, write_travellers]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize(
    "night",
    [real_evening(), every_state(), replace(real_evening(), boards=())],
    ids=["real evening", "every state", "boards that nobody described"],
)
def test_a_night_comes_back_from_every_format(write, night):
    vuls = {board.number: board.vul for board in night.boards}
    back = read_results(write(night).encode(), vuls)
    assert in_order(back.lines) == in_order(night.lines)
    assert len(back.lines) > 15


@pytest.mark.parametrize("declared", ["iso-8859-1", "UTF-8", "utf-16", ""])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_every_format_is_read_in_every_usual_encoding(encoding, declared):
    """What is declared as ISO-8859-1 is read as Windows-1252. Otherwise the bytes count."""
    night = ResultFile((FileSection(lines=(FileLine(1, "1", "2", score="420"),)),), event="Zoë O’Brien’s €")
    xml = write_usebio(night).replace(' encoding="UTF-8"', f' encoding="{declared}"' if declared else "")
    if not (declared == "iso-8859-1" and encoding == "utf-8"):
        assert read_results(xml.encode(encoding)).event == night.event
    assert read_results(write_pbn_results(night).encode(encoding)).event == night.event
    assert read_results("board,ns,ew,ns_score\n1,ë,2,420\n".encode(encoding)).lines[0].ns == "ë"


def test_our_travellers_are_scored_by_the_command_as_the_original_is():
    ours = write_travellers(real_evening())
    assert traveller(ours)["ranking"] == traveller(TRAVELLERS.read_text())["ranking"]


STAND_INS = [
    (FileLine(1, "1", "2", score="60% 120, 40% 90", award="A6238"), "A6238"),
    (FileLine(1, "1", "2", score="620 / -100", award="A9901"), "A9901"),
    (FileLine(1, "1", "2", score="100% -420"), "-420"), (FileLine(1, "1", "2", score="LATE"), "NP"),
    (FileLine(1, "1", "2", score="A60.4/40"), "A6040"), (FileLine(1, "1", "2", score="A55.5/44.4"), "A5644"),
    (FileLine(1, "1", "2", score="A100/0"), "A9900"), (FileLine(1, "1", "2", score="50% 120, 50% 90"), ""),
]  # fmt: skip


@pytest.mark.parametrize(("line", "score"), STAND_INS)
def test_programs_without_rulings_get_what_they_came_to(line, score):
    night = replace(real_evening(), sections=(FileSection("A", (), (line,)),))
    assert f"<SCORE>{score}</SCORE>" in write_usebio(night)
    text = write_pbn_results(night)
    columns, row = (part.split(sign) for part, sign in zip(score_table(text), (";", None), strict=True))
    cells = dict(zip((column.partition("\\")[0] for column in columns), row, strict=True))
    side = "EW" if score.startswith("-") else "NS"
    assert cells[f"Score_{side}"] == (score.removeprefix("-") or "-")


def test_who_sits_out_is_no_line_to_other_programs():
    lines = (FileLine(1, "1", "2", "PASS", score="0"), FileLine(1, "3", "", score="SIT"))
    night = replace(real_evening(), sections=(FileSection("A", (), lines),))
    assert write_usebio(night).count("<TRAVELLER_LINE>") == 1
    text = write_pbn_results(night)
    assert text[text.index("[ScoreTable") : text.index("[ExactScoreTable")].count("\n") == 2


def test_a_csv_of_before_there_were_groups_does_not_say_that_there_is_none():
    head, row = "board,ns,ew,contract,declarer,tricks,ns_score", "1,1,2,4S,S,10,420"
    assert [line.group for line in read_results(f"{head}\n{row}\n".encode()).lines] == [None]
    texts = [f"{head},group\n{row},{letters}\n" for letters in ("", "-", "b")]
    assert [read_results(text.encode()).lines[0].group for text in texts] == ["", "", "B"]


@needs.xmllint
@pytest.mark.parametrize("version", VERSIONS)
def test_xmllint_accepts_our_usebio_against_the_documented_elements(version, tmp_path):
    for night in (every_state(), real_evening()):
        done = lint(write_usebio(night, version), tmp_path)
        assert done.returncode == 0, done.stderr
    whole = write_usebio(every_state(), version)
    for word, other in (("PLAYED_BY>", "PLAYED>"), (" GROUP=", " SET="), ("SOLO_SIT_OUT", "SIT_OUT")):
        assert word in whole
        assert lint(whole.replace(word, other), tmp_path).returncode != 0


@needs.xmllint
@laws
@given(night=result_files())
def test_xmllint_accepts_any_night(tmp_path_factory, night):
    done = lint(write_usebio(night), tmp_path_factory.getbasetemp())
    assert done.returncode == 0, done.stderr


def test_what_versions_of_usebio_write_differently_and_a_howells_pairs_of_one_without_direction():
    old, new = (write_usebio(real_evening(), version) for version in VERSIONS)
    assert "<DATE>27/07/2022</DATE>" in old
    assert "<DATE>2022-07-27</DATE>" in new
    assert '<USEBIO Version="1.3">' in new
    with pytest.raises(ValueError, match=r"1\.2 and 1\.3"):
        write_usebio(real_evening(), "2.0")
    text = write_usebio(real_evening())
    pair = text[text.index("<PAIR>") : text.index("</PAIR>")]
    assert pair.count("<PLAYER>") == 1
    assert "<DIRECTION></DIRECTION>" in pair
    assert "<SCORE>A5050</SCORE>" in text
    assert "Wednesday &amp; Friends &lt;27&gt;" in text


OTHERS = """<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE USEBIO SYSTEM "http://www.example.org/usebio_v1_1.dtd">
<usebio Version="1.1">
 <CLUB><CLUB_NAME>Elsewhere</CLUB_NAME></CLUB>
 <EVENT EVENT_TYPE="MP_PAIRS">
  <DATE>17.11.2026</DATE><WINNER_TYPE>2</WINNER_TYPE>
  <PARTICIPANTS>
   <PAIR><PAIR_NUMBER>01</PAIR_NUMBER><DIRECTION>ns</DIRECTION><PLACE>1</PLACE>
    <PLAYER><PLAYER_NAME>Ren\xe9</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>Bo</PLAYER_NAME></PLAYER></PAIR>
   <PAIR><PAIR_NUMBER>1</PAIR_NUMBER><DIRECTION>EW</DIRECTION></PAIR>
  </PARTICIPANTS>
  <BOARD><BOARD_NUMBER>2</BOARD_NUMBER>
   <TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>1</EW_PAIR_NUMBER>
    <CONTRACT>3 NT x</CONTRACT><PLAYED_BY>south</PLAYED_BY><LEAD>10H</LEAD><TRICKS>9</TRICKS></TRAVELLER_LINE>
  </BOARD>
 </EVENT>
</usebio>"""


def test_other_programs_usebio_is_read_patiently_and_swiss_pairs_by_their_match():
    night = read_results(OTHERS.encode("latin-1"))
    assert (night.club, night.date, night.winners, night.format) == ("Elsewhere", "2026-11-17", 2, "USEBIO")
    (section,) = night.sections
    assert section.contestants[0].names == ("René", "Bo")
    assert [contestant.number for contestant in section.contestants] == ["1NS", "1EW"]
    (line,) = section.lines
    assert (line.ns, line.ew, line.contract, line.declarer, line.lead) == ("1NS", "1EW", "3NX", "S", "HT")
    assert (line.tricks, line.score) == (9, "750")  # N/S are vulnerable on board 2
    line = "<TRAVELLER_LINE><CONTRACT>2H</CONTRACT><PLAYED_BY>N</PLAYED_BY><TRICKS>8</TRICKS></TRAVELLER_LINE>"
    board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{line}</BOARD>"
    match = f"<MATCH><NS_PAIR_NUMBER>5</NS_PAIR_NUMBER><EW_PAIR_NUMBER>9</EW_PAIR_NUMBER>{board}</MATCH>"
    night = read_results(f'<USEBIO><EVENT EVENT_TYPE="SWISS_PAIRS">{match}</EVENT></USEBIO>'.encode())
    assert [(line.ns, line.ew, line.score) for line in night.lines] == [("5", "9", "110")]


BOMB = b"""<!DOCTYPE USEBIO [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><USEBIO><EVENT>&b;</EVENT></USEBIO>"""
FETCH = b"""<!DOCTYPE USEBIO [<!ENTITY a SYSTEM "file:///etc/passwd">]><USEBIO><EVENT>&a;</EVENT></USEBIO>"""


def test_a_dtd_that_the_file_names_is_not_fetched(tmp_path):
    dtd = tmp_path / "usebio.dtd"
    dtd.write_text('<!ENTITY club "fetched">')
    text = OTHERS.replace("http://www.example.org/usebio_v1_1.dtd", dtd.as_uri()).replace("Elsewhere", "&club;")
    try:
        assert "fetched" not in read_results(text.encode("latin-1")).club
    except FileError as no:
        assert "line 4" in no.sentences[0]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("<TRICKS>9", "<TRICKS>14", "line 14, TRICKS: 14 tricks are not possible"),
        ("south", "dummy", "line 14, PLAYED_BY: 'DUMMY' is no declarer"),
        ("3 NT x", "8 NT", "line 14, CONTRACT: '8 NT' is no contract"),
        ("<BOARD_NUMBER>2", "<BOARD_NUMBER>two", "line 12, BOARD_NUMBER: 'two' is no whole number"),
        ("<BOARD_NUMBER>2", "<BOARD_NUMBER>" + "2" * 5000, "line 12, BOARD_NUMBER: '22222222222222222222' is no whole"),
        ("<PAIR_NUMBER>1<", "<PAIR_NUMBER>" + "1" * 5000 + "<", "1 cannot play against itself"),
        ("</TRICKS>", "</TRICKS><SCORE>600</SCORE>", "is +750; +600 is the score of 3N"),
        ("</TRICKS>", "</TRICKS><SCORE>B5050</SCORE>", "line 14, SCORE: 'B5050' is no score"),
        (
            "</TRAVELLER_LINE>",
            '\n<SOLO_LINE EXACT_SCORE="half"/></TRAVELLER_LINE>',
            "line 15, EXACT_SCORE: 'half' is no",
        ),
        ("</TRAVELLER_LINE>", '<SOLO_LINE GROUP="A-B"/></TRAVELLER_LINE>', "line 14, GROUP: 'A-B' is no group"),
        ("</TRAVELLER_LINE>", '<SOLO_LINE TABLE="x"/></TRAVELLER_LINE>', "line 14, TABLE: 'x' is no whole number"),
        ("</BOARD>", "<SOLO_SIT_OUT/></BOARD>", "line 15, NS_PAIR_NUMBER: nobody is named"),
        ("<EW_PAIR_NUMBER>1<", "<EW_PAIR_NUMBER><", "line 13, EW_PAIR_NUMBER: there is a result, but only one"),
    ],
)
def test_a_fault_names_line_and_element(old, new, words):
    assert old in OTHERS
    sentences = refused(OTHERS.replace(old, new).encode("latin-1"))
    assert any(words in sentence for sentence in sentences), sentences


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ("\0" * 9, "the file has only zeros where its text should begin"),
        ("board,ns\n1,2\n", "line 1: there is no column ew"),
        ("board,ns,ew\n" + "\n" * 20_000, "line 20001: the file is longer than 20,000 lines"),
        ("board,ns,ew,ew\n", "line 1: column ew is there more than once"),
        (f"board,ns,ew{',x' * 200_000}\n", "line 1: there are 200003 columns, more than 100"),
        ("board,ns,ew,ns_score\n", "line 2: there are no results"),
        ("board,ns,ew,ns_score\n\n1,2,2,420\n", "line 3, column ew: 2 cannot play against itself"),
        ("board;ns;ew;contract;declarer;tricks\n1;2;3;4S;S;+4\n", "line 2, column tricks: 14 tricks are not possible"),
        (
            'board,ns,ew,ns_score\n1,2,3,"60% 620, 30% 90"\n',
            "line 2, column ns_score: The percentages of '60% 620, 30% 90' do not add up to 100",
        ),
        ("board,ns,ew,ns_score,group\n1,2,3,420,A-B\n", "line 2, column group: 'A-B' is no group"),
        ('board,ns,ew,ns_score\n1,"' + "x" * 140_000, "this is no CSV file"),
        (BOMB, "line 1: the file declares an entity"),
        (FETCH, "line 1: the file declares an entity"),
        (b"<USEBIO>" + b"<A>" * 200, "elements lie more than 30 deep"),
        (b"<USEBIO>" + b"<A/>" * 50_001, "the file has more than 50,000 elements"),
        (b"<USEBIO>\n<EVENT>\n</USEBIO>", "line 3: this is no XML: mismatched tag"),
        (b"<HTML></HTML>", "line 1: this XML is no USEBIO"),
        (b"<USEBIO><EVENT/></USEBIO>", "line 1, EVENT: there is no TRAVELLER_LINE"),
        (b"<USEBIO/>" + b" " * 10_000_000, "larger than 10 MB"),
        (
            b'<USEBIO>\n<EVENT EVENT_TYPE="SWISS_TEAMS"><BOARD/><BOARD/></EVENT></USEBIO>',
            "line 2, EVENT: this is a SWISS_TEAMS",
        ),
    ],
)
def test_a_fault_of_a_csv_file_names_line_and_column_and_hostile_or_broken_xml_is_refused(text, words):
    assert any(words in sentence for sentence in refused(text if isinstance(text, bytes) else text.encode()))


def test_no_name_is_a_formula_to_a_spreadsheet():
    night = real_evening()
    first = replace(night.sections[0].contestants[0], names=('=HYPERLINK("x")',))
    night = replace(night, sections=(FileSection("A", (first,), ()),))
    assert "'=HYPERLINK" in write_ranking(night)
    assert read_ranking(write_ranking(night))[0].contestants == (first,)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("17/11/2026", "2026-11-17"), ("2026.11.17", "2026-11-17"), ("7-1-2026", "2026-01-07"), ("2026", ""),
        ("31/13/2026", ""), ("1" * 5000 + "/1/2026", ""),
    ],
)  # fmt: skip
def test_dates_of_every_version_are_one_text(text, date):
    assert date_of(text) == date
