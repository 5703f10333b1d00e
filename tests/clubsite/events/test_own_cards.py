"""A player's cards after the event is published: here and over all side by side, and why the two differ."""

from fractions import Fraction

import pytest
from django.test import Client

from clubsite.duplicate.services.directing import session_end
from clubsite.events.selectors.event_lines import ONLY_HERE, entrant_card, here_and_over_all
from clubsite.events.services.publications import event_publish
from clubsite.events.services.scoring import event_score
from clubsite.members.visitor import Visitor
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import publish
from tests.clubsite.events.two_clubs import LANTERN
from tests.kit.events import close_window, heat_night, join, make_club, make_event, play_heat, score_round
from tests.kit.pages import text_of


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


def event_card(event, session):
    return entrant_card(event.public_id, Visitor.as_public(), session.heat.public_id, "1")


def test_before_the_event_is_published_there_is_none(event, session, dee):
    assert card(session) is None
    close_window(event)
    assert card(session) is None


def test_every_board_is_worth_something_here_and_something_over_all(event, session, dee):
    """Board 1 has four results, of which 120 beats two. On board 2, 4 of 4 among three is 4/3 * (4 + 1) - 1 = 17/3."""
    event_publish(event=close_window(event), user=dee)
    found = event_card(event, session)
    first, second, _ = found["lines"]
    assert (first.here.points, first.here.top, first.here.results, first.here.how) == (4, 4, 3, "")
    assert (first.over_all.points, first.over_all.top, first.over_all.results, first.over_all.how) == (4, 6, 4, "")
    assert (second.over_all.points, second.over_all.top, second.over_all.results) == (Fraction(17, 3), 6, 3)
    assert second.over_all.how == "4 ÷ 3 × (4 + 1) − 1, by Neuberg’s formula"
    assert (found["here"], found["over_all"]) == (100, Fraction(100 * (4 + 2 * Fraction(17, 3)), 18))
    page = text_of(Client(), f"/events/{event.public_id}/heats/{session.heat.public_id}/1/")
    assert "Over all 5.67 of 6" in page and page.count("by Neuberg’s formula") == 2


def test_the_card_of_the_night_says_the_place_and_leads_to_the_card_of_the_event(event, session, dee, director):
    event_publish(event=close_window(event), user=dee)
    assert card(session).words == "2nd of 4 South players, 85.19\xa0%"
    page = director.get(f"/results/{session.public_id}/player/1/").text
    assert "2nd of 4 South players" in page
    assert "Here 100.00 %, over all 85.19 %" in text_of(director, f"/results/{session.public_id}/player/1/")
    assert f'href="/events/{event.public_id}/heats/{session.heat.public_id}/1/"' in page


def test_a_board_that_the_club_added_counts_here_only(club, dee):
    """Without board 3, which is no top for North 3, the boards of the event are worth more than the night."""
    event = make_event(club, dee, boards=2, winners=2)
    session = heat_night(join(event, club, dee), dee)
    play_heat(session, dee, LANTERN | {1: "p"})
    session_end(session=session, user=dee)
    publish(session, dee)
    event_publish(event=close_window(event), user=dee)
    found = event_card(event, session)
    assert [line.score.board for line in found["lines"]] == [1, 2]
    assert sum(line.part for line in found["lines"]) + sum(part for _, part in found["rest"]) == found["differs_by"]
    assert {words for words, _ in found["rest"]} <= {ONLY_HERE}
