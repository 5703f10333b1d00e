"""A penalty of a heat's director takes the same part of a board, or of the session, in the event as at the club.

Both clubs have three tables: at the club the top of a board is 4, and with both clubs it is 10. Six results a board.
"""

from decimal import Decimal
from fractions import Fraction

import pytest

from clubsite.duplicate.models import Contestant
from clubsite.duplicate.services.directing import session_end
from clubsite.events.models import EventPlace
from clubsite.events.services.publications import event_publish
from clubsite.events.services.scoring import event_score
from clubsite.rankings.services.settings import penalty_add, penalty_withdraw
from clubsite.rankings.services.sweep import results_sweep
from tests.clubsite.events.two_clubs import AT_QUAY, LANTERN, QUAY
from tests.kit.events import close_window, heat_night, join, make_club, make_event, play_heat
from tests.kit.nights import end_and_publish
from tests.kit.pages import text_of


@pytest.fixture
def event(club, dee):
    return make_event(club, dee, winners=2, min_tables=3)


@pytest.fixture
def lantern(event, club, dee):
    """The night of Lantern Street. South 1 has 24 of 30 match points over all: 80 %."""
    session = heat_night(join(event, club, dee), dee)
    play_heat(session, dee, LANTERN)
    return session


@pytest.fixture
def quay(event, cy):
    session = heat_night(join(event, make_club("Quay Street", cy), cy), cy, names=AT_QUAY)
    play_heat(session, cy, QUAY)
    return session


def penalise(session, user, amount: str, unit: str):
    [south] = Contestant.objects.filter(section__session=session, number=1)
    found = penalty_add(
        session=session, contestant_id=south.pk, amount=Decimal(amount), unit=unit, why="Late", user=user
    )
    results_sweep()
    return found


def won(event) -> Fraction:
    event_score(event_id=event.pk)
    return Fraction(EventPlace.objects.get(entrant__heat__club_name="Lantern Street", entrant__label="1").won)


@pytest.mark.parametrize(
    ("amount", "unit", "taken"),
    [
        ("10", "top", Fraction(1)),  # 10 % of a top of 10
        ("1", "points", Fraction(5, 2)),  # one of 4 match points is a quarter of a board
        ("5", "percent", Fraction(3, 2)),  # 5 % of 30
        ("-20", "top", Fraction(-2)),
    ],
)
def test_a_penalty_takes_the_same_part_over_all(event, lantern, quay, dee, amount, unit, taken):
    assert won(event) == 24
    given = penalise(lantern, dee, amount, unit)
    assert won(event) == 24 - taken
    penalty_withdraw(session=lantern, penalty_id=given.pk, user=dee)
    results_sweep()
    assert won(event) == 24


def test_match_points_mean_nothing_in_an_event_scored_by_imps(club, dee, cy):
    event = make_event(club, dee, winners=2, min_tables=3, scoring={"method": "cross_imps"})
    session = heat_night(join(event, club, dee), dee)
    play_heat(session, dee, LANTERN)
    before = won(event)
    penalise(session, dee, "1", "points")
    assert won(event) == before


def test_the_card_has_the_penalty_at_the_club_and_over_all(event, lantern, quay, dee, cy, client):
    penalise(lantern, dee, "1", "points")
    end_and_publish(lantern, dee)
    session_end(session=quay, user=cy)
    close_window(event)
    event_score(event_id=event.pk)
    event_publish(event=event, user=dee)
    card = text_of(client, f"/events/{event.public_id}/heats/{lantern.heat.public_id}/1/")
    assert "Penalties and awards at the club" in card and "Penalties and awards over all" in card
