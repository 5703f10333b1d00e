"""A heat is confirmed once every score of the event's boards is in."""

import pytest

from clubsite.core.refused import Refused
from clubsite.duplicate.models import TableBoard
from clubsite.duplicate.services.directing import session_end
from clubsite.events.models import Event, EventAction, EventStatus
from clubsite.events.selectors.heats import heat_scores
from clubsite.events.services.confirmation import heat_confirm, heat_unconfirm
from tests.kit.events import heat_night, join, make_event, play_heat, score_round
from tests.kit.typed_scores import enter_score

SCORES = {1: "1N S 7", 2: "2N S 8", 3: "p"}


@pytest.fixture
def heat(club, dee):
    return join(make_event(club, dee), club, dee)


@pytest.fixture
def played(heat, dee):
    """A heat whose three tables have scored all three boards."""
    session = heat_night(heat, dee)
    play_heat(session, dee, SCORES)
    heat.refresh_from_db()
    return session


def page(director, heat) -> str:
    return director.get(f"/director/clubs/{heat.club.slug}/heats/{heat.public_id}/").text


def test_the_page_counts_the_scores_of_a_running_night(heat, dee, director):
    session = heat_night(heat, dee)
    score_round(session, dee, {1: "1N S 7", 2: "p"})
    shown = page(director, heat)
    assert "2 of 9 scores counted" in shown and "6 of them are of rounds to come" in shown
    assert "End the night when everybody has played" in shown


def test_boards_of_the_clubs_own_are_not_counted(club, dee):
    heat = join(make_event(club, dee, boards=2), club, dee)
    assert heat_scores(heat_night(heat, dee).heat).expected == 6


def test_a_heat_is_confirmed_with_every_score(heat, played, dee, director):
    session_end(session=played, user=dee)
    assert "9 of 9 scores counted" in page(director, heat)
    address = f"/director/clubs/{heat.club.slug}/heats/{heat.public_id}/"
    assert "<b>Confirmed</b> by dee" in director.post(f"{address}confirm/", follow=True).text
    heat.refresh_from_db()
    assert heat.confirmed_by == dee
    assert heat.event.log.filter(action=EventAction.CONFIRMED, subject="9 of 9 scores counted").count() == 1
    assert "<b>Confirmed</b>" not in director.post(f"{address}unconfirm/", follow=True).text


def test_a_heat_is_confirmed_after_its_night_and_its_late_plays_and_stays_so(heat, played, dee):
    with pytest.raises(Refused, match="still running"):
        heat_confirm(heat=heat, user=dee)
    session_end(session=played, user=dee)
    row = TableBoard.objects.first()
    enter_score(row, dee, status="late")
    with pytest.raises(Refused, match="a late play is still to come"):
        heat_confirm(heat=heat, user=dee)
    enter_score(row, dee, "1N S 7", why="played")
    heat_confirm(heat=heat, user=dee)
    enter_score(row, dee, "3N S 9")
    Event.objects.update(status=EventStatus.PUBLISHED)
    with pytest.raises(Refused, match="You can still correct"):
        heat_unconfirm(heat=heat, user=dee)
    heat.refresh_from_db()
    assert heat.confirmed_at is not None


def test_a_missing_score_is_named_by_table_round_and_board(heat, dee, director):
    session = heat_night(heat, dee)
    score_round(session, dee, {1: "1N S 7", 2: "p"})
    session_end(session=session, user=dee)
    with pytest.raises(Refused, match=r"Only 2 of 3 .* table 3, round 1: board \d \(no score\)"):
        heat_confirm(heat=heat, user=dee)
    [row] = TableBoard.objects.filter(state="unplayed")
    enter_score(row, dee, status="not_played")
    heat_confirm(heat=heat, user=dee)
    assert "3 of 3 scores counted" in page(director, heat)
