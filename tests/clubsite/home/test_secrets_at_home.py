"""Attempts by a player to learn hidden cards and decisions by means other than the player's own view."""

import json
import re
from dataclasses import replace
from random import Random
from typing import Any
from uuid import NAMESPACE_OID, uuid4, uuid5

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.test import Client

from clubsite.core.limits import NEW_TABLES
from clubsite.home.models import HomeMatch, HomeSeat, MatchState
from clubsite.home.services import lobby
from clubsite.home.services.matches import match_end, match_repeat
from clubsite.home.services.robots import robot_play
from clubsite.play.models import PlayEvent, PlaySeat, SeatKind, SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.seat_tickets import ticket_take
from clubsite.play.selectors import snapshot
from clubsite.play.services import play_open, play_void
from games.registry import names, rules_for
from tests.clubsite.at_tables import act, look
from tests.clubsite.home.homes import a_device, alone, both_ready, play_deal, ticket_of, two
from tests.on_page import CARD, cards_in, cards_in_message, on_page


def _decided(match: HomeMatch) -> PlayEvent:
    """Return the robot's decision on umbrage, which the opponent may not know before making their own decision."""
    robot_play(match_id=match.pk)
    return PlayEvent.objects.get(play__room=match.room, actor="N")


def test_a_robots_decision_cannot_be_confirmed_by_sending_the_id_that_it_would_have():
    match, bo = alone("umbrage")
    event = _decided(match)
    for action in ("umbrage:take", "umbrage:stay"):
        guess = uuid5(NAMESPACE_OID, f"{event.play.public_id}/{event.seq - 1}/N/{action}")
        assert act(bo, "umbrage:x", client_id=guess).code == "illegal"


def test_an_id_that_another_player_has_used_is_no_repeat_of_ones_own_act():
    match, bo = alone("umbrage")
    event = _decided(match)
    assert act(bo, "umbrage:take", client_id=event.client_id).code == "bad"
    assert act(bo, "umbrage:take", client_id=event.client_id, seq=0).code == "stale"
    assert PlayEvent.objects.count() == 1
    assert act(bo, "umbrage:take", client_id=uuid4()).ok


def test_a_robots_chance_is_not_drawn_from_what_its_opponent_knows(monkeypatch):
    drawn = []

    def note(view, chance):
        drawn.append([chance(range(1000)) for _ in range(5)])

    monkeypatch.setattr("solver.robots.choice.choose", note)
    match, _ = alone("umbrage")
    for _ in range(2):
        robot_play(match_id=match.pk)
    guess = Random(f"{match.room.plays.get().public_id}/0")
    assert drawn[0] == drawn[1], "two jobs at once must come to the same act"
    assert drawn[0] != [guess.choice(range(1000)) for _ in range(5)]


def _fails(view, chance):
    raise KeyError(chance(view["hands"]["N"]["cards"]))


@pytest.mark.parametrize(
    ("chooses", "logged"),
    [(lambda *_: "draw:S7.H3", "chose an illegal draw after event 0"), (_fails, "KeyError")],
    ids=["breaks the rules", "fails"],
)
def test_the_log_of_a_robot_names_no_card_and_the_table_goes_on(monkeypatch, caplog, chooses, logged):
    match, _ = alone("umbrage")
    monkeypatch.setattr("solver.robots.choice.choose", chooses)
    assert robot_play(match_id=match.pk) == 1
    assert logged in caplog.text and not cards_in(caplog.text)


def _again_with(match: HomeMatch, setup: dict[str, Any]):
    room, play = match.room, match.room.plays.get()
    seats, options, game = play.seats, play.options, play.game
    play_void(play=play)
    room.refresh_from_db()
    play_open(room=room, game=game, options=options, setup=setup, seats=seats)


def _all_that_is_sent(ticket: SeatTicket, probes: list[str]) -> dict[str, Any]:
    seen = look(ticket)
    answers = [act(ticket, probe, seen=seen) for probe in probes]
    refusals = [(answer.code, answer.reason, answer.seq) for answer in answers]
    plain = {key: value for key, value in seen.items() if key not in ("play", "rev")}
    return {"message": plain, "answers": refusals, "moved": look(ticket)["rev"] - seen["rev"]}


@pytest.mark.parametrize("game", ["secret_card", "umbrage", "bridge_solitaire", "whist_for_two"])
def test_the_whole_message_and_every_refusal_are_the_same_when_hidden_cards_differ(game):
    if game == "bridge_solitaire":
        match, bo = alone(game)
    else:
        match, bo, _ = two(game)
    play = match.room.plays.get()
    view = look(bo)["view"]
    cards = list(dict.fromkeys(CARD.findall(json.dumps(play.setup))))
    seen = set(CARD.findall(json.dumps(view)))
    hidden = [card for card in cards if card not in seen and card[1] != "A" and card[0] != "J"]
    legal = {*view["legal"], "undo"}
    probes = [f"{verb}:{card}" for verb in ("p", "secret", "draw") for card in cards[::5]]
    probes = [probe for probe in probes if probe not in legal]
    before = _all_that_is_sent(bo, probes)
    first, other = hidden[0], hidden[-1]
    swap = {first: other, other: first}
    text = CARD.sub(lambda hit: swap.get(hit[0], hit[0]), json.dumps(play.setup))
    _again_with(match, json.loads(text))
    assert _all_that_is_sent(bo, probes) == before
    assert before["moved"] == 0


@pytest.mark.parametrize("game", names())
def test_what_is_around_a_play_says_no_card(game):
    match, bo = alone(game)
    robot_play(match_id=match.pk)
    assert not cards_in_message(look(bo)["table"])


def _pages(client: Client, match: HomeMatch) -> str:
    addresses = ["/play/", "/play/history/", f"/play/match/{match.public_id}/", f"/play/{match.code}/"]
    return "\n".join(client.get(address).text for address in addresses)


@pytest.mark.parametrize("against", ["robot", "friend"])
def test_no_page_tells_a_card_of_a_live_deal_or_the_seed_of_a_match(client, against):
    client.post("/play/new/umbrage/", {"name": "Bo", "against": against})
    match = HomeMatch.objects.get()
    if against == "friend":
        other = Client()
        other.post(f"/play/{match.code}/", {"name": "Ann"})
        both_ready(match, *SeatTicket.objects.all())
    page = _pages(client, match)
    assert match.seed not in page
    assert not re.search(r"(?:dealt|reshuffle|setup)", on_page(page))
    match_end(match=match)
    page = _pages(client, match)
    assert match.seed not in page
    for number in (0, 1, 2, 10**9, 10**30):
        assert client.get(f"/play/match/{match.public_id}/replay/{number}/").status_code == 404
        assert client.post(f"/play/match/{match.public_id}/repeat/{number}/").status_code == 404


def test_the_admin_has_no_matches_and_no_plays_and_a_setup_says_nothing_of_the_seed():
    shown = {model.__name__ for model in admin.site._registry}
    assert not shown & {HomeMatch.__name__, HomeSeat.__name__, "Play", "PlayEvent", "Room", "SeatTicket"}
    match, _ = alone("solo")
    setup = match.room.plays.get().setup
    assert match.seed not in json.dumps(setup)
    assert set(setup) == set(rules_for("solo").deal("x", match.standing["header"], {}))


def opened(client: Client, game: str = "solo", **fields):
    return client.post(f"/play/new/{game}/", {"name": "Bo", "against": "friend", **fields})


# Names
STRANGE_NAMES = {
    "a" * 40: "a" * 40, "👩‍👩‍👧‍👦 Ruth": "👩‍👩‍👧‍👦 Ruth", "  Bo \t Diddley ": "Bo Diddley",
    "Bo\r\nwins": "Bo wins", "<b>Bo</b>": "<b>Bo</b>", "Bo\u202eknil": "Boknil", "Bo\u2028wins": "Bo wins",
    "{{ 7|add:7 }}": "{{ 7|add:7 }}", "Bo\x00": "Bo", "म\u200dराठी": "म\u200dराठी",
}  # fmt: skip


@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_a_name_is_one_line_that_turns_nothing_around(client, name):
    assert opened(client, name=name).status_code == 302
    assert HomeSeat.objects.get().name == STRANGE_NAMES[name]
    page = client.get("/play/history/").content + client.get("/play/").content
    assert b"<b>Bo</b>" not in page


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u200d\u200d", "\u202e", "a" * 41, "\x00", "\x07", "\u2028"])
def test_a_name_that_cannot_be_read_is_refused_in_words(client, name):
    response = opened(client, name=name)
    assert response.status_code == 422 and b"errorlist" in response.content
    assert not HomeMatch.objects.exists()
    opened(client)
    match = HomeMatch.objects.get()
    assert Client().post(f"/play/{match.code}/", {"name": name}).status_code == 422
    assert match.seats.count() == 1


def test_whoever_is_signed_in_with_a_very_long_name_can_play_at_one_tap(client):
    user = get_user_model().objects.create_user("ruth" * 30, password="correct horse")
    client.force_login(user)
    assert client.post("/play/now/bridge_solitaire/").status_code == 302
    assert HomeSeat.objects.get().name == ("ruth" * 10)
    assert client.get("/play/new/solo/").status_code == 200


@pytest.mark.parametrize("game", ["poker", "solo\u200b", "0", "S" * 300, "__class__"])
def test_a_game_that_there_is_not_is_a_page_that_there_is_not(client, game):
    for address in (f"/play/new/{game}/", f"/play/now/{game}/"):
        assert client.get(address).status_code in (404, 405)
        assert client.post(address, {"name": "Bo", "against": "robot"}).status_code == 404


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"against": "nobody"}, ""),
        ({"against": ""}, "Choose against whom"),
        ({"against": "\x00"}, ""),
        ({"match": "for ever"}, "Choose one of the answers"),
        ({"undo": "always"}, "Choose one of the answers"),
        ({"hints": ["on", "loud"]}, ""),
        ({"match": "\x00"}, ""),
    ],
)
def test_a_forged_form_opens_no_table(client, fields, sentence):
    answer = opened(client, **fields)
    assert answer.status_code == 422 and sentence in answer.text
    assert not HomeMatch.objects.exists()


def test_fields_that_nobody_asked_for_change_nothing_and_a_match_that_goes_on_is_not_begun_again(client):
    opened(client, seed="x", first="N", state="over", repeats="1", room="1")
    match = HomeMatch.objects.get()
    assert (match.game, match.state, match.repeats) == ("solo", MatchState.WAITING, None)
    assert match.seed != "x"
    at = f"/play/match/{match.public_id}/"
    assert client.post(f"{at}again/", follow=True).redirect_chain[-1][0] == at
    assert HomeMatch.objects.count() == 1


# Codes and addresses
CODES = [*"0 K7QX2 K7QX2MM ...... 🂡🂡🂡🂡🂡🂡 %00 K7Q%0A １２３４５６ ßßßßßß".split(), "' OR 1=1", "x" * 2000]


@pytest.mark.parametrize("code", CODES)
def test_a_code_that_nobody_has_is_no_error(client, code):
    assert client.get(f"/play/{code}/").status_code == 404
    assert client.post(f"/play/{code}/", {"name": "Eve"}).status_code == 404
    assert client.get("/play/", {"code": code}).status_code == 200
    assert client.get(f"/play/{code}/qr.svg").status_code == 200
    assert client.get(f"/play/match/{code}/").status_code == 404
    assert client.get(f"/seat/{code}/").status_code == 404


def test_one_players_cookie_does_not_open_the_others_seat(client):
    opened(client)
    match = HomeMatch.objects.get()
    ann = Client()
    ann.post(f"/play/{match.code}/", {"name": "Ann"})
    north, south = (SeatTicket.objects.get(seat=match.seats.get(player=p).pk) for p in "NS")
    others = "".join(f"; {cookie.OutputString([])}" for name, cookie in ann.cookies.items() if name != "claim")
    own = ann.cookies["claim"].value
    # As the header carries them: newer Pythons refuse to make a cookie with a NUL, but not to read one.
    for key, sent in (own, own), ("", ""), ("\x00", r'"\000"'), ("x" * 500, "x" * 500), ("ü", r'"\374"'):
        cookies = {"cookie": f"claim={sent}{others}"}
        assert ann.get(f"/seat/{south.public_id}/", headers=cookies).status_code == 404
        assert ann.get(f"/seat/{south.public_id}/enter/", {"key": key}, headers=cookies).status_code == 404
        assert ann.get(f"/seat/{north.public_id}/", headers=cookies).status_code == (200 if key == own else 404)
    assert north.public_id != south.public_id


def test_a_ticket_whose_match_is_gone_sits_nowhere():
    ticket, _ = ticket_take(device=a_device(), seat=PlaySeat.objects.create(kind=SeatKind.HOME))
    assert room_seat_of(ticket) is None
    assert snapshot(ticket)["table"]["state"] == "finished"


def test_no_way_to_a_new_table_goes_past_the_limit(client, monkeypatch):
    client.post("/play/now/bridge_solitaire/")
    match = HomeMatch.objects.get()
    play_deal(match, SeatTicket.objects.get())
    match_end(match=match)
    monkeypatch.setattr(lobby, "NEW_TABLES", replace(NEW_TABLES, most=1))
    for path in ("again/", "repeat/1/"):
        response = client.post(f"/play/match/{match.public_id}/{path}", follow=True)
        assert "Very many tables" in response.text
    assert client.post("/play/now/solo/", follow=True).status_code == 200
    assert HomeMatch.objects.count() == 1


def test_a_practice_deal_is_looked_at_again_under_its_own_number(client):
    match, bo = alone("bridge_solitaire")
    for seed in (1, 2):
        play_deal(match, bo, seed=seed)
        both_ready(match, bo)
    second = match.room.plays.filter(status="over").order_by("pk")[1]
    seat = match_repeat(play=second, seat=match.seats.get())
    play_deal(seat.match, ticket_of(seat))
    user = get_user_model().objects.create_user("bo", password="correct horse")
    HomeSeat.objects.update(user=user)
    client.force_login(user)
    page = client.get(f"/play/match/{seat.match.public_id}/").text
    assert f"/play/match/{seat.match.public_id}/replay/2/" in page
    assert client.get(f"/play/match/{seat.match.public_id}/replay/2/").status_code == 200
    assert client.post(f"/play/match/{seat.match.public_id}/repeat/2/").status_code == 302


def test_nobody_sits_on_their_friends_seat_by_naming_it_and_a_device_with_both_comes_back_to_each(client):
    opened(client)
    opened(client)
    others, match = HomeMatch.objects.order_by("pk")
    Client().post(f"/play/{others.code}/", {"name": "Ann"})
    own = SeatTicket.objects.get(seat=others.seats.get(player="S").pk)
    response = client.post(f"/play/match/{others.public_id}/sit/", {"player": "N"})
    assert response["Location"] == f"/seat/{own.public_id}/"
    assert client.post(f"/play/{match.code}/?other=yes", {"name": "Ann"}).status_code == 302
    page = client.get("/play/").text
    for player in "SN":
        assert f'name="player" value="{player}"' in page
        seat = match.seats.get(player=player)
        response = client.post(f"/play/match/{match.public_id}/sit/", {"player": player})
        assert response["Location"] == f"/seat/{SeatTicket.objects.get(seat=seat.pk).public_id}/"
    for nonsense in ("", "D", "\x00", "S" * 5000):
        assert client.post(f"/play/match/{match.public_id}/sit/", {"player": nonsense}).status_code == 302
