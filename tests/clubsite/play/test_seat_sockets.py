"""A seat's socket through the site's own ASGI application: who gets in, what is accepted and what is refused."""

import asyncio
import json
import time
from datetime import datetime, timedelta
from unittest import mock
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from clubsite.nights.services.tables import sweep
from clubsite.play import consumers, relay
from clubsite.play.models import PlayEvent, RevokeReason, Room, SeatConnection
from clubsite.play.seat_tickets import presence_sweep, ticket_release
from tests.clubsite.at_tables import act, look, say_ready
from tests.clubsite.play.seat_socket import SeatSocket
from tests.kit.clocks import flow_time

pytestmark = pytest.mark.django_db(transaction=True)
BO, ANN = 1, 4


@pytest.fixture
def live(night):
    """The numbers of the dealer and of the other player at table 1, with its first board in the auction."""
    for number in (BO, ANN):
        say_ready(night.tickets[number])
    return (BO, ANN) if look(night.tickets[BO])["view"]["legal"] else (ANN, BO)


def socket_of(night, number, **how):
    return SeatSocket(night.tickets[number], night.tokens[number], **how)


def act_message(play, seq, action, **more):
    return {"play": play, "seq": seq, "a": action, **more}


async def test_a_seat_with_its_cookie_gets_its_whole_view_at_once_whatever_cookies_other_programs_set(night):
    for around in ("%s", 'cart={"a":1,"b":2}; %s', "some/app=1; %s", "%s; odd(name)=x", "novalue; %s"):
        async with socket_of(night, BO, cookie=around % f"claim={night.tokens[BO]}") as socket:
            assert socket.accepted
            seen = await socket.frame()
        assert seen["t"] == "view", around
        assert (seen["table"]["name"], seen["table"]["seat"], seen["table"]["state"]) == ("Bo", "S", "ready")


@pytest.mark.parametrize(
    ("seat", "token"),
    [
        *((None, token) for token in ("", "wrong", "another seat's")),
        *((unknown, "x") for unknown in ("nosuchseat", "a\0b", "%F0", "\u2660")),
    ],
)
async def test_without_the_right_cookie_the_seat_is_gone_and_the_socket_closes(night, seat, token):
    token = night.tokens[ANN] if token == "another seat's" else token
    async with SeatSocket(seat or night.tickets[BO], token) as socket:
        assert (await socket.frame())["t"] == "gone"
        assert (await socket.frame())["t"] == "closed"
        assert socket.close_code == 4404


async def test_the_snapshot_is_taken_after_joining_the_group(night):
    order = []
    snapshot, layer = consumers.selectors.snapshot, relay.get_channel_layer()
    join = layer.group_add

    def noted_snapshot(ticket):
        order.append("snapshot")
        return snapshot(ticket)

    async def noted_join(group, channel):
        order.append("join")
        await join(group, channel)

    with (
        mock.patch.object(consumers.selectors, "snapshot", noted_snapshot),
        mock.patch.object(layer, "group_add", noted_join),
    ):
        async with socket_of(night, BO) as socket:
            await socket.hear("view")
    assert order[:3] == ["join", "join", "snapshot"], "its own group, and that of its night"


async def test_an_action_is_acknowledged_and_both_seats_get_their_new_views(night, live):
    dealer, other = live
    async with socket_of(night, dealer) as mine, socket_of(night, other) as theirs:
        seen = await mine.hear("view")
        await theirs.everything()
        sent = await mine.send("act", **act_message(seen["play"], 0, "c:1S"))
        ack = await mine.hear("ack")
        news = await theirs.hear("view")
    assert (ack["id"], ack["play"], ack["seq"]) == (sent, seen["play"], 1)
    event = await sync_to_async(PlayEvent.objects.get)()
    assert (str(event.client_id), event.ticket_id) == (sent, night.tickets[dealer].pk)
    assert (news["rev"], news["seq"]) == (ack["rev"], 1)
    assert [call["call"] for call in news["view"]["auction"]] == ["1S"]


async def test_the_seat_comes_from_the_connection_whatever_the_message_says(night, live):
    dealer, other = live
    async with socket_of(night, other) as socket:
        seen = await socket.hear("view")
        who = (await sync_to_async(night.place)(dealer)).seat_id
        forged = dict.fromkeys(("seat", "player", "actor"), seen["view"]["turn"]["player"])
        forged |= {"who": who, "claim": night.tickets[dealer].public_id}
        await socket.send("act", **act_message(seen["play"], 0, "c:1S", **forged))
        refused = await socket.hear("refused", "ack")
    assert (refused["t"], refused["code"]) == ("refused", "illegal")
    assert not await sync_to_async(PlayEvent.objects.exists)()


async def test_a_stale_action_is_refused_and_the_whole_view_follows(night, live):
    async with socket_of(night, live[0]) as socket:
        seen = await socket.hear("view")
        await socket.send("act", **act_message(seen["play"], 7, "c:1S"))
        refused = await socket.hear("refused")
        fresh = await socket.hear("view")
    assert (refused["code"], refused["seq"], fresh["seq"]) == ("stale", 0, 0)


async def test_only_who_called_the_director_takes_the_call_back_and_the_opponent_sees_it(night):
    async with socket_of(night, BO) as caller, socket_of(night, ANN) as other:
        await caller.send("help")
        await caller.hear("ack")
        assert (await caller.everything())[-2]["table"]["called"] is True
        table = (await other.everything())[-2]["table"]
        assert (table["called"], table["called_by"]) == (True, "S")
        await other.send("help_off")
        assert (await other.hear("refused"))["code"] == "illegal"
        assert (await other.everything())[-2]["table"]["called"] is True
        await caller.send("help_off")
        await caller.hear("ack")
        assert [(await seat.everything())[-2]["table"]["called"] for seat in (caller, other)] == [False, False]


@pytest.mark.parametrize("number", [BO, ANN])
async def test_no_player_takes_a_dispute_off_the_director_s_list(night, live, number):
    async with socket_of(night, BO) as socket:
        seen = await socket.hear("view")
        await socket.send("help")
        await socket.send("disagree", play=seen["play"])
        await socket.hear("ack")
        await socket.hear("ack")
    async with socket_of(night, number) as socket:
        await socket.send("help_off")
        assert (await socket.hear("refused"))["code"] == "illegal"
        table = (await socket.everything())[-2]["table"]
    assert (table["disputed"], table["called_by"]) == (True, None)


async def test_disagreeing_with_a_board_that_has_left_the_table_calls_nobody(night, live):
    async with socket_of(night, BO) as socket:
        await socket.send("disagree", play="earlierboard")
        assert (await socket.hear("refused"))["code"] == "gone"
        table = (await socket.everything())[-2]["table"]
    assert (table["called"], table["disputed"]) == (False, False)


async def test_a_next_board_that_cannot_be_opened_leaves_the_agreement_standing(night):
    def broken(**_):
        raise RuntimeError("no board today")

    async with socket_of(night, BO) as south, socket_of(night, ANN) as north:
        with mock.patch("clubsite.nights.receivers.tables.table_advance", broken):
            await south.send("ready", play=None)
            await south.hear("ack")
            await north.send("ready", play=None)
            await north.hear("ack")
        await sync_to_async(sweep)()
        assert (await north.everything())[-2]["table"]["state"] == "playing"


async def test_frames_that_are_no_message_are_refused_and_the_socket_stays(night):
    frames = ("", "{", "[1]", '{"t":"act"}', "[" * 900, "x" * 2000, '{"t":"ping","rev":"x"}', '{"t":"dance"}')
    strange = json.dumps({"t": "act", "play": "\ud800", "seq": 0, "id": str(uuid4()), "a": "c:1S"})
    async with socket_of(night, BO) as socket:
        for text in (*frames, strange):
            await socket.send_text(text)
            refused = await socket.hear("refused")
            assert (refused["code"], refused["reason"][-1]) == ("bad", "."), text
        await socket.app.send_input({"type": "websocket.receive", "bytes": b"\xff\x00"})
        assert (await socket.hear("refused"))["code"] == "bad"
        await socket.send("ping", rev=0)
        assert await socket.hear("pong")


async def test_a_flood_closes_the_socket_and_leaves_nothing_of_it_behind(night, settings, monkeypatch):
    """Messages still in transit when the site closes the socket are ignored, and no more are sent on the socket."""
    flow_time(monkeypatch, time.monotonic())  # the requests of tests before this one were counted by that clock
    async with socket_of(night, BO) as socket:
        await socket.hear("view")
        open_now = set(relay._sockets)
        for _ in range(8 * settings.SEAT_MESSAGES):
            await socket.send("ping", rev=0)
        while (await socket.frame())["t"] != "closed":
            pass
    assert socket.close_code == 4429
    assert open_now and not open_now & set(relay._sockets)
    assert not await SeatConnection.objects.aexists()


async def test_an_act_whose_sender_has_just_gone_is_shown_to_the_opponent(night, live):
    dealer, other = live
    send_json = consumers.SeatConsumer.send_json

    async def gone(self, content, close=False):
        if content["t"] == "ack":
            raise ConnectionError("the page was closed")
        await send_json(self, content, close)

    async with socket_of(night, other) as theirs:
        await theirs.everything()
        mine = socket_of(night, dealer)
        await mine.__aenter__()
        seen = await mine.hear("view")
        with mock.patch.object(consumers.SeatConsumer, "send_json", gone):
            await mine.send("act", **act_message(seen["play"], 0, "c:1S"))
            while (news := await theirs.hear("view"))["seq"] == 0:
                pass
            with pytest.raises(ConnectionError):
                await mine.app.wait(60)
        assert [call["call"] for call in news["view"]["auction"]] == ["1S"]
    assert not await SeatConnection.objects.aexists(), "neither page is open any more"


async def test_one_room_that_no_message_reaches_keeps_the_message_from_nobody_else(night):
    rooms = [room.pk async for room in Room.objects.order_by("pk")]
    tell, room_ids = relay._tell_room, []

    def all_but_the_first(room_id, now):
        if room_id == rooms[0]:
            raise ValueError("a table that cannot be read")
        room_ids.append(room_id)
        tell(room_id, now)

    with mock.patch.object(relay, "_tell_room", all_but_the_first):
        await sync_to_async(relay.DeferredSends(rooms=dict.fromkeys(rooms)).send_views)()
    assert room_ids == rooms[1:]


async def test_honest_play_is_never_taken_for_a_flood(night, settings):
    async with socket_of(night, BO) as socket:
        for _ in range(2 * settings.SEAT_MESSAGES):
            await socket.send("ping", rev=0)
            await socket.hear("pong")


async def test_a_lost_message_heals_within_one_ping_whose_pong_tells_the_time(night, live):
    dealer, other = live

    def lost():
        with mock.patch.object(relay, "send"):
            act(night.tickets[dealer], "c:1S")

    async with socket_of(night, other) as socket:
        rev, before = (await socket.everything())[-1]["rev"], timezone.now()
        await sync_to_async(lost)()
        await socket.send("ping", rev=rev)
        view, pong = await socket.frame(), await socket.hear("pong")
        assert (view["t"], view["seq"], pong["rev"]) == ("view", 1, view["rev"])
        assert before <= datetime.fromisoformat(pong["now"]) <= timezone.now()
        await socket.send("ping", rev=pong["rev"])
        assert (await socket.frame())["t"] == "pong", "with the current one there is nothing to be sent"


async def test_a_claim_taken_away_hears_why_and_its_socket_closes(night):
    async with socket_of(night, BO) as socket:
        await socket.everything()
        await sync_to_async(ticket_release)(ticket=night.tickets[BO], reason=RevokeReason.FREED)
        assert (await socket.hear("gone"))["reason"] == RevokeReason.FREED.label
        assert (await socket.frame())["t"] == "closed"
    assert socket.close_code == 4404


@pytest.mark.parametrize(
    "message",
    [
        {"t": "act", "play": "x", "seq": 0, "a": "c:1S"},
        {"t": "ready", "play": None},
        {"t": "help"},
        {"t": "ping", "rev": 1},
    ],
)
async def test_a_holder_who_never_heard_that_their_claim_was_taken_is_shown_no_table_any_more(night, live, message):
    async with socket_of(night, BO) as socket:
        await socket.everything()

        def taken_unheard():
            with mock.patch.object(relay, "send"):
                ticket_release(ticket=night.tickets[BO], reason=RevokeReason.FREED)

        await sync_to_async(taken_unheard)()
        await socket.send(**message)
        heard = [await socket.frame()]
        while heard[-1]["t"] not in ("closed", "gone"):
            heard.append(await socket.frame())
    assert "view" not in [m["t"] for m in heard]
    assert heard[-1]["reason"] == RevokeReason.FREED.label


async def test_a_claim_taken_away_while_its_page_connects_is_shown_nothing(night, live):
    presence = consumers.seat_tickets.presence_set

    def taken_meanwhile(*facts):
        with mock.patch.object(relay, "send"):
            ticket_release(ticket=night.tickets[BO], reason=RevokeReason.FREED)
        presence(*facts)

    with mock.patch.object(consumers.seat_tickets, "presence_set", taken_meanwhile):
        async with socket_of(night, BO) as socket:
            assert (await socket.frame())["t"] == "gone"


@pytest.mark.parametrize("kind", ["ping", "act"])
async def test_whatever_a_player_says_shows_that_they_are_there(night, live, kind, monkeypatch):
    monkeypatch.setattr(consumers, "TOUCH_SECONDS", -1)
    turn = live[0]
    seen = await sync_to_async(look)(night.tickets[turn])
    async with socket_of(night, turn) as socket:
        await socket.hear("view")
        quiet = SeatConnection.objects.filter(ticket=night.tickets[turn])
        await quiet.aupdate(seen_at=timezone.now() - timedelta(minutes=1))
        if kind == "ping":
            await socket.send("ping", rev=seen["rev"])
            await socket.hear("pong")
        else:
            await socket.send("act", **act_message(seen["play"], seen["seq"], seen["view"]["legal"][0]))
            await socket.hear("ack")
        async with asyncio.timeout(60):
            while not await quiet.filter(seen_at__gt=timezone.now() - timedelta(seconds=30)).aexists():
                await asyncio.sleep(0.02)
        assert await sync_to_async(presence_sweep)() == 0


@pytest.mark.parametrize("proper", [True, False], ids=["closed", "cut"])
async def test_a_second_tab_that_goes_shows_the_opponent_nothing_at_all(night, proper):
    async with socket_of(night, BO) as bo, socket_of(night, ANN) as ann:
        second = await socket_of(night, ANN).__aenter__()
        await second.hear("view")
        await ann.hear("view")
        rev = (await bo.everything())[-1]["rev"]
        if proper:
            await second.leave()
        else:
            second.app.future.cancel()
            await asyncio.wait([second.app.future], timeout=60)
        await sync_to_async(presence_sweep)()
        heard = [message for message in await bo.everything() if message["t"] == "view"]
        assert all(message["rev"] == rev and message["table"]["opponent"]["connected"] for message in heard)
        assert await sync_to_async(SeatConnection.objects.filter(ticket=night.tickets[ANN]).count)() == 1
