"""The room page by the clock and with many tables, the projector, and the director's socket."""

import datetime
import json
import re
from html import unescape
from types import SimpleNamespace
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth import get_user_model
from django.utils import timezone

from clubsite.accounts.services import sessions_end
from clubsite.asgi import application
from clubsite.clubs.models import Membership, Role
from clubsite.clubs.services import person_add
from clubsite.director.monitor.progress import overview_of, sections_on_screen
from clubsite.director.monitor.views import DENSE_FROM
from clubsite.nights.models import Round
from clubsite.nights.services.directing import session_end, session_pause
from clubsite.nights.services.movement import contestant_assign
from clubsite.nights.services.rounds import round_force, session_start
from clubsite.scores.services.tables import table_play
from movements.mitchell import straight
from tests.clubsite.listeners import nobody_listens
from tests.kit.pages import words


@pytest.fixture
def clock(cards):
    """The time of the session, in minutes since its first round began."""
    clock = SimpleNamespace(began=Round.objects.get(section__session=cards, number=1).started_at, minutes=0)
    with mock.patch("django.utils.timezone.now", lambda: clock.began + datetime.timedelta(minutes=clock.minutes)):
        yield clock


def test_the_end_of_the_evening_follows_a_night_that_runs_late(cards, dee, director, clock):
    """Three rounds of two eight-minute boards take 48 minutes if there are no delays."""
    room = f"/director/{cards.public_id}/"

    def ends(at):
        """Return the minute at which the evening ends, as both the room and the page show it at minute `at`."""
        clock.minutes = at
        cards.refresh_from_db()
        (section_now,) = overview_of(cards, dee).sections
        there = timezone.localtime(section_now.evening_ends)
        assert f"Evening ends {there:%H:%M}" in words(director.get(f"{room}overview/"))
        return round((section_now.evening_ends - clock.began).total_seconds() / 60)

    def act(at, name, **more):
        clock.minutes = at
        director.post(f"{room}act/{name}/", {"section": "A", **more})

    assert (ends(0), ends(10), ends(16)) == (48, 48, 48)
    assert (ends(20), ends(24)) == (52, 56), "a round that is over its time puts the end off, minute by minute"
    act(24, "add")
    assert (ends(24), ends(26), ends(27)) == (58, 58, 59), "two minutes from now"
    act(27, "force")
    assert (ends(27), ends(40)) == (59, 59), "from when the second round began"
    act(30, "pause")
    assert (ends(30), ends(35), ends(45)) == (59, 64, 74), "a pause puts it off as it runs"
    act(45, "resume")
    assert (ends(45), ends(58)) == (74, 74), "and the clock has got it back"
    act(60, "pause")
    assert (ends(60), ends(70)) == (76, 86), "over its time, and paused"
    act(70, "resume")
    assert (ends(70), ends(71)) == (86, 87)
    act(72, "force")
    assert (ends(72), ends(88)) == (88, 88), "the last round"
    assert ends(93) == 93, "never in the past while it is played"
    act(93, "end")
    cards.refresh_from_db()
    shown = words(director.get(f"{room}overview/"))
    assert "Evening ends" not in shown and "The night is over" in shown


def begun(night, minutes: int):
    at = timezone.now() - datetime.timedelta(minutes=minutes)
    Round.objects.filter(section=night.section, number=1).update(started_at=at)


def test_at_first_the_seats_of_the_round_then_those_of_the_next_and_in_the_last_none(night, make_night, dee):
    (now,) = sections_on_screen(night.session)
    assert (now["seats_of"], now["now"]) == (1, True)
    first = now["places"][0]
    assert (first["label"], first["south"], first["north"], first["boards"]) == ("1", "Bo", "Ann", "1")
    begun(night, 5)
    (later,) = sections_on_screen(night.session)
    assert (later["seats_of"], later["now"]) == (2, False)
    assert later["places"][0]["south"] == "Bo" and later["places"][0]["north"] != "Ann"
    for _ in range(2):
        round_force(section=night.section, user=dee)
    Round.objects.filter(section=night.section).update(started_at=timezone.now() - datetime.timedelta(minutes=9))
    (last,) = sections_on_screen(night.session)
    assert (last["seats_of"], last["places"]) == (0, [])
    (shown,) = sections_on_screen(make_night(players=5).session)
    out = [place for place in shown["places"] if not place["boards"]]
    assert len(out) == 1 and "" in (out[0]["south"], out[0]["north"]), "a sit-out is shown without boards"


def test_it_names_tables_with_cards_where_there_are_both_a_pause_and_the_end(night, director, dee):
    at = f"/director/{night.session.public_id}/projector/"
    assert "(screens)" not in director.get(at).text
    table_play(table=night.section.tables.get(number=2), live=False, user=dee)
    (now,) = sections_on_screen(night.session)
    assert [place["how"] for place in now["places"]] == ["screens", "cards", "screens"]
    begun(night, 5)
    (later,) = sections_on_screen(night.session)
    assert [place["how"] for place in later["places"]] == ["screens", "cards", "screens"]
    shown = director.get(at).text
    assert shown.count("(cards)") == 1 and shown.count("(screens)") == 2
    at = f"/director/{night.session.public_id}/projector/part/"
    assert 'data-ends="' in director.get(at).text
    session_pause(session=night.session, user=dee)
    assert "data-frozen" in director.get(at).text
    session_end(session=night.session, user=dee)
    assert "The night is over" in director.get(at).text


def test_the_ranking_is_there_only_if_it_is_wanted(scored_night, director):
    at = f"/director/{scored_night.session.public_id}/projector/"
    assert "100.00" not in director.get(at).text
    assert "100.00" in director.get(f"{at}?ranking=yes").text
    assert "100.00" in director.get(f"{at}part/?ranking=yes").text


@pytest.fixture
def big(make_night, dee, club):
    """A session with just enough tables for the dense room page to be the default."""
    night = make_night(players=2 * DENSE_FROM, plan=straight(DENSE_FROM, 1), start=False)
    for contestant in night.section.contestants.filter(persons=None):
        person = person_add(club=club, name=f"Player {contestant.number}")
        contestant_assign(session=night.session, number=contestant.number, person=person)
    with nobody_listens():
        session_start(session=night.session, user=dee)
    return f"/director/{night.session.public_id}/"


def dense(answer) -> bool:
    return 'class="dense"' in answer.text


def test_a_room_of_many_tables_is_dense_by_itself_and_each_device_may_choose(big, night, director):
    assert dense(director.get(big)) and dense(director.get(f"{big}overview/"))
    assert not dense(director.get(f"/director/{night.session.public_id}/"))
    shown = " ".join(unescape(re.sub(r"<[^>]+>", "", director.get(big).text)).split())
    shown = re.sub(r" ([,:])", r"\1", shown)  # boxes beside one another: a blank between them is not shown
    assert "Table 1, Board 1: About to begin, no device yet. Bo and " in shown
    assert not dense(director.get(f"{big}?tables=large"))
    assert not dense(director.get(big)) and not dense(director.get(f"{big}overview/"))
    director.get(f"{big}?tables=dense")
    assert dense(director.get(f"/director/{night.session.public_id}/overview/")), "a small room too, where it is wished"


def test_a_number_that_is_typed_opens_its_table_and_one_without_a_table_is_said(big, director):
    for typed in ("7", " 7 "):
        assert director.get(f"{big}go/", {"table": typed})["Location"] == f"{big}table/7/"
    for typed, sentence in (
        ("61", "There is no table 61. The tables are 1 to 25."),
        ("", "Type the number of a table. The tables are 1 to 25."),
        ("<b>\0", "There is no table &lt;B&gt;. The tables are 1 to 25."),
    ):
        assert sentence in director.get(f"{big}go/", {"table": typed}, follow=True).text


class Room:
    """The socket of the director's room, opened by one browser."""

    def __init__(self, session, browser):
        path = f"/director/{session.public_id}/socket/"
        cookies = "; ".join(f"{key}={morsel.value}" for key, morsel in browser.cookies.items())
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookies.encode())]
        scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers}
        self.app = ApplicationCommunicator(application, {**scope, "subprotocols": []})

    async def opens(self):
        await self.app.send_input({"type": "websocket.connect"})
        assert (await self.app.receive_output(60))["type"] == "websocket.accept"
        assert await self.hears() == {"t": "changed"}

    async def hears(self):
        """Return the next message, or the code with which the socket is closed."""
        message = await self.app.receive_output(60)
        return message["code"] if message["type"] == "websocket.close" else json.loads(message["text"])

    async def pings(self):
        await self.app.send_input({"type": "websocket.receive", "text": '{"t": "ping"}'})
        assert await self.hears() == {"t": "pong"}

    async def leaves(self):
        await self.app.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.app.wait(60)


@pytest.mark.django_db(transaction=True)
async def test_a_browser_keeps_its_socket_until_it_is_signed_out_or_directs_no_more(night, director, dee, club):
    """Then it is told "changed" first: its page then asks, and is sent to the sign-in page."""
    room = Room(night.session, director)
    await room.opens()
    await sync_to_async(sessions_end)(user=dee, keep=director.cookies["sessionid"].value)
    for _ in range(2):
        await room.pings()
    assert await room.app.receive_nothing()
    await sync_to_async(sessions_end)(user=dee)
    await room.pings()
    assert [await room.hears(), await room.hears()] == [{"t": "changed"}, 4404]
    await room.leaves()
    eve = await get_user_model().objects.acreate_user("eve", password="correct horse")
    row = await Membership.objects.acreate(club=club, user=eve, role=Role.DIRECTOR)
    await sync_to_async(director.force_login)(eve)
    room = Room(night.session, director)
    await room.opens()
    await row.adelete()
    await room.pings()
    assert [await room.hears(), await room.hears()] == [{"t": "changed"}, 4404]
    await room.leaves()
