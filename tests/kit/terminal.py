"""A session that plays with cards, and terminals at which the players type scores."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from clubsite.accounts.models import Device
from clubsite.core.tokens import hash_token
from clubsite.nights.models import Session, Table, TableBoard
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.boards import boards_number
from clubsite.nights.services.directing import session_start_undo
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.sections import section_add_pairs, section_play
from clubsite.play.models import SeatTicket
from clubsite.play.seat_tickets import TICKET_COOKIE, ticket_take
from clubsite.scores.models import PendingScore
from movements.mitchell import straight
from tests.kit.nights import draft_night, fill_night

SHARED = "4 2 2 2 0\n1-2 A 3-4 A\n1-3 B 2-4 B"


def boards(night, number: int) -> list[dict[str, Any]]:
    """Return the boards in the current round as a contestant's terminal shows them."""
    state = night.phone(number).get(f"/seat/{night.tickets[number].public_id}/score/state/").json()
    return next(list(at["boards"]) for at in state["plan"] if at["round"] == state["round"])


def told(boards: list[dict[str, Any]]) -> list[tuple[int, str, bool]]:
    return [(board["number"], board.get("from", ""), board.get("played_there", False)) for board in boards]


class Seat:
    """A terminal: a browser that holds a ticket. `knows` is the last state sent to it."""

    def __init__(self, entry, *, connected: bool = True):
        device = Device.objects.create(token_hash=hash_token(f"terminal {entry.pk}"))
        ticket, token = ticket_take(device=device, seat=entry.seat)
        self.come(ticket, token, connected=connected)

    def come(self, ticket, token: str, *, connected: bool = True) -> "Seat":
        SeatTicket.objects.filter(pk=ticket.pk).update(connected=connected)
        self.ticket, self.client = ticket, Client()
        self.client.cookies[TICKET_COOKIE] = token
        self.url = f"/seat/{ticket.public_id}/score/"
        return self

    def see(self) -> dict[str, Any]:
        answer = self.client.get(f"{self.url}state/")
        assert answer.status_code == 200, answer.status_code
        return dict(answer.json())

    def seating(self, number: int = 0) -> dict[str, Any]:
        """Return the seating in round `number` (the current round if `number` is 0), or {} if there is no seating."""
        state = self.see()
        return next((s for s in state["plan"] if s["round"] == (number or state["round"])), {})

    def board(self, number: int = 1) -> dict[str, Any]:
        return next(b for b in self.seating()["boards"] if b["number"] == number)

    def is_asked_to_confirm(self, number: int = 1) -> bool:
        pending = self.board(number)["pending"]
        return bool(
            pending and not pending["disputed"] and not pending["asks"] and pending["side"] != self.seating()["side"]
        )

    def line(self, board: str, number: int = 0) -> dict[str, str]:
        """Return the fields by which a terminal identifies a row, taken from its latest state."""
        at = self.seating(number)
        if not at:
            return {"board": board}
        own = next((b for b in at["boards"] if str(b["number"]) == board), {})
        seen = (own.get("entry") or {}).get("id", 0)
        fields = {"round": at["round"], "table": at["table"]["id"], "ns": at["ns"]["id"], "ew": at["ew"]["id"]}
        return {"board": board, "seen": str(seen), **{name: str(value) for name, value in fields.items()}}

    def send(self, kind: str, **fields: str) -> dict[str, Any]:
        """Send an action as it is. Return the answer together with its status."""
        answer = self.client.post(f"{self.url}send/{kind}/", {"id": new_token_id(), **fields})
        assert answer.status_code in (200, 409), (answer.status_code, answer.content)
        return {"status": answer.status_code, **answer.json()}

    def act(self, kind: str, *, board: str = "1", **fields: str) -> dict[str, Any]:
        return self.send(kind, **{**self.line(board), **fields})

    def do(self, kind: str, **fields: str) -> str:
        """Perform an action. Return the answer's text, or "" if it has none."""
        return str(self.act(kind, **fields)["words"])

    def call(self):
        assert self.client.post(f"{self.url}call/").status_code == 200

    def key(self) -> str:
        return PendingScore.objects.get().key


def new_token_id() -> str:
    return uuid4().hex


@pytest.fixture
def cards(club, dee):
    """A session of three tables with cards and two boards per round. Bo is number 1 and Ann is number 4."""
    session = draft_night(club, dee, name="Cards", boards_per_round=2)
    section_play(session=session, section=sections_of(session)[0], live=False, user=dee)
    return fill_night(session, dee, straight(3, 3), names=["Bo", "Flo", "Gus", "Ann", "Hal", "Ivy"])


def dealt_at_the_table(session: Session, user) -> Session:
    """Restart the session with boards that have only numbers, because players deal them at the table."""
    session_start_undo(session=session, user=user)
    boards_number(session=session, section=sections_of(session)[0], count=6, user=user)
    session_start(session=session, user=user)
    return session


@pytest.fixture
def bo(cards):
    return Seat(sections_of(cards)[0].contestants.get(number=1))


@pytest.fixture
def ann(cards):
    return Seat(sections_of(cards)[0].contestants.get(number=4))


MADE = {
    "board": "1", "level": "4", "strain": "S", "doubled": "no", "declarer": "S", "lead": "none",
    "tricks": "10",
}  # fmt: skip


@pytest.fixture
def pairs(club, dee):
    """A session with four pairs as well as four players, all of whom play the same boards."""
    session = draft_night(club, dee, 4, name="Split")
    section_add_pairs(session=session, pairs=4, own_boards=False, user=dee)
    fill_night(session, dee, straight(2, 1), boards=2)
    return sections_of(session)[1]


def order(seat: Seat, number: str = "1", moment: str = "before", **more: str) -> dict[str, Any]:
    """Return the answer that the terminal gets when it asks for the dummies' order."""
    answer = seat.client.post(f"{seat.url}order/", {**seat.line(number), "moment": moment, **more})
    assert answer.status_code == 200
    return dict(answer.json())


def say(seat: Seat, answer: str, number: str = "1", moment: str = "before", **more: str) -> str:
    """Send a table's report on the dummies' order. Return the answer's code."""
    return str(seat.act("order", board=number, answer=answer, moment=moment, **more)["code"])


def play(bo: Seat, ann: Seat, number: str = "1"):
    bo.do("type", **{**MADE, "board": number})
    ann.do("confirm", board=number, key=ann.key())


def row(number: int = 1, table: int = 1, turn: int | None = None) -> TableBoard:
    """Return the row of a board at a table. `turn` is the row's round, for a board that comes to the table twice."""
    rows = TableBoard.objects.exclude(state="void").filter(board__number=number, table__number=table)
    return rows.get(round__number=turn) if turn else rows.get()


def table(session, number: int = 1) -> Table:
    return sections_of(session)[0].tables.get(number=number)


def tablet_at(session, number: int = 1) -> Seat:
    """Return a tablet that joins a table as the table's own device."""
    at, client = table(session, number), Client()
    came = client.post(f"/join/{at.code}/", {"seat": at.pk})
    ticket = SeatTicket.objects.get(seat=at.pk, revoked_at=None)
    assert came.url == f"/seat/{ticket.public_id}/"
    seat = Seat.__new__(Seat).come(ticket, client.cookies[TICKET_COOKIE].value)
    seat.client = client
    return seat


def token_of(response) -> str:
    return str(response.cookies[TICKET_COOKIE].value)


def changes(seat: Seat, does: Callable[[], object]) -> None:
    """Call `does`, and check that the terminal then shows something new with a later version."""
    before = seat.see()
    assert seat.client.get(f"{seat.url}state/?rev={before['rev']}").status_code == 204
    does()
    after = seat.see()
    assert {**after, "rev": 0} != {**before, "rev": 0}, "nothing new is shown"
    assert after["rev"] > before["rev"], "what is new has no version of its own"
