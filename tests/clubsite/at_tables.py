"""Actions at the tables for tests, performed by the services that a socket would call."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any
from uuid import UUID, uuid4

from django.test import TestCase

from clubsite.play.acts import play_act
from clubsite.play.models import Play, SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.selectors import snapshot
from clubsite.play.services import Answer, room_ready
from games.robots import choose

Choose = Callable[[dict[str, Any]], str | None]


def look(ticket: SeatTicket) -> dict[str, Any]:
    """Return the view message that the ticket's holder sees now. The process keeps what it reads, as on a site."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        return snapshot(SeatTicket.objects.get(pk=ticket.pk))


def act(
    ticket: SeatTicket,
    action: str,
    *,
    seq: int | None = None,
    client_id: UUID | None = None,
    play: str | None = None,
    seen: dict[str, Any] | None = None,
) -> Answer:
    """Perform one action from a seat. By default, the action is based on what the seat currently sees."""
    seen, place = seen or look(ticket), room_seat_of(ticket)
    return play_act(
        play_id=seen["play"] if play is None else play,
        player=place.player,
        seat_id=place.seat_id,
        client_id=client_id or uuid4(),
        seq=seen["seq"] if seq is None else seq,
        action=action,
        ticket=ticket,
    )


def say_ready(ticket: SeatTicket, *, seen: dict[str, Any] | None = None) -> Answer:
    """Say that this seat is ready for what comes next, and agree to the result if there is one."""
    seen, place = seen or look(ticket), room_seat_of(ticket)
    assert place is not None
    return room_ready(room_seat=place, play_id=seen["play"] or "")


def in_round(night, number: int) -> Callable[[], bool]:
    """Return a function for `play_until` that says whether the session has reached round `number`."""
    return lambda: night.section.rounds.filter(number=number, started_at__isnull=False).exists()


def play_of(ticket: SeatTicket) -> Play:
    """Return the play at this seat's table."""
    return Play.objects.get(public_id=look(ticket)["play"])


def briefly(view: dict[str, Any]) -> str | None:
    """Choose the next action so that a board takes six actions: 1NT, passes, and declarer's claim of seven tricks."""
    if view["turn"] is None or view["turn"]["player"] != view["me"]:
        return None
    if view["turn"]["what"] == "claim":
        return "accept"
    if view["turn"]["what"] == "card":
        return "claim:7"
    return "c:P" if view["auction"] else "c:1N"


def sensibly(seed: str) -> Choose:
    """Return a function that chooses the actions for a whole board, card by card."""
    rng = Random(seed)
    return lambda view: choose(view, lambda options: rng.choice(list(options)))


def step(ticket: SeatTicket, how: Choose = briefly) -> bool:
    """Perform the action that the table is asking of this seat. Return False if the table is asking for none."""
    seen = look(ticket)
    state = seen["table"]["state"]
    if state in ("ready", "result") and seen["table"]["seat"] not in seen["table"]["ready"]:
        answer = say_ready(ticket, seen=seen)
    elif state == "playing" and (action := how(seen["view"])):
        answer = act(ticket, action, seen=seen)
    else:
        return False
    assert answer.ok, answer
    return True


def play_until(
    tickets: Iterable[SeatTicket],
    stop: Callable[[], bool] = lambda: False,
    how: Choose = briefly,
    after: Callable[[], None] = lambda: None,
):
    """Let seats act in turn until `stop` returns True or no table is asking for anything."""
    tickets = list(tickets)
    busy = not stop()
    while busy:
        busy = False
        for ticket in tickets:
            while step(ticket, how):
                busy = True
                after()
                if stop():
                    return
