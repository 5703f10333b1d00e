"""A session's last screen shows the state of the results, and becomes a link to them once they are available."""

import json
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from clubsite.nights.models import TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.play import relay
from clubsite.play.models import Room
from clubsite.play.seat_tickets import presence_set
from clubsite.rankings.services.publications import publish, unpublish
from tests.clubsite.at_tables import look
from tests.clubsite.listeners import nobody_listens
from tests.clubsite.play.seat_socket import SeatSocket
from tests.kit.terminal import Seat
from tests.kit.typed_scores import enter_score

BO = 1


def end(session, user):
    """Score one board and end the session as the director, without sending messages."""
    with nobody_listens():
        row = TableBoard.objects.filter(round__section__session=session).order_by("pk").first()
        assert row is not None
        enter_score(row, user, "1N S 7")
        session_end(session=session, user=user)


def results(night) -> dict[str, str]:
    table = look(night.tickets[BO])["table"]
    assert table["state"] == "finished"
    return dict(table["results"])


def test_a_seat_is_told_how_it_stands_with_the_results(night, dee):
    assert look(night.tickets[BO])["table"]["results"] is None
    end(night.session, dee)
    url = f"/results/{night.session.public_id}/"
    assert results(night) == {"state": "waiting", "url": url}
    publish(night.session, dee)
    assert results(night) == {"state": "published", "url": url}
    assert "aria-current" in Client().get(url).text
    unpublish(night.session, dee)
    assert results(night)["state"] == "withdrawn"


def test_the_seats_hear_of_it_after_the_commit_and_only_when_it_changes(night, dee, django_capture_on_commit_callbacks):
    end(night.session, dee)
    for ticket in night.tickets.values():
        presence_set(ticket.pk, relay.seat_group(ticket), True)
    with mock.patch.object(relay, "_deliver") as send:
        with django_capture_on_commit_callbacks(execute=False) as told:
            publish(night.session, dee)
        send.assert_not_called()
        for tell in told:
            tell()
        said = {channel: json.loads(call.args[1]) for call in send.call_args_list for channel in call.args[0]}
    assert set(said) == {relay.seat_group(ticket) for ticket in night.tickets.values()}
    states = {message["table"]["results"]["state"] for message in said.values()}
    assert states == {"published"}
    row = TableBoard.objects.filter(round__section=night.section).order_by("pk").first()
    enter_score(row, dee, "2N S 8")
    before = list(Room.objects.order_by("pk").values_list("rev", flat=True))
    assert publish(night.session, dee).version == 2  # a correction: the way to the results is the same
    assert list(Room.objects.order_by("pk").values_list("rev", flat=True)) == before


async def heard(socket: SeatSocket, state: str):
    """Wait for a view with this state. Other views, which report presence, may come before it."""
    while (await socket.hear("view"))["table"]["results"]["state"] != state:
        pass


@pytest.mark.django_db(transaction=True)
async def test_the_line_brings_the_way_to_the_results(night, dee):
    await sync_to_async(end)(night.session, dee)
    async with SeatSocket(night.tickets[BO], night.tokens[BO]) as socket:
        await heard(socket, "waiting")
        await sync_to_async(publish)(night.session, dee)
        await heard(socket, "published")
        await sync_to_async(unpublish)(night.session, dee)
        await heard(socket, "withdrawn")


@pytest.mark.django_db(transaction=True)
async def test_a_message_that_was_lost_is_made_up_for_by_the_next_ping(night, dee):
    await sync_to_async(end)(night.session, dee)
    async with SeatSocket(night.tickets[BO], night.tokens[BO]) as socket:
        seen = await socket.hear("view")

        def published_unheard():
            with nobody_listens():
                publish(night.session, dee)

        await sync_to_async(published_unheard)()
        await socket.send("ping", rev=seen["rev"])
        await heard(socket, "published")


def test_a_contestant_without_a_seat_is_not_told_that_nothing_has_started(night, dee):
    end(night.session, dee)
    with mock.patch("clubsite.seats.seat_resolver.room_and_player", return_value=None):
        table = look(night.tickets[BO])["table"]
    assert (table["state"], table["results"]["state"]) == ("finished", "waiting")


def test_a_terminal_turns_into_the_way_to_the_results(pairs, dee):
    """In a four-handed session whose scores are all typed, the page reloads when its version mark changes."""
    pair, session = Seat(pairs.contestants.get(number=1)), pairs.session
    end(session, dee)
    waiting = pair.see()
    assert waiting["results"]["state"] == "waiting"
    publish(session, dee)
    published = pair.see()
    assert published["rev"] != waiting["rev"]
    assert published["results"] == {"state": "published", "url": f"/results/{session.public_id}/"}
    unpublish(session, dee)
    assert pair.see()["rev"] != published["rev"] and pair.see()["results"]["state"] == "withdrawn"
