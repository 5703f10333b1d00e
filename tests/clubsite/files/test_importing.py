"""Importing a results file into a session: previewed, all or nothing, repeatable, and with every line in its place."""

import re

import pytest

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.files.selectors import result_file
from clubsite.files.services.import_preview import Incoming, incoming
from clubsite.files.services.import_results import file_read, lines_alone, results_import
from clubsite.nights.models import Seating, Section, TableBoard, TableBoardState
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.tables import board_play_open
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.entries import latest_entries
from scoring.errors import FileError
from scoring.files.csv_files import write_travellers
from scoring.files.model import FileLine, FileSection, ResultFile
from scoring.files.pbn import write_pbn_results
from scoring.files.usebio import write_usebio
from tests.kit.nights import end_and_publish

HEAD = "board,ns,ew,contract,declarer,tricks,ns_score\n"


def whole_night(section: Section) -> str:
    """Return a CSV of all boards in the movement. South 1 scores 1N +1, South 2 makes 1N, and South 3 passes out."""
    rows = [HEAD]
    per = section.session.boards_per_round
    played = {1: "1N,S,8,120", 2: "1N,S,7,90", 3: "PASS,,,0"}
    for seating in Seating.objects.filter(round__section=section).select_related("ns", "ew").order_by("pk"):
        board = (seating.board_group - 1) * per + 1
        rows.append(f"{board},{seating.ns.number},{seating.ew.number},{played[seating.ns.number]}\n")
    return "".join(rows)


@pytest.fixture
def bring(dee, on_commit):
    """A function that reads a file and stores its contents, as the pages do."""

    def bring_in(session, data, name="evening.csv"):
        text = data.encode() if isinstance(data, str) else data
        sections = lines_alone(file_read(session=session, data=text))
        with on_commit():
            return results_import(session=session, sections=sections, file_name=name, user=dee)

    return bring_in


def look(session, text: str) -> Incoming:
    session.refresh_from_db()
    return incoming(session, lines_alone(file_read(session=session, data=text.encode())), None)


def refused(session, text: str) -> list[str]:
    with pytest.raises(FileError) as no:
        look(session, text)
    return no.value.sentences


def stored() -> dict[tuple[int, int], tuple[str, str, int | None]]:
    rows = TableBoard.objects.exclude(state="void").select_related("board", "ns")
    entries = latest_entries(row.pk for row in rows)
    places = {row.pk: (row.board.number, row.ns.number) for row in rows}
    return {places[pk]: (entry.contract, entry.declarer, entry.ns_score) for pk, entry in entries.items()}


def test_a_whole_evening_is_brought_in_at_once_through_rounds_that_had_not_come(night, bring):
    assert bring(night.session, whole_night(night.section)) == 9
    scores = stored()
    assert len(scores) == 9
    assert {values for (_, ns), values in scores.items() if ns == 1} == {("1N", "S", 120)}
    assert {values for (_, ns), values in scores.items() if ns == 3} == {("PASS", "", 0)}
    entries = {(entry.source, entry.why_words) for entry in ScoreEntry.objects.all()}
    assert entries == {("typed", "from the file evening.csv")}
    assert not TableBoard.objects.filter(state=TableBoardState.WAITING).exists()


def test_the_second_time_nothing_is_stored_but_what_differs_which_is_shown_before(night, bring):
    text = whole_night(night.section)
    bring(night.session, text)
    preview = look(night.session, text)
    assert (preview.fresh, preview.same, preview.changed, preview.todo) == (0, 9, [], 0)
    assert bring(night.session, text) == 0 and ScoreEntry.objects.count() == 9
    other = text.replace("1N,S,8,120", "1N,S,9,150", 1)
    (row,) = look(night.session, other).changed
    assert (row.before, row.typed.tricks) == ("1N by S, 8 tricks", 9)
    assert bring(night.session, other) == 1
    assert AuditEntry.objects.filter(action=AuditAction.RESULTS_IMPORTED).first().detail["scores"] == 1


def test_boards_without_a_line_in_rounds_that_are_over_become_not_played(night, bring):
    lines = whole_night(night.section).splitlines(keepends=True)
    short = "".join([lines[0], *lines[2:]])
    assert look(night.session, short).unplayed == 1
    assert bring(night.session, short) == 8
    assert ScoreEntry.objects.get(status="not_played").table_board.board.number == int(lines[1].split(",")[0])
    assert bring(night.session, "".join(lines)) == 1  # it can still be brought in


def test_the_file_of_a_round_leaves_the_next_round_closed(night, bring):
    text = "".join(whole_night(night.section).splitlines(keepends=True)[:3])
    assert look(night.session, text).unplayed == 0
    assert bring(night.session, text) == 2
    night.section.refresh_from_db()
    assert night.section.round_number == 1
    assert TableBoard.objects.filter(state=TableBoardState.WAITING).count() == 1


def test_north_is_whoever_declared_for_east_and_west(night, bring):
    row = night.section.rounds.get(number=1).table_boards.first()
    assert row.board.vulnerability == "None"
    bring(night.session, f"{HEAD}{row.board.number},{row.ns.number},{row.ew.number},4S,E,10,-420\n")
    assert stored()[row.board.number, row.ns.number] == ("4S", "N", -420)


def test_at_four_handed_tables_whoever_declared_is_declarer_and_leaves_with_the_file(night, bring, dee):
    Section.objects.filter(pk=night.section.pk).update(kind="four_handed", live=False)
    row = night.section.rounds.get(number=1).table_boards.first()
    at = (row.board.number, row.ns.number)
    bring(night.session, f"{HEAD}{row.board.number},{row.ns.number},{row.ew.number},4S,N,10,420\n")
    assert stored()[at] == ("4S", "N", 420)
    bring(night.session, f"{HEAD}{row.board.number},{row.ns.number},{row.ew.number},4S,E,10,-420\n")
    assert stored()[at] == ("4S", "E", -420)
    results_sweep()
    end_and_publish(night.session, dee)
    first = result_file(published_or_404(night.session.public_id)).lines[0]
    assert (first.contract, first.declarer, first.score) == ("4S", "E", "-420")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("40,1,4,1N,S,7,", "line 2, board 40: it is not among this session's boards; they are 1 to 3."),
        ("1,14,4,1N,S,7,", "line 2, board 1: nobody in this session has the number 14."),
        ("1,4,1,1N,S,7,", "by the movement 1 sits N/S and 4 E/W; the file has them the other way round."),
        ("1,1,5,1N,S,7,", "1 does not play it against 5. By the movement 1 meets 4 on it, in round 1 at table 1."),
        ("1,1,4,,,,620", "line 2, column ns_score: No contract gives +620 on this board: it is a score of another"),
        ("1,1,4,,,,60% 120, 30% 90", "do not add up to 100"),
        ("1,1,4,1N,S,7,-90", "is +90, not −90: the sign is reversed."),
        ("1,1,4,1N,S,7,\n1,1,4,1N,S,8,", "line 3, board 1: 1 against 4 is there already, on line 2."),
    ],
)  # fmt: skip
def test_a_line_without_a_place_says_why(night, line, words):
    line = line.replace("60% 120, 30% 90", '"60% 120, 30% 90"')
    assert any(words in sentence for sentence in refused(night.session, HEAD + line + "\n"))


def test_a_session_that_has_not_begun_takes_no_results(make_night):
    draft = make_night(start=False)
    assert "has not begun" in refused(draft.session, f"{HEAD}1,1,4,1N,S,7,\n")[0]


def test_sit_outs_are_passed_over_and_a_board_on_the_table_is_not_overtaken(night, open_boards):
    preview = look(night.session, f"{HEAD}1,1,4,1N,S,7,\n2,5,,,,,SIT\n")
    assert (preview.todo, preview.passed_over) == (1, 1)
    row = open_boards()[0]
    board_play_open(table_board=row)
    text = f"{HEAD}{row.board.number},{row.ns.number},{row.ew.number},1N,S,7,\n"
    assert "being played at table 1 now" in refused(night.session, text)[0]


@pytest.mark.parametrize("write", [write_usebio, write_pbn_results, write_travellers])
def test_a_board_to_be_played_late_comes_in_as_such_from_every_format(night, bring, write):
    lines = (FileLine(1, "1", "4", score="LATE"), FileLine(2, "2", "5", "PASS", score="0"))
    text = write(ResultFile((FileSection("", (), lines),)))
    assert bring(night.session, text) == 2
    entries = ScoreEntry.objects.values_list("table_board__board__number", "status")
    assert set(entries) == {(1, "late"), (2, "passed_out")}
    assert look(night.session, text).todo == 0


def test_the_group_of_a_fouled_board_stays_where_a_file_does_not_say_and_goes_where_it_says_none(night, bring):
    groups = ScoreEntry.objects.order_by("pk").values_list("group", flat=True)
    head, line = HEAD.replace("\n", ",group\n"), "1,1,4,1N,S,7,90"
    bring(night.session, f"{head}{line},A\n")
    assert look(night.session, f"{HEAD}{line}\n").todo == 0
    bring(night.session, f"{HEAD}{line.replace('7,90', '8,120')}\n")
    (row,) = look(night.session, f"{head}{line.replace('7,90', '8,120')},\n").changed
    assert (row.before, row.after) == ("1N by S, 8 tricks, group A", "1N by S, 8 tricks")
    bring(night.session, f"{head}{line},\n")
    assert list(groups) == ["A", "A", ""]


@pytest.mark.parametrize("write", [write_usebio, write_pbn_results, write_travellers])
def test_a_score_alone_comes_in_from_every_format_and_an_odd_lead_is_left_out(night, bring, director, dee, write):
    lines = (FileLine(1, "1", "4", score="-50"), FileLine(2, "2", "5", "1N", "S", "X9", 7, "90"))
    text = write(ResultFile((FileSection("", (), lines),)))
    assert "the lead '" in file_read(session=night.session, data=text.encode()).notes[0]
    assert bring(night.session, text) == 2
    assert (stored()[1, 1], stored()[2, 2]) == (("", "", -50), ("1N", "S", 90))
    assert look(night.session, text).todo == 0
    (row,) = look(night.session, text.replace("-50", "-100").replace(" 50 ", " 100 ")).changed
    assert (row.before, row.after) == ("−50", "−100")
    pk = ScoreEntry.objects.get(contract="").table_board_id
    pages = [director.get(f"/director/{night.session.public_id}/{page}") for page in ("", "paper/1/", f"score/{pk}/")]
    assert [page.status_code for page in pages] == [200] * 3
    assert all("Played" in page.text for page in pages[1:]) and "+50 to North" in pages[1].text
    results_sweep()
    end_and_publish(night.session, dee)
    assert result_file(published_or_404(night.session.public_id)).lines[0].score == "-50"


@pytest.mark.parametrize("write", [write_usebio, write_pbn_results, write_travellers])
def test_a_ruling_that_cannot_be_read_is_refused_with_its_place_and_nothing_is_stored(night, bring, write):
    lines = (FileLine(1, "1", "4", "PASS", score="0"), FileLine(2, "2", "5", score="60% 120, 40% -50"))
    text = write(ResultFile((FileSection("", (), lines),))).replace("40% -50", "30% -50")
    with pytest.raises(FileError) as no:
        bring(night.session, text)
    (sentence,) = no.value.sentences
    assert re.match(r"line \d+, .*(EXACT_SCORE|ExactScore|ns_score)", sentence)
    assert "do not add up to 100" in sentence
    assert not ScoreEntry.objects.exists()


@pytest.mark.parametrize("write", [write_usebio, write_pbn_results])
def test_results_with_the_cards_of_another_night_are_refused(published_night, make_night, dee, write):
    file = write(result_file(published_or_404(published_night.session.public_id)))
    other = make_night(start=False)
    boards_deal(session=other.session, count=3, user=dee, seed="another night")
    with pytest.raises(FileError, match="board 1: its cards are not those of this session"):
        lines_alone(file_read(session=other.session, data=file.encode()))


def test_what_a_ruling_was_and_becomes_is_said_in_words(night, bring):
    bring(night.session, f"{HEAD.strip()},group\n1,1,4,,,,120 / -50,\n2,2,5,,,,100% 140,B\n3,3,6,,,,A6040,\n")
    text = f"{HEAD}1,1,4,,,,100% 50\n2,2,5,,,,A50 / A50\n3,3,6,,,,LATE\n"
    assert [(row.before, row.after) for row in look(night.session, text).changed] == [
        ("Ruled: South has +120, North has −50", "Ruled: +50"),
        ("Ruled: +140, group B", "Ruled: 50 % to South and 50 % to North, group B"),
        ("Artificial: 60 % to South and 40 % to North", "Late play"),
    ]
