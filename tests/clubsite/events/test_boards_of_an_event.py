"""The boards of a heat: first without cards, then the same cards in every club, and seen by nobody too early."""

import datetime

import pytest
from django.utils import timezone

from clubsite.core.refused import Refused
from clubsite.duplicate.models import Board
from clubsite.duplicate.selectors.sealed_boards import unshown_hands
from clubsite.duplicate.services.rounds import session_start
from clubsite.events.models import EventAction, Heat
from clubsite.events.services.events import event_cancel
from clubsite.events.services.heat_sessions import dealer_name, heat_release
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from tests.kit.events import LOTTO, dealer_of, heat_night, join, make_club, make_event


def hands(session):
    boards = Board.objects.filter(board_set__session=session).order_by("number")
    return {board.number: unshown_hands(board) for board in boards}


def test_a_draft_has_the_boards_of_the_event_but_no_cards(club, dee):
    session = heat_night(join(make_event(club, dee), club, dee), dee, start=False)
    boards = Board.objects.filter(board_set__session=session)
    assert [(board.number, board.known, bool(board.sealed)) for board in boards] == [
        (number, False, False) for number in (1, 2, 3)
    ]


def test_two_clubs_play_the_same_cards(club, dee, cy):
    event = make_event(club, dee)
    other = make_club("Quay Street", cy)
    first = heat_night(join(event, club, dee), dee)
    second = heat_night(join(event, other, cy), cy)
    assert hands(first) == hands(second)
    assert len({tuple(cards.values()) for cards in hands(first).values()}) == 3


def test_no_night_starts_before_the_public_number_is_typed(club, dee):
    heat = join(make_event(club, dee, **LOTTO), club, dee)
    session = heat_night(heat, dee, start=False)
    with pytest.raises(Refused, match="numbers of the Lotto draw"):
        session_start(session=session, user=dee)
    assert hands(session)[1] == {"N": "", "E": "", "S": "", "W": ""}


def test_no_night_starts_outside_the_window(club, dee):
    now = timezone.now()
    later = {"window_opens": now + datetime.timedelta(hours=2), "window_closes": now + datetime.timedelta(hours=9)}
    session = heat_night(join(make_event(club, dee, **later), club, dee), dee, start=False)
    with pytest.raises(Refused, match="not opened yet"):
        session_start(session=session, user=dee)


def test_the_dealer_gets_the_cards_an_hour_before_the_planned_start(club, dee):
    event = make_event(club, dee)
    heat = join(event, club, dee, planned_at=timezone.now() + datetime.timedelta(minutes=90))
    session = heat_night(heat, dee, start=False)
    dealer_name(heat=heat, person=dealer_of(club), user=dee)
    with pytest.raises(Refused, match="too early"):
        heat_release(heat=heat, user=dee)
    Heat.objects.filter(pk=heat.pk).update(planned_at=timezone.now() + datetime.timedelta(minutes=50))
    heat_release(heat=heat, user=dee)
    assert all(cards["N"] for cards in hands(session).values())
    assert event.log.filter(action=EventAction.CARDS_RELEASED, heat=heat).count() == 1


def test_boards_beyond_the_events_are_dealt_at_the_club(club, dee):
    session = heat_night(join(make_event(club, dee, boards=2, min_boards=1), club, dee), dee)
    numbers = Board.objects.filter(board_set__session=session, known=True).values_list("number", flat=True)
    assert list(numbers) == [1, 2, 3]
    [board_set] = session.board_sets.all()
    assert (board_set.event_boards, bool(board_set.commitment)) == (2, True)


def test_the_boards_are_held_until_the_window_closes_or_the_event_is_cancelled(club, dee):
    event = make_event(club, dee, boards=2)
    session = heat_night(join(event, club, dee), dee)
    boards = dict(Board.objects.filter(board_set__session=session).values_list("number", "pk"))
    assert owed_elsewhere(set(boards.values())) == {boards[1], boards[2]}  # not the third, which is the club's own
    event_cancel(event=event, user=dee)
    assert owed_elsewhere(set(boards.values())) == set()
