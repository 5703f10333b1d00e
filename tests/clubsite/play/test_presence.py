"""Whether the opponent is present: reported by sockets, lost when a server dies, and repaired by the sweep."""

from datetime import timedelta
from unittest import mock

import pytest
from django.utils import timezone

from clubsite.accounts.services import device_for
from clubsite.nights.services.rounds import round_force
from clubsite.play import seat_tickets
from clubsite.play.models import RevokeReason, SeatConnection, SeatTicket
from clubsite.play.seat_tickets import MAX_SILENCE, SeatTaken, presence_set, presence_sweep, ticket_release, ticket_take
from clubsite.seats.seat_resolver import SessionSeatResolver
from tests.clubsite.at_tables import look

pytestmark = pytest.mark.django_db(transaction=True)
BO, ANN = 1, 4


def here(night, number, *, channel="", there=True):
    ticket_pk = night.tickets[number].pk
    presence_set(ticket_pk=ticket_pk, channel=channel or f"page of {ticket_pk}", here=there)


def opponent_connected(night, number):
    return look(night.tickets[number])["table"]["opponent"]["connected"]


def test_the_opponent_is_away_until_their_page_is_open_and_leaving_lifts_rev(night):
    assert opponent_connected(night, BO) is False
    here(night, ANN)
    assert opponent_connected(night, BO) is True
    before = look(night.tickets[BO])
    here(night, ANN)
    assert look(night.tickets[BO]) == before, "still there: nobody sees a change"
    here(night, ANN, there=False)
    assert opponent_connected(night, BO) is False
    assert look(night.tickets[BO])["rev"] > before["rev"]


@pytest.mark.parametrize("closed", ["first", "second"])
def test_of_two_tabs_either_may_be_closed_and_the_last_takes_the_player_away(night, closed):
    for channel in ("first", "second"):
        here(night, ANN, channel=channel)
    here(night, ANN, channel=closed, there=False)
    assert opponent_connected(night, BO) is True
    here(night, ANN, channel={"first": "second", "second": "first"}[closed], there=False)
    assert opponent_connected(night, BO) is False


@pytest.mark.parametrize("away", [-MAX_SILENCE - timedelta(seconds=1), timedelta(hours=1)])
def test_the_sweep_marks_as_gone_whoever_was_heard_of_long_ago_or_before_the_clock_was_set_back(night, away):
    here(night, ANN)
    here(night, BO)
    SeatConnection.objects.filter(ticket=night.tickets[ANN]).update(seen_at=timezone.now() + away)
    assert presence_sweep() == 1
    assert opponent_connected(night, BO) is False
    assert opponent_connected(night, ANN) is True


def test_a_ticket_taken_away_is_not_connected_and_keeps_its_first_reason(night):
    here(night, ANN)
    ticket_release(ticket=night.tickets[ANN], reason=RevokeReason.FREED)
    assert opponent_connected(night, BO) is False
    here(night, ANN)
    assert opponent_connected(night, BO) is False
    ticket_release(ticket=night.tickets[ANN], reason=RevokeReason.LEFT)
    assert SeatTicket.objects.get(pk=night.tickets[ANN].pk).revoked_reason == RevokeReason.FREED


def test_a_seat_held_by_one_device_is_given_to_another_once_it_was_freed(night):
    other, _ = device_for(token=None)
    with pytest.raises(SeatTaken) as taken:
        ticket_take(device=other, seat=night.tickets[ANN].seat)
    assert taken.value.ticket == night.tickets[ANN]
    ticket_release(ticket=night.tickets[ANN], reason=RevokeReason.FREED)
    ticket, _ = ticket_take(device=other, seat=night.tickets[ANN].seat)
    assert look(ticket)["table"]["name"] == "Ann"


def test_the_same_device_takes_its_seat_again_with_a_new_key_for_the_same_claim(night):
    ticket, token = ticket_take(device=night.tickets[ANN].device, seat=night.tickets[ANN].seat)
    assert ticket.pk == night.tickets[ANN].pk
    assert token != night.tokens[ANN]


def test_a_socket_that_was_heard_of_while_the_sweep_went_on_is_not_forgotten(night):
    here(night, ANN)
    long_ago = timezone.now() - MAX_SILENCE - timedelta(seconds=1)
    sockets = SeatConnection.objects.filter(ticket=night.tickets[ANN])
    sockets.update(seen_at=long_ago)
    with mock.patch.object(seat_tickets, "presence_set", wraps=presence_set) as ended:
        ended.side_effect = lambda *facts: sockets.update(seen_at=timezone.now()) and presence_set(*facts)
        presence_sweep()
    assert opponent_connected(night, BO) is True


def test_a_page_that_opens_while_the_round_turns_is_shown_at_the_new_table(night, dee):
    """The page's seat was looked up before the round moved on, and is looked up again under the room's lock."""
    look(night.tickets[BO])
    find, turned = SessionSeatResolver.room_seat, []

    def turning(resolver, ticket):
        seat = find(resolver, ticket)
        if not turned:
            turned.append(True)
            round_force(section=night.section, user=dee)
            for one in night.tickets.values():
                look(one)
        return seat

    with mock.patch.object(SessionSeatResolver, "room_seat", turning):
        here(night, ANN)
    opponents = [look(ticket)["table"]["opponent"] or {} for ticket in night.tickets.values()]
    assert turned and [one["connected"] for one in opponents if one.get("name") == "Ann"] == [True]
