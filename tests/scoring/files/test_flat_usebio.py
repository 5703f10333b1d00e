"""USEBIO for one section in the form that national systems want: flat, two players per pair, and integer places."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given

from games.boards import dealer_of
from games.notation.records import BareBoard
from scoring.files.model import FileContestant, FileLine, FileSection, ResultFile
from scoring.files.reading import read_results
from scoring.files.usebio import write_usebio
from scoring.files.usebio_reading import read_usebio
from tests import needs
from tests.file_mutations import laws
from tests.scoring.files.jet3_file import lint
from tests.scoring.files.result_nights import every_state, real_evening, result_files
from tests.scoring.files.two_player_reader import show

EVENT = (
    "EVENT_IDENTIFIER EVENT_DESCRIPTION PROGRAM_NAME PROGRAM_VERSION WINNER_TYPE TITLE DATE VENUE "
    "MASTER_POINT_SCALE MASTER_POINT_TYPE MPS_AWARDED_FLAG SESSION_COUNT SECTION_COUNT P2P_CHARGE_RATE"
).split()
PLACED = "PAIR_NUMBER DIRECTION TOTAL_SCORE PERCENTAGE PLACE MASTER_POINTS_AWARDED MASTER_POINT_TYPE".split()
PLAYER = ["PLAYER_NAME", "NATIONAL_ID_NUMBER", "CLUB_ID_NUMBER"]
LINE = "NS_PAIR_NUMBER EW_PAIR_NUMBER CONTRACT PLAYED_BY LEAD TRICKS SCORE NS_MATCH_POINTS EW_MATCH_POINTS".split()


def night(*contestants: FileContestant, lines: tuple[FileLine, ...] = (), method: str = "match_points") -> ResultFile:
    return replace(real_evening(), sections=(FileSection("A", contestants, lines),), method=method)


def names(node: ElementTree.Element) -> list[str]:
    return [child.tag for child in node if not child.tag.startswith("SOLO_")]


def test_a_reader_of_two_players_shows_a_whole_evening():
    evening = real_evening()
    shown = show(write_usebio(evening))
    assert (shown.event, shown.winners, shown.master_points) == ("Wednesday & Friends <27>", "1", "None")
    section = evening.sections[0]
    assert [(row[0], row[2], row[3], f"{row[4]:.2f}") for row in shown.ranking] == [
        (player.number, int(player.place.rstrip("=")), f"Player {player.number} & Dummy", player.percentage)
        for player in section.contestants
    ]
    assert shown.credited == []
    assert sorted(shown.travellers) == list(range(1, 28))
    lines = [(number, *row[:2]) for number, rows in shown.travellers.items() for row in rows]
    assert sorted(lines) == sorted((line.board, line.ns, line.ew) for line in section.lines if line.ns_points)
    assert "ADJ" in {row[2] for rows in shown.travellers.values() for row in rows}
    assert set(shown.hands) == set(range(1, 28))
    assert all(hands == dict.fromkeys(("North", "East", "South", "West"), 13) for hands in shown.hands.values())


@laws
@given(result_files())
def test_a_reader_of_two_players_stumbles_over_no_night(night):
    for section in night.sections:
        shown = show(write_usebio(replace(night, sections=(section,)))) if _placed(section) else None
        if shown:
            assert len(shown.ranking) == sum(bool(player.place) for player in section.contestants)
            played = {line.board for line in section.lines if line.ns_points}
            assert set(shown.travellers) == played


def _placed(section: FileSection) -> bool:
    return any(player.place for player in section.contestants)


def test_one_section_is_flat_in_the_order_that_readers_know():
    line = FileLine(1, "1", "2", "3N", "S", "HT", 9, "400", "2", "0")
    text = write_usebio(night(FileContestant("1", ("Ann",), place="1", total="2", percentage="100.00"), lines=(line,)))
    root = ElementTree.fromstring(text)
    assert names(root) == ["CLUB", "EVENT", "HANDSET"]
    event = root[1]
    assert names(event) == [*EVENT, "PARTICIPANTS", "BOARD"]
    assert names(event.find("PARTICIPANTS/PAIR")) == [*PLACED, "PLAYER", "PLAYER"]
    assert [names(player) for player in event.iter("PLAYER")] == [PLAYER, PLAYER]
    score_line = event.find("BOARD/TRAVELLER_LINE")
    assert names(score_line) == LINE
    assert [score_line.findtext(name) for name in LINE] == ["1", "2", "3NT", "S", "TH", "9", "400", "2", "0"]


def test_master_points_are_whole_numbers_for_others_and_ours_come_back():
    """Two who share places can have 43.5 each. Another program reads an integer."""
    first = FileContestant("1", ("Ann",), place="1=", total="2", percentage="60.00", master_points="43.5")
    last = FileContestant("2", ("Bo",), place="3", total="1", percentage="40.00")
    line = FileLine(1, "1", "2", "3N", "S", "HT", 9, "400", "2", "0")
    text = write_usebio(night(first, last, lines=(line,)))
    event = ElementTree.fromstring(text).find("EVENT")
    assert event is not None
    assert (event.findtext("MPS_AWARDED_FLAG"), event.findtext("MASTER_POINT_TYPE")) == ("Y", "EVENT")
    awards = [
        [pair.findtext(name) for name in ("MASTER_POINTS_AWARDED", "MASTER_POINT_TYPE")] for pair in event.iter("PAIR")
    ]
    assert awards == [["44", "EVENT"], ["0", "NONE"]]
    assert show(text).master_points == "Event"
    assert [pair.master_points for pair in read_usebio(text.encode()).sections[0].contestants] == ["43.5", ""]


@pytest.mark.parametrize(
    ("method", "kind", "points"),
    [("cross_imps", "CROSS_IMP", "CROSS_IMP_POINTS"), ("butler", "BUTLER_PAIRS", "BUTLER_POINTS")],
)
def test_imps_are_recognised_by_the_type_of_the_event(method, kind, points):
    line = FileLine(1, "1", "2", "3N", "S", "HT", 9, "400", "-2.5", "2.5")
    contestant = FileContestant("1", ("Ann",), place="1", total="-2.5")
    text = write_usebio(night(contestant, lines=(line,), method=method))
    assert f'<EVENT EVENT_TYPE="{kind}">' in text
    event = ElementTree.fromstring(text).find("EVENT")
    assert event is not None
    assert names(event) == [*EVENT, "SCORING_METHOD", "PARTICIPANTS", "BOARD"]
    assert show(text).travellers == {1: [("1", "2", "400", -2.5)]}
    assert f"<NS_{points}>" in text
    assert read_results(text.encode()).method == method


def test_several_sections_stand_in_session_and_section():
    event = ElementTree.fromstring(write_usebio(every_state())).find("EVENT")
    assert names(event) == [*EVENT, "BOARD_SCORING_METHOD", "SESSION"]
    assert [part.get("SECTION_ID") for part in event.findall("SESSION/SECTION")] == ["A", "B"]


def test_the_dummy_is_no_person_and_is_credited_with_nothing():
    alone = FileContestant("1", ("Ann",), place="1", total="2", percentage="60.00", ids=("321",))
    pair = FileContestant("2", ("Bo", "Dummy"), place="2", total="1", percentage="40.00", ids=("7", ""))
    text = write_usebio(night(alone, pair, lines=(FileLine(1, "1", "2", "PASS", score="0"),)))
    shown = show(text.replace("</SCORE>", "</SCORE>" + POINTS))
    assert [row[3] for row in shown.ranking] == ["Ann & Dummy", "Bo & Dummy"]
    assert shown.credited == ["321", "7"]
    assert read_results(text.encode()).sections[0].contestants == (alone, pair), "somebody may be called Dummy"


POINTS = "<NS_MATCH_POINTS>1</NS_MATCH_POINTS><EW_MATCH_POINTS>1</EW_MATCH_POINTS>"


def test_level_places_are_whole_numbers_and_come_back_as_they_were():
    people = tuple(
        FileContestant(number, (number,), place=place, total="1", percentage="50.00")
        for number, place in (("1", "1"), ("2", "2="), ("3", "2="), ("4", ""))
    )
    text = write_usebio(night(*people, lines=(FileLine(1, "1", "2", "PASS", score="0", ns_points="1", ew_points="1"),)))
    assert [(row[0], row[2]) for row in show(text).ranking] == [("1", 1), ("2", 2), ("3", 2)]
    assert read_results(text.encode()).sections[0].contestants == people


def test_what_was_not_played_is_no_line_and_a_board_without_one_is_no_board():
    lines = (
        FileLine(1, "1", "2", "PASS", score="0", ns_points="1", ew_points="1", table=1, round=1),
        FileLine(1, "3", "4", score="LATE", table=2, round=1),
        FileLine(2, "1", "2", score="NP", table=1, round=1),
        FileLine(2, "5", "", score="SIT", table=3, round=1),
    )
    text = write_usebio(night(FileContestant("1", ("Ann",), place="1", total="1", percentage="50.00"), lines=lines))
    assert show(text).travellers == {1: [("1", "2", "0", 1.0)]}
    assert read_results(text.encode()).lines == lines


def test_a_board_whose_cards_nobody_knows_is_not_among_the_hands_and_all_else_comes_back():
    boards = (*real_evening().boards[:1], BareBoard(2, dealer_of(2), "NS"))
    text = write_usebio(replace(real_evening(), boards=boards, identifier="x7", venue="The hall"))
    assert set(show(text).hands) == {1}
    back = read_results(text.encode())
    assert (back.boards[1], back.identifier, back.venue) == (boards[1], "x7", "The hall")


OLD = """<USEBIO Version="1.2"><CLUB><CLUB_NAME>Here</CLUB_NAME></CLUB><EVENT EVENT_TYPE="PAIRS">
<EVENT_DESCRIPTION>Tuesday</EVENT_DESCRIPTION><BOARD_SCORING_METHOD>BUTLER_IMPS</BOARD_SCORING_METHOD>
<SESSION SESSION_ID="1"><SECTION SECTION_ID="A"><PARTICIPANTS>
<PAIR><PAIR_NUMBER>1</PAIR_NUMBER><DIRECTION/><PLACE>1=</PLACE><PLAYER><PLAYER_NAME>Ann</PLAYER_NAME></PLAYER></PAIR>
</PARTICIPANTS><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><CONTRACT>PASS</CONTRACT>
<SCORE>0</SCORE><NS_BUTLER_POINTS>-1</NS_BUTLER_POINTS><EW_BUTLER_POINTS>1</EW_BUTLER_POINTS><SOLO_LINE/></TRAVELLER_LINE>
<TRAVELLER_LINE><NS_PAIR_NUMBER>3</NS_PAIR_NUMBER><EW_PAIR_NUMBER>4</EW_PAIR_NUMBER><SCORE>NP</SCORE>
<SOLO_LINE EXACT_SCORE="LATE"/></TRAVELLER_LINE><SOLO_SIT_OUT NS_PAIR_NUMBER="5"/></BOARD></SECTION></SESSION></EVENT>
<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><VULNERABILITY>All</VULNERABILITY>
<SOLO_BOARD><DEALER>W</DEALER></SOLO_BOARD></BOARD></HANDSET></USEBIO>"""


def test_files_that_we_wrote_before_read_like_those_of_now():
    then = read_results(OLD.encode())
    assert then.sections[0].contestants == (FileContestant("1", ("Ann",), place="1="),)
    assert [line.score for line in then.lines] == ["0", "LATE", "SIT"]
    assert (then.lines[0].ns_points, then.lines[0].ew_points) == ("-1", "1")
    now = read_results(write_usebio(then).encode())
    assert now == then
    assert "<SESSION " not in write_usebio(then)


def test_a_flat_file_of_another_program_says_by_its_type_how_it_was_scored():
    flat = OLD.replace(
        "<BOARD_SCORING_METHOD>BUTLER_IMPS</BOARD_SCORING_METHOD>", "<SCORING_METHOD>IMPS</SCORING_METHOD>"
    )
    for gone in ('<SESSION SESSION_ID="1"><SECTION SECTION_ID="A">', "</SECTION></SESSION>"):
        flat = flat.replace(gone, "")
    file = read_results(flat.replace('"PAIRS"', '"BUTLER_PAIRS"').encode())
    assert (file.method, file.lines[0].ns_points, file.lines[0].ew_points) == ("butler", "-1", "1")
    assert [contestant.names for contestant in file.sections[0].contestants] == [("Ann",)]
    other = flat.replace("BUTLER_POINTS", "CROSS_IMP_POINTS").replace('"PAIRS"', '"CROSS_IMP"')
    assert read_results(other.encode()).method == "cross_imps"


@needs.xmllint
def test_our_dtd_wants_two_numbers_of_every_player_and_a_place_of_every_pair(tmp_path):
    text = write_usebio(real_evening())
    assert lint(text, tmp_path).returncode == 0
    for part in ("<NATIONAL_ID_NUMBER></NATIONAL_ID_NUMBER>", "<CLUB_ID_NUMBER></CLUB_ID_NUMBER>", "<PLACE>1</PLACE>"):
        assert part in text
        assert lint(text.replace(part, "", 2), tmp_path).returncode != 0
