"""The `table` part of the view message, to the letter, in every state of a session and of a match at home.

Changes to the golden file, `golden/table_messages.json`, are reviewed like code. After an intended change:

    WRITE_GOLDEN=1 python -m pytest tests/clubsite/play/test_table_messages.py
"""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache

from clubsite.clubs.models import Person
from clubsite.home.services import matches
from clubsite.home.services.matches import match_create, match_end
from clubsite.nights.models import Contestant, Seating, Session, TableBoard
from clubsite.nights.services.directing import clock_add, session_end, session_pause
from clubsite.nights.services.rounds import round_hold
from clubsite.nights.services.sections import sections_split
from clubsite.nights.services.setup import robot_ask
from clubsite.play import protocol, seat_acts
from clubsite.play.models import PlaySeat, SeatKind, SeatTicket
from clubsite.play.seat_tickets import presence_set, ticket_take
from clubsite.play.services import room_invalidate
from clubsite.rankings.services.publications import publish, unpublish
from movements.choose import options
from movements.plan import Plan
from movements.swiss import first_round
from tests.clubsite.at_tables import act, briefly, look, play_until, say_ready
from tests.clubsite.conftest import NAMES, _tickets
from tests.clubsite.home.homes import a_device, alone, as_usual, both_ready, play_deal, ticket_of, two
from tests.kit.claims import brought_to_a_claim
from tests.kit.nights import draft_night, fill_night
from tests.kit.typed_scores import enter_score

pytestmark = pytest.mark.django_db(transaction=True)
GOLDEN = Path(__file__).parent / "golden/table_messages.json"
BO, ANN = 1, 4
ADDRESS = re.compile(r"/(seat|results|play/match)/[0-9a-z]{12}/")
AT_CODE = re.compile(r"/play/[0-9A-Z]{6}/")
HIDDEN = {"ends_at": "TIME", "lets_in": "NUMBER", "code": "CODE", "session_id": "ID"}


class Seen:
    """The named messages of one story, compared with the golden ones."""

    def __init__(self, story: str):
        self.story = story
        self.messages: dict[str, Any] = {}

    def __call__(self, name: str, ticket: SeatTicket) -> dict[str, Any]:
        table: dict[str, Any] = look(ticket)["table"]
        self.messages[name] = masked(table)
        return table

    def compare(self):
        golden = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {}
        if os.environ.get("WRITE_GOLDEN") == "1":
            golden[self.story] = self.messages
            text = json.dumps(golden, indent=1, ensure_ascii=False, sort_keys=True)
            GOLDEN.write_text(text + "\n", encoding="utf-8")
        for name, message in self.messages.items():
            assert message == golden[self.story][name], f"{self.story}: {name}"
        assert set(golden[self.story]) == set(self.messages)


def masked(table: dict[str, Any]) -> dict[str, Any]:
    """Return the message without the parts that differ from run to run: public ids, table codes and times."""
    text = json.dumps(table | {key: mask for key, mask in HIDDEN.items() if table.get(key)})
    message: dict[str, Any] = json.loads(AT_CODE.sub("/play/CODE/", ADDRESS.sub(r"/\1/ID/", text)))
    if consent := message.get("consent"):
        message["consent"] = consent | {"number": "NUMBER", "until": "TIME", "seen": consent["seen"] and "PLAY/SEQ"}
    if message.get("invite"):
        message["invite"]["code"] = "CODE"
    return message


@pytest.fixture
def seen(request, monkeypatch):
    """The messages in a test. Matches at home get the same deals in every run."""
    cache.clear()
    fixed = SimpleNamespace(choice=lambda players: players[0], token_hex=lambda length: "tests")
    monkeypatch.setattr(matches, "secrets", fixed)
    story = Seen(request.node.name.removeprefix("test_"))
    yield story
    story.compare()


def say(ticket: SeatTicket, **message):
    parsed = protocol.parse(json.dumps({"id": str(uuid4()), **message}))
    assert seat_acts.answer(ticket.pk, parsed).ok


def until(tickets: list[SeatTicket], state: str, how: Callable[[dict[str, Any]], str | None] = briefly):
    play_until(tickets, lambda: look(tickets[0])["table"]["state"] == state, how)


def table_ticket(night) -> SeatTicket:
    table = night.section.tables.get(number=1)
    return ticket_take(device=a_device(), seat=table.seat)[0]


def test_before_the_start(make_night, seen):
    night = make_night(start=False)
    seen("a contestant", night.tickets[BO])
    seen("a side of a table", table_ticket(night))


def test_boards_of_a_round(make_night, dee, client, seen):
    night = make_night(boards_per_round=2)
    bo, ann = night.tickets[BO], night.tickets[ANN]
    presence_set(ann.pk, "a page", True)
    seen("ready", bo)
    say_ready(bo)
    seen("one is ready", ann)
    seen("a side of a table", table_ticket(night))
    say_ready(ann)
    seen("playing", bo)
    say(bo, t="help")
    seen("who called", bo)
    seen("the other", ann)
    taken = night.contestant(BO).pk
    client.post(f"/join/{look(bo)['table']['code']}/", {"seat": taken})
    seen("called for a seat", ann)
    until([bo, ann], "result")
    seen("result", bo)
    say(bo, t="disagree", play=look(bo)["play"])
    seen("disputed", ann)
    row = TableBoard.objects.get(play__public_id=look(bo)["play"])
    for name, given in (
        ("corrected", {"contract": "2S", "declarer": "S", "tricks": 9}),
        ("corrected to a failure", {"contract": "3NX", "declarer": "N", "tricks": 7}),
        ("corrected to passed out", {"status": "passed_out"}),
        ("not played", {"status": "not_played"}),
        ("artificial", {"status": "artificial", "artificial": "A6040"}),
    ):
        enter_score(row, dee, **given, why="Counted again")
        seen(name, bo)
    until([bo, ann], "playing")
    until([bo, ann], "result", lambda view: "c:P" if "c:P" in view["legal"] else None)
    seen("passed out", bo)


def test_between_rounds_and_after_the_last(night, dee, seen):
    round_hold(section=night.section, hold=True, user=dee)
    clock_add(section=night.section, minutes=5, user=dee)
    seatings = Seating.objects.filter(round__section=night.section, round__number=1)
    play_until(night.tickets.values(), stop=lambda: not seatings.filter(done=False).exists())
    seen("round done, South", night.tickets[BO])
    seen("round done, North", night.tickets[ANN])
    session_pause(session=night.session, user=dee)
    seen("paused", night.tickets[BO])
    session_end(session=night.session, user=dee)
    seen("ended", night.tickets[BO])
    publish(night.session, dee)
    seen("published", night.tickets[ANN])
    unpublish(night.session, dee)
    seen("withdrawn", night.tickets[ANN])


def test_a_sit_out(make_night, dee, seen):
    night = make_night(players=5)
    sitting = next(n for n in night.tickets if look(night.tickets[n])["table"]["state"] == "sit_out")
    seen("sits out", night.tickets[sitting])
    round_hold(section=night.section, hold=True, user=dee)
    play_until(night.tickets.values())
    for number, ticket in night.tickets.items():
        seen(f"contestant {number} after round 1", ticket)


def started(session, dee, plan: Plan, **accepted) -> dict[int, SeatTicket]:
    """Fill and start a session with one section. Return a ticket for each contestant."""
    boards = max(plan.board_sets, 2)
    return _tickets(fill_night(session, dee, plan, names=NAMES, boards=boards, **accepted))[0]


def test_a_robot_opposite(club, dee, seen):
    session = robot_ask(session=draft_night(club, dee, 3), strength="beginner", user=dee)
    tickets = started(session, dee, options(4, 1)[0].plan)
    seen("ready", tickets[BO])


def test_a_round_to_be_drawn(club, dee, seen):
    tickets = started(draft_night(club, dee, 8, name="Swiss"), dee, first_round(8), drawn_rounds=2, waits=True)
    number = next(n for n, ticket in tickets.items() if look(ticket)["table"]["table"] == 1)
    play_until(tickets.values(), lambda: look(tickets[number])["table"]["state"] == "round_done")
    seen("round done", tickets[number])


def test_two_sections(club, dee, seen):
    session = draft_night(club, dee, 8)
    sections_split(session=session, sizes=[4, 4], user=dee)
    fill_night(session, dee, options(4, 1)[0].plan, names=NAMES, boards=20)
    contestants = Contestant.objects.filter(section__session=session, section__name="B").order_by("number")
    tickets = [ticket_take(device=a_device(), seat=contestant.seat)[0] for contestant in contestants]
    seen("ready", tickets[0])
    until(tickets, "round_done")
    seen("round done", tickets[0])
    session_end(session=session, user=dee)
    seen("ended", tickets[0])


def test_the_number_for_another_device(night, dee, director, seen):
    bo, ann = night.tickets[BO], night.tickets[ANN]
    until([bo, ann], "playing")
    person = night.contestant(6).persons.get().person
    person.user = dee
    person.save()
    director.post(f"/director/{night.session.public_id}/table/1/free/S/")
    assert seen("to be told", ann)["lets_in"]


def test_the_number_for_a_director_s_own_act(night, dee, director, seen):
    """Dee is the only director and plays as Bo."""
    bo, ann = night.tickets[BO], night.tickets[ANN]
    Person.objects.filter(entered__contestant=night.contestant(BO)).update(user=dee)
    until([bo, ann], "playing")
    play_until([bo, ann], lambda: look(bo)["seq"] == 1)
    table = f"/director/{night.session.public_id}/table/1/"
    director.post(f"{table}undo/", {"seen": f"{look(bo)['play']}/1"})
    assert seen("to be told", ann)["consent"]
    assert seen("the director", bo)["consent"] is None


def test_checked_claims(night, seen):
    Session.objects.update(claim_checking="exact")
    bo, ann = night.tickets[BO], night.tickets[ANN]
    until([bo, ann], "playing")
    seen("nothing said", bo)
    seats = {look(ticket)["table"]["seat"]: ticket for ticket in (bo, ann)}
    table = brought_to_a_claim(seats)
    assert act(seats["S"], f"claim:{table.south + 1}").ok and table.check()
    seen("refused", ann)


def test_at_home_with_a_friend(seen):
    seat = match_create(game="solo", against="friend", name="Bo", device=a_device(), **as_usual("solo"))
    seen("waiting", ticket_of(seat))
    match, bo, ann = two("solo", match="four_deals")
    seen("playing", bo)
    play_deal(match, bo, ann)
    seen("result", ann)
    say_ready(bo)
    seen("one has agreed", ann)
    match_end(match=match)
    seen("ended", bo)
    SeatTicket.objects.filter(pk=ann.pk).update(seat=PlaySeat.objects.create(kind=SeatKind.HOME))
    room_invalidate(room_id=match.room_id)
    seen("no seat", ann)


def test_at_home_alone(seen):
    _, ticket = alone("bridge_solitaire")
    seen("solitaire", ticket)
    _, ticket = alone("umbrage")
    seen("with a robot", ticket)


@pytest.mark.parametrize("game", ["secret_card", "umbrage", "whist_for_two"])
def test_a_result_at_home(game, seen):
    match, bo, ann = two(game)
    play_deal(match, bo, ann)
    seen("result", bo)


def test_a_claim_that_is_accepted(night, seen):
    Session.objects.update(claim_checking="exact")
    bo, ann = night.tickets[BO], night.tickets[ANN]
    until([bo, ann], "playing")
    table = brought_to_a_claim({look(ticket)["table"]["seat"]: ticket for ticket in (bo, ann)})
    assert act(table.seats["S"], f"claim:{table.south}").ok and table.check()
    seen("result", ann)


def test_a_whole_match_at_home(seen):
    match, bo, ann = two("five_hundred_for_two", match="one")
    for deal in range(1, 30):
        play_deal(match, bo, ann, seed=deal)
        both_ready(match, bo, ann)
        if look(bo)["table"]["state"] == "finished":
            break
    seen("finished", bo)
