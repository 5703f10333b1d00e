"""Actions sent again: by the same sender, with another seat's cookie, from a seat since freed, or on an old page."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.clubs.audit_actions import AuditAction
from clubsite.play.models import RevokeReason
from clubsite.play.seat_tickets import ticket_release
from clubsite.scores.models import ScoreEntry
from clubsite.seats.terminal.acts import ACTS
from tests.clubsite.at_tables import act, look
from tests.clubsite.every_address import every_address, filled
from tests.kit.nights import both_ready

SENT: dict[str, Any] = {"id": "0123456789abcdef0123456789abcdef", "board": "1", "seat": "1", "player": "S"}
WRITES = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')


def seat_addresses(ticket_id: str) -> Iterator[str]:
    """Yield every address of a seat, with every kind of action."""
    for address in every_address():
        if "<str:ticket_id>" in address and address.startswith("seat/"):
            for kind in ACTS if "<slug:kind>" in address else [""]:
                yield filled(address, {"ticket_id": ticket_id, "kind": kind, "number": 1})


def written_by(client: Client, path: str) -> tuple[int, set[str]]:
    """Submit a form. Return the status and the names of the tables that were written."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(path, SENT)
    return answer.status_code, {name for query in queries for name in WRITES.findall(query["sql"])}


def test_no_act_is_done_with_another_seat_s_cookie(night):
    thief = night.phone(2)
    for path in seat_addresses(night.tickets[1].public_id):
        status, written = written_by(thief, path)
        assert status in (302, 403, 404, 405, 410) and not written, (path, status, written)


def test_a_seat_that_was_freed_changes_nothing_any_more(make_night):
    night = make_night(with_cards=True)
    ticket, phone = night.tickets[1], night.phone(1)
    ticket_release(ticket=ticket, reason=RevokeReason.LEFT)
    for path in seat_addresses(ticket.public_id):
        status, written = written_by(phone, path)
        # What was typed before is still told (docs/flows.md): the director reads it, and it does not count.
        assert status in (200, 302, 403, 404, 405, 409, 410), (path, status)
        assert not written & {"scores_scoreentry", "nights_tableboard", "play_playevent"}, (path, written)
    assert not ScoreEntry.objects.exists()


def test_an_act_at_the_table_that_is_replayed_by_anybody_is_done_once(night):
    both_ready(night.section.tables.get(number=1))
    first, second = night.tickets[1], night.tickets[4]
    dealer = first if look(first)["view"]["legal"] else second
    other = second if dealer is first else first
    seen, client_id = look(dealer), uuid4()
    assert act(dealer, "c:1N", seen=seen, client_id=client_id).ok
    after = look(other)["rev"]
    assert act(dealer, "c:1N", seen=seen, client_id=client_id).ok, "the same message is the same act"
    for ticket, again in ((dealer, uuid4()), (other, client_id), (night.tickets[2], client_id)):
        assert not act(ticket, "c:1N", seen=seen, client_id=again).ok
    assert look(other)["rev"] == after


@pytest.mark.parametrize("after", ["nothing", "signing out", "another director's change"])
def test_a_directors_page_that_is_sent_again_changes_nothing(after, night, director, dee):
    """Pause, resume, and submit the first form again: it counts as a new action and says so, or does nothing."""
    room = f"/director/{night.session.public_id}/"
    director.post(f"{room}act/pause/")
    again = Client()
    again.cookies.load(director.cookies.output(header="").replace("\r\n", ";"))
    if after == "signing out":
        director.post("/logout/")
        assert again.post(f"{room}act/resume/").status_code == 302
        night.session.refresh_from_db()
        assert night.session.status == "paused", "a cookie from before signing out opens nothing"
        return
    if after == "another director's change":
        director.post(f"{room}act/resume/")
        again.post(f"{room}act/resume/")
    else:
        again.post(f"{room}act/pause/")
    night.session.refresh_from_db()
    assert night.session.status == ("running" if after != "nothing" else "paused")
    assert night.session.club.audit.filter(action=AuditAction.SESSION_PAUSED).count() == 1
