"""A heat's state is stored whole: from a session, a file or another server, by one writer that keeps its rows."""

from dataclasses import replace

import pytest

from clubsite.core.refused import Refused
from clubsite.events.heat_state import HeatState, StateEntrant, StateLine, StatePerson, stored_state
from clubsite.events.models import EventEntrant, EventLine, EventPublication, Heat
from clubsite.events.selectors.event_facts import heat_rows
from clubsite.events.services.heat_put import heat_put, session_results_take
from clubsite.events.services.scoring import event_score
from clubsite.nights.models import TableBoard, TableBoardState
from clubsite.rankings.models import SessionScoring
from clubsite.rankings.services.scoring import score_session
from clubsite.scores.models import ScoreStatus
from scoring.lines import Status
from scoring.result import BoardResult
from tests.kit.events import heat_night, join, make_club, make_event, score_round, take_lines
from tests.kit.typed_scores import enter_score

MADE = BoardResult(Status.PLAYED, "1N", "S", "", 8, 120)
DOWN = BoardResult(Status.PLAYED, "1N", "S", "", 6, -50)


def state_of(*lines: StateLine, **facts) -> HeatState:
    labels = sorted({label for line in lines for label in (line.south, line.north)} | {"1", "2"})
    return HeatState(tuple(StateEntrant(label, "two_handed", "ALL") for label in labels), lines, **facts)


def line(board: int, table: str = "1", south: str = "1", north: str = "2", result: BoardResult = MADE) -> StateLine:
    return StateLine(board, 1, table, south, north, result)


@pytest.fixture
def event(club, dee):
    return make_event(club, dee, boards=2)


@pytest.fixture
def night(heat, dee):
    session = heat_night(heat, dee)
    heat.refresh_from_db()
    return session


def test_the_state_of_a_night_says_who_played_which_board_where_and_its_result(heat, night, dee):
    score_round(night, dee, {1: "1N S 8", 2: "3N N 9 lS4", 3: "p"})  # board 3 was added by the club
    assert take_lines(heat)
    found = [(one.board, one.table, one.south.label, one.north.label, one.ns_score) for one in heat.lines.all()]
    assert found == [(1, "1", "1", "4", 120), (2, "2", "2", "5", -400)]
    second = heat.lines.get(board=2)
    assert (second.contract, second.declarer, second.lead, second.tricks) == ("3N", "N", "S4", 9)
    entrants = [(one.label, one.line, one.kind, one.contestant.number) for one in heat.entrants.all()]
    assert entrants == [(str(n), "NS" if n <= 3 else "EW", "two_handed", n) for n in range(1, 7)]


def test_taking_the_same_night_again_changes_nothing(heat, night, dee):
    score_round(night, dee, {1: "1N S 8", 2: "1N S 7"})
    take_lines(heat)
    assert not take_lines(heat)
    assert not session_results_take(heat=heat)
    heat.refresh_from_db()
    assert heat.state_number == 1
    assert heat.runs == SessionScoring.objects.get(session=night).runs > 0


def test_a_corrected_line_keeps_its_row_and_a_void_one_goes(heat, night, dee):
    [row] = score_round(night, dee, {1: "1N S 8"})
    take_lines(heat)
    before = heat.lines.get()
    enter_score(row, dee, "a6040", why="as told")
    assert take_lines(heat)
    after = heat.lines.get()
    assert (after.pk, after.status, after.ruling, after.ns_score) == (before.pk, ScoreStatus.ARTIFICIAL, "A6040", None)
    TableBoard.objects.filter(pk=row.pk).update(state=TableBoardState.VOID)
    score_session(night.pk)
    assert take_lines(heat)
    assert not EventLine.every.filter(heat=heat).exists()


def test_a_heat_without_a_night_has_nothing_to_take(heat):
    assert not session_results_take(heat=heat)


def test_what_a_publication_names_is_withdrawn_and_comes_back_as_the_same_row(heat, event, dee):
    heat_put(heat=heat, state=state_of(line(1), line(2, south="3", north="4")))
    kept = {one.label: one.pk for one in heat.entrants.all()} | {"line": heat.lines.get(board=2).pk}
    payload = {"lists": [{"rows": [{"entrant": kept["3"]}, {"entrant": kept["4"]}]}], "boards": []}
    lines = [[kept["line"], 2, 1, "1", kept["3"], kept["4"]]]
    EventPublication.objects.create(event=event, version=1, payload=payload, lines=lines, by_user=dee)
    assert heat_put(heat=heat, state=state_of(line(1), line(2, south="5", north="6")))
    assert heat_put(heat=heat, state=state_of(line(1)))
    heat_put(heat=heat, state=state_of(line(1), line(2, "2", "7", "8")))
    assert heat_put(heat=heat, state=state_of(line(1)))
    assert not EventEntrant.every.filter(heat=heat, label__in=["7", "8"]).exists(), "no publication names them"
    assert sorted(one.label for one in heat.entrants.all()) == ["1", "2"]
    assert [one.board for one in heat.lines.all()] == [1]
    assert EventEntrant.every.get(pk=kept["3"]).withdrawn
    assert heat_put(heat=heat, state=state_of(line(1), line(2, south="3", north="4")))
    assert {one.label: one.pk for one in heat.entrants.all()} | {"line": heat.lines.get(board=2).pk} == kept


def test_the_digest_follows_what_is_scored_and_not_people_or_the_order_of_lines(heat):
    heat_put(heat=heat, state=state_of(line(1), line(2)))
    heat.refresh_from_db()
    one = stored_state(heat)
    assert heat.state_digest == one.digest == replace(one, lines=one.lines[::-1], complete=True).digest
    people = tuple(replace(entrant, people=(StatePerson("k"),)) for entrant in one.entrants)
    assert replace(one, entrants=people).digest == one.digest
    assert replace(one, lines=(line(1, result=DOWN), *one.lines[1:])).digest != one.digest


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (state_of(line(3)), "Board 3 is not in this event"),
        (state_of(line(1), line(1, "2", "1", "3")), "Contestant 1 has more than one result on board 1"),
        (state_of(line(1), line(1, "1", "3", "4")), "another result from that table in that round"),
        (state_of(line(1, south="1", north="1")), "cannot play against each other"),
        (state_of(line(1, result=replace(MADE, ns_score=130))), "is worth 120 on this board, and not 130"),
        (state_of(line(1, result=BoardResult(Status.PLAYED, ns_score=7))), "no contract is worth 7"),
        (state_of(line(1, result=BoardResult(Status.PLAYED))), "a board that was played has a score"),
        (state_of(line(1, result=replace(MADE, ruling="A6040"))), "a board that was played has no ruling"),
        (state_of(line(1, result=BoardResult(Status.ASSIGNED))), "has no score"),
        (state_of(line(1, result=BoardResult(Status.ARTIFICIAL, ruling="620"))), "lacks its percentages"),
        (state_of(line(1, result=BoardResult(Status.FOULED))), "has no score"),
        (state_of(line(1, result=BoardResult(Status.ASSIGNED, ruling="x" * 9))), "the result is not possible"),
        (state_of(line(1, south="a/b")), "letters and figures"),
        (state_of(*(line(1, str(n), f"a{n}", f"b{n}") for n in range(61))), "at most 60 tables"),
        (HeatState((StateEntrant("1", "two_handed", "ALL"), StateEntrant("2", "four_handed", "ALL")), (line(1),)),
         "cannot play against each other"),
        (HeatState((StateEntrant("1", "two_handed", "ALL", penalties=(("5", "points"),)),)), "percent of a board"),
    ],
)  # fmt: skip
def test_a_state_that_cannot_be_scored_is_refused_whole_and_the_last_good_one_counts(heat, event, state, why):
    """Fault (a): one line of another server froze the whole event."""
    heat_put(heat=heat, state=state_of(line(1)))
    before = stored_state(heat)
    with pytest.raises(Refused, match=why):
        heat_put(heat=heat, state=state)
    assert stored_state(heat) == before
    assert event_score(event_id=event.pk)


def test_an_assigned_score_may_be_one_score(heat):
    """Fault (a): the protocol called a ruling of one score valid, and the scoring did not."""
    assert heat_put(heat=heat, state=state_of(line(1, result=BoardResult(Status.ASSIGNED, ruling="620"))))


def test_a_stored_heat_that_cannot_be_scored_is_set_aside_by_name(event, heat, dee, cy):
    """Fault (a): the other heats are scored, and the organiser reads which heat is not, and why."""
    other = join(event, make_club("Quay Street", cy), cy)
    for one in (heat, other):
        heat_put(heat=one, state=state_of(line(1), line(1, "2", "3", "4", DOWN)))
    other.entrants.filter(label="2").update(kind="four_handed")  # as only a fault of this program could store it
    assert event_score(event_id=event.pk)
    assert set(event.places.values_list("entrant__heat", flat=True)) == {heat.pk}
    [row] = heat_rows(Heat.objects.filter(pk=other.pk).select_related("event", "session"))
    assert "cannot be scored" in row.words and "cannot play against each other" in row.detail
    heat_put(heat=other, state=replace(stored_state(heat), confirmed=False))
    assert event_score(event_id=event.pk)
    assert event.places.filter(entrant__heat=other).exists()


def test_two_writers_do_not_mix_their_states(heat):
    """A state that another one overtook before it was written is compared again."""

    def overtaken(locked: Heat) -> None:
        if locked.state_number == 1:
            heat_put(heat=locked, state=state_of(line(2)))
            locked.refresh_from_db()

    heat_put(heat=heat, state=state_of(line(1)))
    heat.refresh_from_db()
    heat_put(heat=heat, state=state_of(line(1, result=DOWN)), before=overtaken)
    assert [(one.board, one.ns_score) for one in heat.lines.all()] == [(1, -50)]
