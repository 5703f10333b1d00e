"""A player's card after the event is published: here and over all side by side, and why the two differ."""

from fractions import Fraction

import pytest

from clubsite.duplicate.services.directing import session_end
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import publish
from clubsite.simultaneous.selectors.own_cards import here_and_over_all
from clubsite.simultaneous.services.publications import event_publish
from clubsite.simultaneous.services.scoring import event_score
from tests.kit.events import close_window, heat_night, join, make_club, make_event, play_heat, score_round

LANTERN = {1: "1N S 8", 2: "1N S 7", 3: "p"}


@pytest.fixture
def event(club, dee, cy):
    """Lantern Street plays all boards; at Quay Street only one table has played board 1, and scored the top."""
    event = make_event(club, dee, winners=2)
    session = heat_night(join(event, club, dee), dee)
    play_heat(session, dee, LANTERN)
    other = heat_night(join(event, make_club("Quay Street", cy), cy), cy)
    score_round(other, cy, {1: "1N S 9"})
    session_end(session=other, user=cy)
    session_end(session=session, user=dee)
    publish(session, dee)
    event_score(event_id=event.pk)
    return event


@pytest.fixture
def session(event, club):
    return event.heats.get(club=club).session


def card(session, number: int = 1):
    published = published_or_404(session.public_id)
    return here_and_over_all(published, session.sections.get().contestants.get(number=number).pk)


def test_before_the_event_is_published_there_is_none(event, session, dee):
    assert card(session) is None
    close_window(event)
    assert card(session) is None


def test_every_board_is_worth_something_here_and_something_over_all(event, session, dee):
    """Board 1 has four results, of which 120 beats two. On board 2, 4 of 4 among three is 4/3 * (4 + 1) - 1 = 17/3."""
    event_publish(event=close_window(event), user=dee)
    found = card(session)
    assert found.words == f"2nd of 4 South players, {85.19}\xa0%"
    first, second, _ = found.boards
    assert (first.here.points, first.here.top, first.here.results) == (4, 4, 3)
    assert (first.over.points, first.over.top, first.over.results, first.over.how) == (4, 6, 4, "")
    assert (second.over.points, second.over.top, second.over.results) == (Fraction(17, 3), 6, 3)
    assert second.over.how == "4 ÷ 3 × (4 + 1) − 1, by Neuberg’s formula"
    assert (found.here, found.over) == (100, Fraction(100 * (4 + 2 * Fraction(17, 3)), 18))
    assert found.reasons == ("A board was compared with up to 2 other results here, and with up to 3 over all.",)


def test_the_card_shows_both(event, session, dee, director):
    event_publish(event=close_window(event), user=dee)
    page = director.get(f"/results/{session.public_id}/player/1/").content.decode()
    assert "2nd of 4 South players" in page
    assert "Here 100.00 %, over all 85.19 %" in page


def test_a_board_that_the_club_added_counts_here_only(club, dee):
    event = make_event(club, dee, boards=2, winners=2)
    session = heat_night(join(event, club, dee), dee)
    play_heat(session, dee, LANTERN)
    session_end(session=session, user=dee)
    publish(session, dee)
    event_publish(event=close_window(event), user=dee)
    found = card(session)
    assert [row.over is None for row in found.boards] == [False, False, True]
    assert "1 board counted here only." in found.reasons
