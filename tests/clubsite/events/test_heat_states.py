"""A heat's state is stored whole: from a session, a file or another server, by one writer that keeps its rows."""

import datetime
from dataclasses import replace

import pytest
from django.utils import timezone

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.events.heat_state import HeatState, StateEntrant, StateLine, StatePerson, stored_state
from clubsite.events.models import Event, EventAction, EventEntrant, EventLine, EventPublication, EventStatus, Heat
from clubsite.events.selectors.event_facts import heat_rows, heats_awaited
from clubsite.events.selectors.heats import heat_scores
from clubsite.events.services.events import event_publish
from clubsite.events.services.heat_put import heat_put, session_results_take
from clubsite.events.services.heats import (
    dealer_name,
    heat_close,
    heat_confirm,
    heat_leave_out,
    heat_release,
    heat_unconfirm,
)
from clubsite.events.services.scoring import event_score
from clubsite.events.tasks import events_sweep
from clubsite.nights.models import Board, Session, SessionStatus, TableBoard, TableBoardState
from clubsite.nights.services.directing import session_end
from clubsite.rankings.models import SessionScoring
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from clubsite.rankings.services.scoring import score_session
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.models import ScoreStatus
from scoring.lines import Status
from scoring.result import BoardResult
from tests.clubsite.events.two_clubs import AT_QUAY, ended_night
from tests.kit.events import close_window, dealer_of, heat_night, join, make_club, make_event, score_round, take_lines
from tests.kit.pages import text_of
from tests.kit.typed_scores import enter_score

MADE = BoardResult(Status.PLAYED, "1N", "S", "", 8, 120)
DOWN = BoardResult(Status.PLAYED, "1N", "S", "", 6, -50)


def state_of(*lines: StateLine, **facts) -> HeatState:
    labels = sorted({label for line in lines for label in (line.south, line.north)} | {"1", "2"})
    return HeatState(tuple(StateEntrant(label, "two_handed", "ALL") for label in labels), lines, **facts)


def line(board: int, table: str = "1", south: str = "1", north: str = "2", result: BoardResult = MADE) -> StateLine:
    return StateLine(board, 1, table, south, north, result)


@pytest.fixture
def night(heat, dee):
    session = heat_night(heat, dee)
    heat.refresh_from_db()
    return session


def test_the_state_of_a_night_says_who_played_which_board_where_and_the_same_again_changes_nothing(heat, night, dee):
    score_round(night, dee, {1: "1N S 8", 2: "3N N 9 lS4"})
    assert take_lines(heat)
    lines = [(line.board, line.table, line.south.label, line.north.label, line.ns_score) for line in heat.lines.all()]
    assert lines == [(1, "1", "1", "4", 120), (2, "2", "2", "5", -400)]
    second = heat.lines.get(board=2)
    assert (second.contract, second.declarer, second.lead, second.tricks) == ("3N", "N", "S4", 9)
    entrants = [
        (entrant.label, entrant.line, entrant.kind, entrant.contestant.number) for entrant in heat.entrants.all()
    ]
    assert entrants == [(str(n), "NS" if n <= 3 else "EW", "two_handed", n) for n in range(1, 7)]
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


def test_a_state_may_have_one_assigned_score_and_its_digest_follows_what_is_scored_and_no_people_or_order(heat):
    assert not session_results_take(heat=heat)
    assert heat_put(heat=heat, state=state_of(line(1, result=BoardResult(Status.ASSIGNED, ruling="620"))))
    heat_put(heat=heat, state=state_of(line(1), line(2)))
    heat.refresh_from_db()
    state = stored_state(heat)
    assert heat.state_digest == state.digest == replace(state, lines=state.lines[::-1], complete=True).digest
    people = tuple(replace(entrant, people=(StatePerson("k"),)) for entrant in state.entrants)
    assert replace(state, entrants=people).digest == state.digest
    assert replace(state, lines=(line(1, result=DOWN), *state.lines[1:])).digest != state.digest


def test_what_a_publication_names_is_withdrawn_and_comes_back_as_the_same_row(heat, event, dee):
    heat_put(heat=heat, state=state_of(line(1), line(2, south="3", north="4")))
    kept = {entrant.label: entrant.pk for entrant in heat.entrants.all()} | {"line": heat.lines.get(board=2).pk}
    payload = {"lists": [{"rows": [{"entrant": kept["3"]}, {"entrant": kept["4"]}]}], "boards": []}
    lines = [[kept["line"], 2, 1, "1", kept["3"], kept["4"]]]
    EventPublication.objects.create(event=event, version=1, payload=payload, lines=lines, by_user=dee)
    assert heat_put(heat=heat, state=state_of(line(1), line(2, south="5", north="6")))
    assert heat_put(heat=heat, state=state_of(line(1)))
    heat_put(heat=heat, state=state_of(line(1), line(2, "2", "7", "8")))
    assert heat_put(heat=heat, state=state_of(line(1)))
    assert not EventEntrant.every.filter(heat=heat, label__in=["7", "8"]).exists(), "no publication names them"
    assert sorted(entrant.label for entrant in heat.entrants.all()) == ["1", "2"]
    assert [line.board for line in heat.lines.all()] == [1]
    assert EventEntrant.every.get(pk=kept["3"]).withdrawn
    assert heat_put(heat=heat, state=state_of(line(1), line(2, south="3", north="4")))
    assert {entrant.label: entrant.pk for entrant in heat.entrants.all()} | {"line": heat.lines.get(board=2).pk} == kept


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (state_of(line(9)), "Board 9 is not in this event"),
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


def test_a_stored_heat_that_cannot_be_scored_is_set_aside_by_name(event, heat, dee, cy):
    """Fault (a): the other heats are scored, and the organiser reads which heat is not, and why."""
    other = join(event, make_club("Quay Street", cy), cy)
    for each_heat in (heat, other):
        heat_put(heat=each_heat, state=state_of(line(1), line(1, "2", "3", "4", DOWN)))
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
    assert [(line.board, line.ns_score) for line in heat.lines.all()] == [(1, -50)]


@pytest.fixture
def own(heat, dee):
    """The heat of the organiser's club, played and ended."""
    ended_night(heat, dee)
    heat.refresh_from_db()
    return heat


@pytest.fixture
def endless(event, cy):
    """A heat of another club whose first boards are scored and whose night runs on."""
    heat = join(event, make_club("Quay Street", cy), cy)
    heat_night(heat, cy, names=AT_QUAY)
    heat.refresh_from_db()
    return heat


def awaited(event) -> list[tuple[str, str]]:
    event.refresh_from_db()
    return [(entry.heat.club_name, entry.words) for entry in heats_awaited(event)]


def boards_of(heat) -> set[int]:
    return set(Board.objects.filter(board_set__session=heat.session).values_list("pk", flat=True))


def test_nights_that_run_and_scores_that_are_not_confirmed_are_named(event, own, endless, dee, client, director):
    assert awaited(event) == [], "its window is open"
    close_window(event)
    event_score(event_id=event.pk)
    plays = ("Quay Street", "has not ended its night")
    assert awaited(event) == [("Lantern Street", "has not confirmed its scores"), plays]
    heat_confirm(heat=own, user=dee)
    assert awaited(event) == [plays]
    assert "Quay Street, which has not ended its night" in text_of(client, f"/events/{event.public_id}/")
    page = director.get(f"/director/clubs/lantern/events/{event.public_id}/").text
    assert "The event waits for" in page and "You can close the heat from" in page


def test_the_organiser_closes_a_heat_and_the_boards_open(event, own, endless, dee, director):
    close_window(event)
    assert owed_elsewhere(boards_of(own))
    event.refresh_from_db()
    endless.event.refresh_from_db()
    with pytest.raises(Refused, match="8 hours after the start"):
        heat_close(heat=endless, user=dee)
    Session.objects.filter(pk=endless.session_id).update(started_at=timezone.now() - datetime.timedelta(hours=9))
    address = f"/director/clubs/lantern/events/{event.public_id}/heats/{endless.public_id}/close/"
    assert address in director.get(f"/director/clubs/lantern/events/{event.public_id}/").text
    assert "cannot be started again" in director.get(address).text
    assert "The night of Quay Street is ended" in director.post(address, follow=True).text
    endless.session.refresh_from_db()
    assert endless.session.status == SessionStatus.ENDED
    assert not owed_elsewhere(boards_of(own))
    assert event.log.filter(action=EventAction.HEAT_CLOSED, heat=endless, user=dee).exists()
    assert AuditEntry.objects.filter(action=AuditAction.SESSION_ENDED, user=dee, club=endless.club).exists()


def test_the_organiser_leaves_a_heat_out(event, own, endless, dee, director):
    address = f"/director/clubs/lantern/events/{event.public_id}/heats/{endless.public_id}/leave-out/"
    assert "The window is open" in director.post(address, follow=True).text
    close_window(event)
    assert "Quay Street is left out" in director.post(address, follow=True).text
    heat_confirm(heat=own, user=dee)
    assert awaited(event) == [("Quay Street", "has not ended its night")], "its boards stay shut"
    page = director.get(f"/director/clubs/lantern/events/{event.public_id}/").text
    assert "You can close the heat from" in page and "Leave it out" not in page
    endless.refresh_from_db()
    with pytest.raises(Refused, match="does not take part any more"):
        heat_leave_out(heat=endless, user=dee)
    events_sweep()
    event.refresh_from_db()
    assert event.status == EventStatus.PUBLISHED, "the ranking waits no longer"


def test_the_clock_publishes_nothing_while_a_club_plays(event, own, endless, dee, cy):
    """No score of the second club is in yet, so that its heat would not count."""
    heat_confirm(heat=own, user=dee)
    close_window(event)
    events_sweep()
    assert not event.publications.exists()
    session_end(session=endless.session, user=cy)
    events_sweep()
    assert event.publications.count() == 1


def test_the_secret_is_shown_once_no_club_plays(event, own, endless, dee, cy, client):
    """Published by a key while a club plays: nobody reads the secret on any page before its night has ended."""
    secret = event.secret.open()
    pages = [f"/events/{event.public_id}/{page}" for page in ("", "log/", "proof/", "proof.json")]
    event_publish(event=close_window(event), user=dee)
    assert client.get(f"/events/{event.public_id}/boards/1/").status_code == 404
    events_sweep()
    assert all(secret not in client.get(page).text for page in pages)
    assert "Somebody may still play one of these boards" in text_of(client, pages[2])
    session_end(session=endless.session, user=cy)
    events_sweep()
    assert [secret in client.get(page).text for page in pages] == [False, True, True, True]
    assert event.log.filter(action=EventAction.SECRET_SHOWN).count() == 1


def test_a_club_with_a_late_play_to_come_is_named_because_it_keeps_the_boards_shut(event, own, dee, client):
    row = TableBoard.objects.filter(round__section__session=own.session, board__number=2).first()
    enter_score(row, dee, "late", why="A late play")
    results_sweep()
    event_publish(event=close_window(event), user=dee)
    assert awaited(event) == [("Lantern Street", "has a board still to be played late")]
    assert not event.shown_secret
    page = text_of(client, f"/events/{event.public_id}/")
    assert "Hands stay shut because of Lantern Street, which has a board still to be played late" in page
    enter_score(row, dee, "1N S 7", why="played")
    results_sweep()
    events_sweep()
    event.refresh_from_db()
    assert event.shown_secret and awaited(event) == []


def test_a_heat_whose_dealer_has_the_cards_keeps_the_boards_shut_for_eight_hours(event, own, cy):
    """It may play with a scoring program of its own, so this site does not see when its night is over."""
    heat = join(event, make_club("Quay Street", cy), cy, planned_at=timezone.now() + datetime.timedelta(minutes=5))
    heat_night(heat, cy, names=AT_QUAY, start=False)
    dealer_name(heat=heat, person=dealer_of(heat.club), user=cy)
    heat_release(heat=heat, user=cy)
    assert owed_elsewhere(boards_of(own))
    close_window(event)
    assert owed_elsewhere(boards_of(own))
    long_ago = timezone.now() - datetime.timedelta(days=3)
    Heat.objects.filter(pk=heat.pk).update(released_at=long_ago, planned_at=long_ago)
    events_sweep()
    assert owed_elsewhere(boards_of(own)), "fault (h): until the window ends, however early it got them"
    ended = timezone.now() - datetime.timedelta(hours=9)
    Event.objects.filter(pk=event.pk).update(window_opens=ended - datetime.timedelta(hours=1), window_closes=ended)
    events_sweep()
    assert not owed_elsewhere(boards_of(own)), "nobody plays any more, and the draft cannot start"


def page(director, heat) -> str:
    return director.get(f"/director/clubs/{heat.club.slug}/heats/{heat.public_id}/").text


def test_the_page_counts_the_scores_of_a_running_night_and_names_what_is_missing(heat, dee, director):
    session = heat_night(heat, dee)
    score_round(session, dee, {1: "1N S 7", 2: "p"})
    shown = page(director, heat)
    assert "2 of 9 scores counted" in shown and "6 of them are of rounds to come" in shown
    assert "End the night when everybody has played" in shown
    session_end(session=session, user=dee)
    with pytest.raises(Refused, match=r"Only 2 of 3 .* table 3, round 1: board \d \(no score\)"):
        heat_confirm(heat=heat, user=dee)
    [row] = TableBoard.objects.filter(state="unplayed")
    enter_score(row, dee, status="not_played")
    heat_confirm(heat=heat, user=dee)
    assert "3 of 3 scores counted" in page(director, heat)


def test_boards_of_the_clubs_own_are_not_counted(club, dee):
    heat = join(make_event(club, dee, boards=2), club, dee)
    session = heat_night(heat, dee)
    assert heat_scores(session.heat).expected == 6
    heat.refresh_from_db()
    score_round(session, dee, {1: "1N S 8", 3: "p"})
    assert take_lines(heat) and heat.lines.get().board == 1


def test_a_heat_is_confirmed_with_every_score_after_its_night_and_its_late_plays_and_stays_so(own, dee, director):
    assert "9 of 9 scores counted" in page(director, own)
    address = f"/director/clubs/{own.club.slug}/heats/{own.public_id}/"
    assert "<b>Confirmed</b> by dee" in director.post(f"{address}confirm/", follow=True).text
    own.refresh_from_db()
    assert own.confirmed_by == dee
    assert own.event.log.filter(action=EventAction.CONFIRMED, facts={"counted": 9, "expected": 9}).count() == 1
    assert "<b>Confirmed</b>" not in director.post(f"{address}unconfirm/", follow=True).text
    Session.objects.update(status=SessionStatus.RUNNING)
    with pytest.raises(Refused, match="still running"):
        heat_confirm(heat=own, user=dee)
    Session.objects.update(status=SessionStatus.ENDED)
    row = TableBoard.objects.first()
    enter_score(row, dee, status="late")
    with pytest.raises(Refused, match="a late play is still to come"):
        heat_confirm(heat=own, user=dee)
    enter_score(row, dee, "1N S 7", why="played")
    heat_confirm(heat=own, user=dee)
    enter_score(row, dee, "3N S 9")
    Event.objects.update(status=EventStatus.PUBLISHED)
    with pytest.raises(Refused, match="You can still correct"):
        heat_unconfirm(heat=own, user=dee)
    own.refresh_from_db()
    assert own.confirmed_at is not None
