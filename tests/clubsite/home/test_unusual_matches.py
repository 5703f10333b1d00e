"""Unusual matches: passed out again and again, ended at odd moments, conceded, or started again."""

from collections.abc import Iterable
from typing import Any

import pytest

from clubsite.home.models import HomeMatch, MatchState
from clubsite.home.services.matches import match_again, match_end
from clubsite.play.models import SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.services import room_call, room_ready
from tests.clubsite.at_tables import act, look, say_ready
from tests.clubsite.home.homes import alone, both_ready, ticket_of, two, waiting

PASSED_OUT = [
    ("solo", {}),
    ("solo", {"match": "chicago", "passed_out": "redeal"}),
    ("solo", {"match": "rubber"}),
    ("umbrage", {}),
    ("umbrage", {"score": "chicago", "part_scores": "carried"}),
    ("five_hundred_for_two", {"match": "one", "after_pass": "out"}),
]


def pass_out(tickets: Iterable[SeatTicket]):
    tickets = list(tickets)
    for _ in range(8):
        for ticket in tickets:
            seen = look(ticket)
            if seen["view"] is None or seen["table"]["state"] != "playing":
                return
            legal = seen["view"]["legal"]
            if legal and (seen["view"]["turn"]["player"] == seen["table"]["seat"]):
                assert act(ticket, next(a for a in ("c:P", "umbrage:stay") if a in legal), seen=seen).ok


def to_the_cards_then_conceded(*tickets: SeatTicket):
    """Perform the first possible action until card play begins. Then let one player concede all tricks."""
    for _ in range(120):
        for ticket in tickets:
            seen = look(ticket)
            view = seen["view"]
            if seen["table"]["state"] == "result":
                return
            if view["can"]["claim"]:
                assert act(ticket, "claim:0", seen=seen).ok
            elif view["legal"] and view["turn"]["player"] == view["me"]:
                assert act(ticket, view["legal"][0], seen=seen).ok
            elif view["pick"]:
                assert act(ticket, f"{view['pick']['verb']}:", seen=seen).ok
    raise AssertionError("the cards are never played")


@pytest.mark.parametrize(("game", "options"), PASSED_OUT)
def test_deals_that_are_passed_out_go_on_and_have_a_line_each(game, options):
    match, bo, ann = two(game, **options)
    for number in range(1, 5):
        if look(bo)["table"]["state"] == "finished":
            break
        pass_out((bo, ann))
        table = look(bo)["table"]
        assert table["state"] == "result"
        assert table["result"]["board"] == number and table["result"]["score_text"]
        assert [line["board"] for line in table["sheet"]["lines"]] == list(range(1, number + 1))
        both_ready(match, bo, ann)
    dealt = [str(play.setup["hands"]) for play in match.room.plays.all()]
    assert len(set(dealt)) == len(dealt) >= 4, "each is shuffled anew"


def test_a_secret_card_match_without_an_end_is_ended_between_deals_and_begun_again():
    match, bo, ann = two("secret_card", deals="open")
    to_the_cards_then_conceded(bo, ann)
    assert look(bo)["table"]["can_end"]
    match_end(match=match)
    match.refresh_from_db()
    assert match.state == MatchState.OVER
    assert len(match.standing["sheet"]["lines"]) == 1 and match.standing["header"] is None
    for ticket in (bo, ann):
        table = look(ticket)["table"]
        assert (table["state"], table["next"], table["can_end"]) == ("finished", {"finished": True}, False)
    again = match_again(match=match)
    assert again.first != match.first and again.match_options == match.match_options
    assert look(ticket_of(again.seats.get(player="N")))["table"]["state"] == "ready"


def test_what_comes_after_the_end_of_a_match_is_refused_and_changes_nothing():
    match, bo, ann = two("umbrage")
    seen = look(bo)
    match_end(match=match)
    place, rev = room_seat_of(bo), look(bo)["rev"]
    for answer in (
        act(bo, "umbrage:take", seen=seen),
        act(bo, "claim:13", seen=seen),
        room_ready(room_seat=place, play_id=seen["play"]),
        room_call(room_seat=place, on=True, reason="x", play_id=seen["play"]),
    ):
        assert answer.code == "gone"
    assert look(bo)["rev"] == rev
    assert say_ready(bo).ok and say_ready(ann).ok, "harmless"
    match.refresh_from_db()
    assert match.room.plays.count() == 1 and match.state == MatchState.OVER


def test_a_table_that_was_ended_before_anybody_came_takes_nobody(client):
    seat = waiting()
    match_end(match=seat.match)
    response = client.post(f"/play/{seat.match.code}/", {"name": "Ann"})
    assert b"is over" in response.content and seat.match.seats.count() == 1
    assert look(ticket_of(seat))["table"]["state"] == "finished"
    again = match_again(match=HomeMatch.objects.get(pk=seat.match.pk))
    assert again.state == MatchState.WAITING


def test_a_conceded_solitaire_is_scored_and_the_rubber_goes_on():
    match, bo = alone("bridge_solitaire")
    for _ in range(30):
        seen = look(bo)
        if seen["view"]["choices"]:
            break
        pick = seen["view"]["pick"]
        action = _six_of(pick) if pick else seen["view"]["legal"][0]
        assert act(bo, action, seen=seen).ok
    assert act(bo, "concede").ok
    table = look(bo)["table"]
    assert table["state"] == "result" and table["result"]["claimed"] is True
    both_ready(match, bo)
    assert look(bo)["table"]["board"] == 2


def _six_of(pick: dict[str, Any]) -> str:
    chosen = [*pick["forced"], *(card for card in pick["cards"] if card not in pick["forced"])]
    return f"keep:{'.'.join(chosen[:6])}/{chosen[6]}"
