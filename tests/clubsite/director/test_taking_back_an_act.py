"""The director's button names the action that it undoes, and both players are told which action it was (SOLO-22b)."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.nights.models import Session
from clubsite.play.models import Play
from tests.clubsite.at_tables import act, look, play_of, play_until, say_ready, sensibly
from tests.kit.people import plays_as

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def seats(night):
    """The seats of table 1, with its first board in the auction."""
    for number in (1, 4):
        assert say_ready(night.tickets[number]).ok
    return {"S": night.tickets[1], "N": night.tickets[4]}


def url_of(night) -> str:
    return f"/director/{night.session.public_id}/table/1/"


def key_on(page: Client, night) -> str:
    """Return the text of the director's button, or "" if there is no button."""
    found = re.search(r"<button class=\"btn\">\s*(Take back .*?)</button>", shown(page, night))
    return found[1] if found else ""


def shown(page: Client, night) -> str:
    return html.unescape(page.get(url_of(night)).text)


def press(page: Client, night, ticket, seen: Play | None = None) -> str:
    play = seen or play_of(ticket)
    answer = page.post(f"{url_of(night)}undo/", {"seen": f"{play.public_id}/{play.seq}"}, follow=True)
    return html.unescape(answer.text)


def on_turn(seats: dict[str, Any]) -> tuple[str, Any]:
    player = look(seats["S"])["view"]["turn"]["player"]
    return player, seats[player]


def test_solo_22b_a_call_is_named_on_the_key_and_to_both_players(night, seats, director):
    player, caller = on_turn(seats)
    assert not key_on(director, night) and "no call or card that can still be taken back" in shown(director, night)
    act(caller, "c:3H")
    name = {"S": "South", "N": "North"}[player]
    assert key_on(director, night) == f"Take back {name}’s 3 hearts"
    play = play_of(caller)
    assert f"{name}’s 3 hearts at table 1 is taken back." in press(director, night, caller, play)
    press(director, night, caller, play)  # a second press of the same button takes back nothing more
    assert list(play.events.values_list("actor", "action")) == [(player, "c:3H"), ("D", "undo")]
    assert AuditEntry.objects.filter(action=AuditAction.PLAY_ACTION_TAKEN_BACK).count() == 1
    for ticket in seats.values():
        told = look(ticket)["view"]["taken_back"]
        assert told == {"by": player, "action": "c:3H", "how": "director"}


def test_solo_22b_a_card_is_named_on_the_key(night, seats, director):
    tickets = list(seats.values())
    play_until(tickets, lambda: look(tickets[0])["view"]["phase"] == "play", sensibly("back"))
    _, ticket = on_turn(seats)
    act(ticket, look(ticket)["view"]["legal"][0])
    assert re.fullmatch(r"Take back (South|North)’s \w+ of (spades|hearts|diamonds|clubs)", key_on(director, night))


def test_solo_31_the_act_is_hidden_from_a_director_who_has_still_to_play_the_board(night, seats, director, dee):
    plays_as(night.session, 2, dee)
    _, caller = on_turn(seats)
    act(caller, "c:3H")
    assert key_on(director, night).endswith("’s last call")
    assert "3 hearts" not in shown(director, night) and "3 hearts" not in press(director, night, caller)


def test_solo_22b_where_only_the_players_take_back_the_page_says_so(make_night, director):
    night = make_night()
    Session.objects.filter(pk=night.session.pk).update(options={"undo": "off"})
    for number in (1, 4):
        say_ready(night.tickets[number])
    seats = {"S": night.tickets[1], "N": night.tickets[4]}
    act(on_turn(seats)[1], "c:3H")
    assert not key_on(director, night)
    assert "Calls and cards are not taken back here." in shown(director, night)
