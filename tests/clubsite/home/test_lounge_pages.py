"""The lounge's pages as a visitor without an account sees them: links, codes, clear refusals and no private data."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from clubsite.accounts.models import Device
from clubsite.home.models import HomeMatch, HomeSeat, MatchState
from clubsite.home.questions import GAMES
from clubsite.home.services.matches import match_end, match_join, match_repeat
from clubsite.play.models import Play, SeatTicket
from games.registry import names, rules_for
from scoring.home import match_options
from tests.clubsite.home.homes import a_device, alone, play_deal, twice, waiting, word


def opened(client: Client, game: str = "solo", against: str = "friend", **fields: str) -> HomeMatch:
    response = client.post(f"/play/new/{game}/", {"name": "Bo", "against": against, **fields})
    assert response.status_code == 302, response.text
    return HomeMatch.objects.latest("pk")


def ticket(seat: HomeSeat) -> SeatTicket:
    return SeatTicket.objects.get(seat=seat.pk, revoked_at=None)


OF_CLUBS = {"undo": {"director"}, "misclick": {"robot"}}
"""Values that only a club session has."""


@pytest.mark.parametrize("game", names())
def test_the_form_of_a_game_asks_for_every_option_in_words_with_its_paragraph_and_opens_a_table(client, game):
    """SOLO-26, SOLO-26a and SOLO-26b are among the paragraphs."""
    known, questions = {**rules_for(game).options, **match_options(game)}, GAMES[game].questions
    assert set(questions) == set(known)
    page, rules = client.get(f"/play/new/{game}/").text, client.get(f"/learn/{game}/rules/").text
    for name, question in questions.items():
        assert set(question.answers) == set(known[name]) - OF_CLUBS.get(name, set()), name
        assert question.text.replace("'", "&#x27;") in page
        if question.rule:
            assert f'{escape(question.note)} <a href="/learn/{game}/rules/#{question.rule}">' in page
            assert f'id="{question.rule}"' in rules
    match = opened(client, game, "nobody" if GAMES[game].alone else "robot")
    seat = client.get(f"/seat/{ticket(match.seats.get(player='S')).public_id}/")
    assert seat.status_code == 200


def test_the_lounge_has_a_door_to_every_game_and_one_tap_deals_a_solitaire(client):
    page = client.get("/play/").text
    for game in names():
        assert reverse("home:new", args=[game]) in page
        assert reverse("home:now", args=[game]) in page
    response = client.post("/play/now/bridge_solitaire/")
    assert response.status_code == 302 and response["Location"].startswith("/seat/")
    assert HomeMatch.objects.get().room.plays.count() == 1
    assert "Go on" in client.get("/play/").text, "a table survives leaving and coming back"


def test_a_friend_comes_in_by_the_link_with_nothing_but_a_name(client):
    match = opened(client)
    friend = Client()
    page = friend.get(f"/play/{match.code}/").text
    assert "Bo asks you to play" in page and "Four deals, nobody vulnerable" in page
    assert "Say what you are called" in friend.post(f"/play/{match.code}/", {"name": " "}).text
    assert friend.post(f"/play/{match.code}/", {"name": "Ann"}).status_code == 302
    assert friend.get(f"/seat/{ticket(match.seats.get(player='N')).public_id}/").status_code == 200
    assert "Somebody else has come" in Client().get(f"/play/{match.code}/").text


def test_the_same_browser_may_try_both_seats_and_says_so_first(client):
    match = opened(client)
    page = client.get(f"/play/{match.code}/").text
    assert "This is your own table" in page and "Try both seats" in page
    first, second = (client.post(f"/play/{match.code}/?other=yes", {"name": "Bo too"}) for _ in range(2))
    assert first.status_code == 302 and first["Location"] == second["Location"], "pressed twice"
    assert match.seats.count() == 2


def test_a_code_is_typed_in_any_case_a_wrong_one_is_refused_at_its_field_and_none_can_be_guessed_for_ever(client):
    match = opened(client)
    for typed in (match.code.lower(), f"{match.code[:3]}-{match.code[3:]}", f"https://club.example/play/{match.code}/"):
        assert client.get("/play/", {"code": typed})["Location"] == f"/play/{match.code}/"
    assert "No table is waiting with that code" in client.get("/play/", {"code": "QQQQQQ"}).text
    assert Client().get("/play/QQQQQQ/").status_code == 404
    square = client.get(f"/play/{match.code}/qr.svg")
    assert square["Content-Type"] == "image/svg+xml" and b'xmlns="http://www.w3.org/2000/svg"' in square.content

    answers = [client.get("/play/", {"code": f"AAAA{n:02}"}).status_code for n in range(25)]
    assert answers[0] == 200 and answers[-1] == 429


def test_a_stranger_sees_nothing_of_a_match(client):
    match, stranger = opened(client, against="robot"), Client()
    play_deal(match, ticket(match.seats.get(player="S")), concede=True)
    opened(stranger)  # with a device of their own
    base = f"/play/match/{match.public_id}/"
    for path in ("", "replay/1/"):
        assert (client.get(base + path).status_code, stranger.get(base + path).status_code) == (200, 404)
    for path in ("sit/", "end/", "again/", "repeat/1/"):
        assert (stranger.get(base + path).status_code, stranger.post(base + path).status_code) == (405, 404)
    match.refresh_from_db()
    assert match.state == MatchState.PLAYING and HomeMatch.objects.count() == 2


@pytest.mark.parametrize("game", names())
def test_every_games_sheet_is_drawn_the_match_ended_and_its_deal_looked_at_again_with_all_hands_open(client, game):
    match = opened(client, game, "nobody" if GAMES[game].alone else "robot")
    at = f"/play/match/{match.public_id}/"
    assert client.get(f"{at}replay/1/").status_code == 404, "it is still played"
    play_deal(match, ticket(match.seats.get(player="S")), concede=True)
    page = client.get(at).text
    assert "Tap a result" in page and "End this match" in page
    client.post(f"{at}end/")
    steps = client.get(f"{at}replay/1/").context["steps"]
    assert len(steps["steps"]) == match.room.plays.get(status="over").seq + 1 and json.dumps(steps)
    assert all(hand["cards"] is not None for hand in steps["steps"][0]["view"]["hands"].values())
    assert client.get(f"{at}replay/2/").status_code == 404
    page = client.get(at).text
    assert "ended before its time" in page and "Play again" in page
    assert match.seats.get(player="S").name in page
    match.refresh_from_db()
    contract = match.standing["sheet"]["lines"][0]["contract"]
    assert ('class="bid"' in page) == bool(contract), "a contract is drawn"


def test_history_is_the_devices_and_with_an_account_follows_its_owner(client, cy):
    client.force_login(cy)
    match = opened(client, against="robot")
    match_end(match=match)
    assert "Two Handed Solo Bridge" in client.get("/play/history/").text
    elsewhere = Client()
    assert "No match is finished yet" in elsewhere.get("/play/history/").text
    elsewhere.force_login(cy)
    assert match.public_id in elsewhere.get("/play/history/").text
    assert elsewhere.get(f"/play/match/{match.public_id}/").status_code == 200


def test_the_personal_best_is_of_whole_rubbers_only(client):
    match = opened(client, "bridge_solitaire", "nobody")
    match_end(match=match)
    match.refresh_from_db()
    assert "Your best rubber" not in client.get("/play/").text
    HomeMatch.objects.update(ended=False, standing={**match.standing, "totals": {"S": 900, "N": 120}})
    assert "+780" in client.get("/play/").text


OPEN = {"name": "Bo", "against": "robot"}


@pytest.mark.parametrize(
    ("shown", "sent", "fields"),
    [("/play/new/solo/", "/play/new/solo/", OPEN), ("/play/", "/play/now/bridge_solitaire/", {})],
)
def test_a_table_is_opened_once(shown, sent, fields):
    form = {**fields, **word(Client(), shown, sent if shown == "/play/" else "newtable")}
    twice(sent, form)
    assert (HomeMatch.objects.count(), Device.objects.count()) == (1, 1)
    Client().post(sent, {**fields, **word(Client(), shown, sent if shown == "/play/" else "newtable")})
    assert HomeMatch.objects.count() == 2, "another page opens another"


def test_other_options_on_the_same_page_are_another_table_and_so_is_one_after_the_end(client):
    form = OPEN | word(client, "/play/new/solo/", "newtable")
    for name in ("Bo", "Bo", "Bob"):
        client.post("/play/new/solo/", form | {"name": name})
    assert HomeMatch.objects.count() == 2
    match_end(match=HomeMatch.objects.earliest("pk"))
    client.post("/play/new/solo/", form)
    assert HomeMatch.objects.count() == 3


def test_a_friend_sits_down_once():
    match = waiting().match
    address = f"/play/{match.code}/"
    twice(address, {"name": "Ann"} | word(Client(), address, "plain form"))
    assert match.seats.count() == 2
    late = Client().post(address, {"name": "Cy", "idempotency_key": "another page"})
    assert "Somebody else has come" in late.text


def test_a_deal_is_repeated_once():
    match = waiting("bridge_solitaire", against="nobody").match
    facts = {"play": match.room.plays.get(), "seat": match.seats.get()}
    first, again, other = (match_repeat(**facts, idempotency_key=word) for word in ("a", "a", "b"))
    assert first.pk == again.pk != other.pk


@pytest.mark.django_db(transaction=True)
def test_two_presses_in_the_same_moment_make_one(at_once):
    bo, ann = a_device(), a_device()
    opened = at_once(*[lambda: waiting(device=bo, idempotency_key="word").pk] * 3)
    assert len(set(opened)) == 1 and at_once(HomeMatch.objects.count) == [1]
    joined = at_once(*[lambda: match_join(match=HomeMatch.objects.get(), name="Ann", device=ann)] * 3)
    assert len({seat.pk for seat in joined}) == 1


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as made:
        assert client.get(address).status_code == 200
    return len(made)


def many_matches(client: Client, number: int):
    client.post("/play/now/bridge_solitaire/")
    device = HomeSeat.objects.latest("pk").device
    for place in range(number):
        match, _ = alone("bridge_solitaire" if place % 3 == 0 else "umbrage")
        match.seats.filter(player="S").update(device=device)
    half = HomeMatch.objects.filter(pk__in=[m.pk for m in HomeMatch.objects.all()[::2]])
    half.update(state=MatchState.OVER, over_at=timezone.now())


@pytest.mark.parametrize("address", ["/play/", "/play/history/"])
def test_a_list_of_many_matches_costs_no_more_queries_than_one_of_three(client, address):
    many_matches(client, 3)
    few = queries(client, address)
    many_matches(client, 15)
    assert queries(client, address) <= few
    assert few <= 12


def test_the_page_of_a_match_costs_the_same_after_many_deals(client):
    match, bo = alone("bridge_solitaire")
    client.post("/play/now/bridge_solitaire/")
    HomeSeat.objects.filter(match=match).update(device=HomeSeat.objects.latest("pk").device)
    play_deal(match, bo)
    match.refresh_from_db()
    address = f"/play/match/{match.public_id}/"
    few = queries(client, address)
    sheet = match.standing["sheet"]
    match.standing = {**match.standing, "sheet": {**sheet, "lines": sheet["lines"] * 30}}
    match.save(update_fields=["standing"])
    assert queries(client, address) == few <= 10
    assert Play.objects.count() == 2
