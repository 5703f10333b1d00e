"""Home tables for tests, opened and played through the services that pages and sockets call."""

import re
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from clubsite.accounts.models import Device
from clubsite.accounts.services import device_for
from clubsite.home.models import HomeMatch, HomeSeat
from clubsite.home.questions import GAMES, home_default
from clubsite.home.services.lobby import seat_ticket
from clubsite.home.services.matches import match_advance, match_create, match_join
from clubsite.home.services.robots import robot_play
from clubsite.play.models import SeatTicket
from clubsite.play.seat_tickets import presence_set
from games.registry import rules_for
from games.robots import choose
from tests.clubsite.at_tables import act, look, say_ready


def fix_the_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let South deal first in every match, and the deals be always the same."""
    lot = SimpleNamespace(choice=lambda _: "S", token_hex=lambda _: "tests")
    monkeypatch.setattr("clubsite.home.services.matches.secrets", lot)


def a_device() -> Device:
    return device_for(token=None)[0]


def as_usual(game: str, **other: str) -> dict[str, dict[str, str]]:
    """Return all options of a game as `match_create` takes them: the home defaults, except for those in `other`."""
    known = rules_for(game).options
    chosen = {name: other.get(name, home_default(game, name)) for name in GAMES[game].questions}
    return {
        "options": {name: value for name, value in chosen.items() if name in known},
        "match_options": {name: value for name, value in chosen.items() if name not in known},
    }


def waiting(game: str = "solo", **facts) -> HomeSeat:
    """Return Bo's seat at a table that waits for a friend, or for another kind of opponent given in `facts`."""
    usual = {"against": "friend", "name": "Bo", "device": a_device(), **as_usual(game)}
    return match_create(game=game, **{**usual, **facts})


def ticket_of(seat: HomeSeat) -> SeatTicket:
    assert seat.device is not None
    return seat_ticket(seat=seat, device=seat.device)[0]


def alone(game: str, **options: str) -> tuple[HomeMatch, SeatTicket]:
    """Return a table for one player, either against the robot or for a solitaire."""
    against = "nobody" if GAMES[game].alone else "robot"
    seat = match_create(game=game, against=against, name="Bo", device=a_device(), **as_usual(game, **options))
    return seat.match, ticket_of(seat)


def where_the_robot_begins(game: str, **options: str) -> tuple[HomeMatch, SeatTicket]:
    """Return a match in which the robot acts first. The lot decides that, so up to twenty matches are made."""
    for _ in range(20):
        match, bo = alone(game, **options)
        if match.room.plays.get().turn == "N":
            return match, bo
    raise AssertionError("the lot always falls on South")


def pair(game: str = "solo", **facts) -> tuple[HomeSeat, HomeSeat]:
    """Return the seats of Bo, who sits South at a table, and of Ann, who has just come and sits North."""
    seat = waiting(game, **facts)
    friend = match_join(match=seat.match, name="Ann", device=a_device())
    assert friend is not None
    return seat, friend


def two(game: str, **options: str) -> tuple[HomeMatch, SeatTicket, SeatTicket]:
    """Return a table with Bo as S and Ann as N, both of whom are present."""
    seat, friend = pair(game, **as_usual(game, **options))
    bo, ann = ticket_of(seat), ticket_of(friend)
    both_ready(seat.match, bo, ann)
    return seat.match, bo, ann


def here(seat: HomeSeat, open_page: bool = True) -> SeatTicket:
    """Open the page of this seat's table, or close it."""
    ticket = ticket_of(seat)
    presence_set(ticket.pk, f"page-{ticket.pk}", open_page)
    return ticket


def waits(club, **facts) -> tuple[HomeMatch, SeatTicket]:
    """Return a match that is open to the club's members, and the ticket of Bo, who looks at the table."""
    seat = waiting(against="anybody", clubs=[club.pk], **facts)
    return seat.match, here(seat)


def both_ready(match: HomeMatch, *tickets: SeatTicket):
    for ticket in tickets:
        assert say_ready(ticket).ok
    match_advance(room_id=match.room_id)  # the signal would do this after commit


def play_deal(match: HomeMatch, *tickets: SeatTicket, seed: int = 1, concede: bool = False) -> dict[str, Any]:
    """Play the deal on the table to its end, with each seat choosing as a robot does, from its own view. Return the
    last message. If `concede` is True, whoever may claim first gives up all tricks, which is much quicker.
    """
    chance = Random(seed)
    for _ in range(400):
        if match.seats.filter(robot=True).exists():
            robot_play(match_id=match.pk)
        for ticket in tickets:
            seen = look(ticket)
            if seen["table"]["state"] != "playing":
                return seen
            gives_up = concede and seen["view"]["can"]["claim"]
            action = "claim:0" if gives_up else choose(seen["view"], chance.choice)
            if action is not None:
                answer = act(ticket, action, seen=seen)
                assert answer.ok, (action, answer.reason)
    raise AssertionError("the deal does not end")


def word(client: Client, address: str, form: str) -> dict[str, str]:
    """Return the hidden fields of the first form on the page whose tag contains the text `form`."""
    page = client.get(address).text
    match = re.search(rf'<form[^>]*{form}.*?name="idempotency_key" value="([^"]+)"', page, re.DOTALL)
    return {"idempotency_key": match[1]}


def twice(address: str, fields: dict[str, str]) -> Client:
    """Submit the fields twice, the second time before the first answer. Return a browser with the second answer."""
    first, second = (Client().post(address, fields) for _ in range(2))
    assert first.status_code == second.status_code == 302 and first["Location"] == second["Location"]
    browser = Client()
    browser.cookies = second.cookies
    assert browser.get(second["Location"]).status_code == 200
    return browser
