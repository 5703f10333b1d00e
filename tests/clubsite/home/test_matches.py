"""Matches at home from the first deal to the score sheet, in every game, against the robot and against a friend."""

from collections.abc import Iterable
from uuid import uuid4

import pytest

from clubsite.core.refused import Refused
from clubsite.home.models import HomeMatch, MatchState
from clubsite.home.services.lobby import seat_ticket
from clubsite.home.services.matches import match_again, match_end, match_join, match_repeat
from clubsite.play import protocol, seat_acts
from clubsite.play.models import PlayStatus, SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.services import room_call, room_ready
from games.registry import names
from tests.clubsite.at_tables import act, look, say_ready
from tests.clubsite.home.homes import (
    a_device,
    alone,
    both_ready,
    play_deal,
    ticket_of,
    two,
    waiting,
)


@pytest.mark.parametrize("game", names())
def test_a_deal_against_the_robot_is_scored_and_the_next_one_is_dealt(game):
    match, bo = alone(game)
    table = play_deal(match, bo)["table"]
    assert (table["state"], table["next"]) == ("result", {"board": 2})
    assert table["result"]["board"] == 1 and table["result"]["text"]
    assert table["ready"] == ["N"], "nobody waits for a robot, or for the stock"
    both_ready(match, bo)
    after = look(bo)["table"]
    assert (after["state"], after["board"]) == ("playing", 2)
    assert [line["board"] for line in after["sheet"]["lines"] if line["board"]] == [1]


@pytest.mark.parametrize(("game", "options"), [("solo", {}), ("bridge_solitaire", {"score": "duplicate"})])
def test_a_match_is_played_to_its_end(game, options):
    match, bo = alone(game, **options)
    for deal in range(1, 5):
        assert play_deal(match, bo, seed=deal, concede=True)["table"]["result"]["board"] == deal
        both_ready(match, bo)
    match.refresh_from_db()
    assert match.state == MatchState.OVER
    assert match.over_at is not None
    assert match.standing["over"] and match.standing["header"] is None
    assert len(match.standing["sheet"]["lines"]) == 4
    table = look(bo)["table"]
    assert (table["state"], table["next"]) == ("finished", {"finished": True})


def test_two_friends_play_a_deal_and_go_on_to_the_next():
    match, bo, ann = two("umbrage")
    seen = play_deal(match, bo, ann)
    assert seen["table"]["state"] == "result"
    assert say_ready(bo).ok
    assert look(ann)["table"]["state"] == "result", "one alone does not move the table on"
    both_ready(match, ann)
    assert look(ann)["table"]["state"] in ("playing", "finished")
    assert look(bo)["table"]["sheet"]["lines"]


def test_a_table_waits_for_its_friend_with_an_invitation():
    seat = waiting()
    table = look(ticket_of(seat))["table"]
    assert table["state"] == "waiting"
    assert table["invite"]["code"] == seat.match.code
    assert table["opponent"] is None
    match_join(match=seat.match, name="Ann", device=a_device())
    table = look(ticket_of(seat))["table"]
    assert (table["state"], table["opponent"]["name"], table["invite"]) == ("ready", "Ann", None)
    assert match_join(match=seat.match, name="Late", device=a_device()) is None


def test_a_match_ended_early_keeps_what_was_scored():
    match, bo, ann = two("solo")
    play_deal(match, bo, ann, concede=True)
    both_ready(match, bo, ann)
    match_end(match=match)
    match_end(match=match)
    match.refresh_from_db()
    assert (match.state, match.ended) == (MatchState.OVER, True)
    assert [play.status for play in match.room.plays.order_by("pk")] == [PlayStatus.OVER, PlayStatus.VOID]
    assert look(bo)["table"]["state"] == "finished"
    assert len([line for line in match.standing["sheet"]["lines"] if line["board"]]) == 1


def test_bs_13c_a_repeated_deal_is_the_same_cards_and_is_not_scored():
    match, bo = alone("bridge_solitaire")
    play_deal(match, bo)
    play = match.room.plays.get()
    seat = match_repeat(play=play, seat=match.seats.get())
    assert seat.match.room.plays.get().setup == play.setup
    table = play_deal(seat.match, ticket_of(seat))["table"]
    assert table["sheet"]["title"] == "Practice"
    assert table["sheet"]["totals"] == {"S": 0, "N": 0}
    assert table["next"] == {"finished": True}


def test_solo_26a_a_deal_after_a_pass_out_is_dealt_anew():
    match, bo, ann = two("solo", passed_out="redeal")
    seats = {"S": bo, "N": ann}
    for _ in range(2):
        turn = look(bo)["view"]["turn"]["player"]
        assert act(seats[turn], "c:P").ok
    both_ready(match, bo, ann)
    first, second = match.room.plays.order_by("pk")
    assert first.setup["hands"] != second.setup["hands"]


def test_a_seat_is_its_devices_and_its_owners(cy):
    match, bo = alone("solo")
    seat = match.seats.get(player="S")
    with pytest.raises(Refused):
        seat_ticket(seat=seat, device=a_device())
    again, _ = seat_ticket(seat=seat, device=seat.device)
    assert again.pk == bo.pk
    match.seats.filter(player="S").update(user=cy)
    elsewhere, _ = seat_ticket(seat=match.seats.get(player="S"), device=a_device(), user=cy)
    bo.refresh_from_db()
    assert bo.revoked_at is not None
    assert look(elsewhere)["table"]["state"] == "playing"


def test_nobody_is_called_to_a_table_that_has_no_director():
    match, bo = alone("solo")
    match.room.refresh_from_db()
    rev = match.room.rev
    for message in (protocol.Help(uuid4(), on=True), protocol.Disagree(uuid4(), match.room.plays.get().public_id)):
        answer = seat_acts.answer(bo.pk, message)
        assert (answer.code, "no director" in answer.reason) == ("illegal", True)
    match.room.refresh_from_db()
    assert (match.room.rev, match.room.calls) == (rev, [])


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
        action = seen["view"]["legal"][0] if seen["view"]["legal"] else ""
        if pick := seen["view"]["pick"]:
            chosen = [*pick["forced"], *(card for card in pick["cards"] if card not in pick["forced"])]
            action = f"keep:{'.'.join(chosen[:6])}/{chosen[6]}"
        assert act(bo, action, seen=seen).ok
    assert act(bo, "concede").ok
    table = look(bo)["table"]
    assert table["state"] == "result" and table["result"]["claimed"] is True
    both_ready(match, bo)
    assert look(bo)["table"]["board"] == 2
