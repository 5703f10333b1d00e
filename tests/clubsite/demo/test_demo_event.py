"""The demo's event: two clubs of the site, and thirty others that come in one round after the other."""

import pytest

from clubsite.demo import demo_event
from clubsite.demo.demo import PEOPLE, _club, _director
from clubsite.demo.demo_event import BOARDS, SCRIPTED_HEATS, TABLES, demo_event_build, event_advance
from clubsite.events.models import EventPlace
from clubsite.events.services.scoring import event_score
from clubsite.nights.models import SessionStatus
from tests.kit.remembered import remembered


@pytest.fixture
def event(db):
    return event_built()


@remembered
def event_built():
    return demo_event_build(organiser=_club(), director=_director(), people=PEOPLE[8:])


def test_half_of_the_other_clubs_are_in_and_everybody_has_a_row(event):
    others = event.heats.filter(club=None)
    assert others.count() == SCRIPTED_HEATS
    assert others.filter(confirmed_at__isnull=False).count() == SCRIPTED_HEATS // 2
    assert EventPlace.objects.filter(event=event, stratum="").count() == (SCRIPTED_HEATS + 2) * 2 * TABLES


def test_one_club_has_played_and_confirmed_and_one_is_playing(event):
    lantern, quay = event.heats.filter(club__isnull=False).order_by("pk")
    assert (lantern.session.status, bool(lantern.confirmed_at)) == (SessionStatus.ENDED, True)
    assert (quay.session.status, bool(quay.confirmed_at)) == (SessionStatus.RUNNING, False)
    assert (lantern.lines.count(), quay.lines.count()) == (TABLES * BOARDS, (TABLES - 1) * BOARDS)


def test_the_ranking_moves_until_all_clubs_are_in(event):
    before = list(event.places.values_list("entrant", "place", "won"))
    assert event_advance()
    event_score(event_id=event.pk)
    assert list(event.places.values_list("entrant", "place", "won")) != before
    while event_advance():
        pass
    assert not event.heats.filter(club=None, confirmed_at=None).exists()
    assert {heat.lines.count() for heat in event.heats.filter(club=None)} == {TABLES * BOARDS}


def test_a_second_start_makes_no_second_event(event):
    assert demo_event_build(organiser=event.club, director=_director(), people=PEOPLE[8:]) == event


def test_every_player_of_a_scripted_heat_meets_each_board_once(event):
    for heat in event.heats.filter(club=None, confirmed_at__isnull=False)[:3]:
        for entrant in heat.entrants.all():
            boards = [
                *entrant.lines_ns.values_list("board", flat=True),
                *entrant.lines_ew.values_list("board", flat=True),
            ]
            assert sorted(boards) == list(range(1, demo_event.BOARDS + 1))
