"""The lounge's pages as a visitor without an account sees them: links, codes, clear refusals and no private data."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from clubsite.home.models import HomeMatch, HomeSeat, MatchState
from clubsite.home.questions import GAMES
from clubsite.home.services.matches import match_end
from clubsite.play.models import SeatTicket
from games.registry import names, rules_for
from scoring.home import match_options
from tests.clubsite.home.homes import play_deal


def text(response) -> str:
    return str(response.text)


def opened(client: Client, game: str = "solo", against: str = "friend", **fields: str) -> HomeMatch:
    response = client.post(f"/play/new/{game}/", {"name": "Bo", "against": against, **fields})
    assert response.status_code == 302, text(response)
    return HomeMatch.objects.latest("pk")


def sit_down(client: Client, match: HomeMatch, name: str = "Ann") -> HomeSeat:
    assert client.post(f"/play/{match.code}/", {"name": name}).status_code == 302
    return match.seats.get(player="N")


def ticket(seat: HomeSeat) -> SeatTicket:
    return SeatTicket.objects.get(seat=seat.pk, revoked_at=None)


OF_CLUBS = {"undo": {"director"}, "misclick": {"robot"}}
"""Values that only a club session has."""


@pytest.mark.parametrize("game", names())
def test_every_option_of_a_game_has_its_words(game):
    known = {**rules_for(game).options, **match_options(game)}
    asked = GAMES[game].questions
    assert set(asked) == set(known)
    for name, question in asked.items():
        assert set(question.answers) == set(known[name]) - OF_CLUBS.get(name, set()), name


@pytest.mark.parametrize("game", names())
def test_the_form_of_a_game_asks_in_words_and_opens_its_table(client, game):
    page = text(client.get(f"/play/new/{game}/"))
    for question in GAMES[game].questions.values():
        assert question.text.replace("'", "&#x27;") in page
    match = opened(client, game, "nobody" if GAMES[game].alone else "robot")
    seat = client.get(f"/seat/{ticket(match.seats.get(player='S')).public_id}/")
    assert seat.status_code == 200


@pytest.mark.parametrize("game", names())
def test_a_question_leads_to_the_paragraph_that_answers_it(client, game):
    """SOLO-26, SOLO-26a and SOLO-26b are among them."""
    page, rules = client.get(f"/play/new/{game}/").text, client.get(f"/learn/{game}/rules/").text
    for question in filter(lambda question: question.rule, GAMES[game].questions.values()):
        assert f'{escape(question.note)} <a href="/learn/{game}/rules/#{question.rule}">' in page
        assert f'id="{question.rule}"' in rules


def test_the_lounge_has_a_door_to_every_game(client):
    page = text(client.get("/play/"))
    for game in names():
        assert reverse("home:new", args=[game]) in page
        assert reverse("home:now", args=[game]) in page


def test_one_tap_deals_a_solitaire(client):
    response = client.post("/play/now/bridge_solitaire/")
    assert response.status_code == 302 and response["Location"].startswith("/seat/")
    assert HomeMatch.objects.get().room.plays.count() == 1
    assert "Go on" in text(client.get("/play/")), "a table survives leaving and coming back"


def test_a_friend_comes_in_by_the_link_with_nothing_but_a_name(client):
    match = opened(client)
    friend = Client()
    page = text(friend.get(f"/play/{match.code}/"))
    assert "Bo asks you to play" in page and "Four deals, nobody vulnerable" in page
    assert "Say what you are called" in text(friend.post(f"/play/{match.code}/", {"name": " "}))
    seat = sit_down(friend, match)
    assert friend.get(f"/seat/{ticket(seat).public_id}/").status_code == 200
    assert "Somebody else has come" in text(Client().get(f"/play/{match.code}/"))


def test_the_same_browser_may_try_both_seats_and_says_so_first(client):
    match = opened(client)
    page = text(client.get(f"/play/{match.code}/"))
    assert "This is your own table" in page and "Try both seats" in page
    assert client.post(f"/play/{match.code}/?other=yes", {"name": "Bo too"}).status_code == 302
    assert match.seats.count() == 2


def test_a_code_is_typed_in_any_case_and_a_wrong_one_is_told_at_its_field(client):
    match = opened(client)
    for typed in (match.code.lower(), f"{match.code[:3]}-{match.code[3:]}", f"https://club.example/play/{match.code}/"):
        assert client.get("/play/", {"code": typed})["Location"] == f"/play/{match.code}/"
    assert "No table is waiting with that code" in text(client.get("/play/", {"code": "QQQQQQ"}))
    assert Client().get("/play/QQQQQQ/").status_code == 404


def test_codes_cannot_be_guessed_for_ever(client):
    answers = [client.get("/play/", {"code": f"AAAA{n:02}"}).status_code for n in range(25)]
    assert answers[0] == 200 and answers[-1] == 429


def test_the_square_code_leads_to_the_table(client):
    response = client.get(f"/play/{opened(client).code}/qr.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert b'xmlns="http://www.w3.org/2000/svg"' in response.content


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


def test_the_replay_has_every_step_with_all_hands_open(client):
    match = opened(client, against="robot")
    play_deal(match, ticket(match.seats.get(player="S")))
    response = client.get(f"/play/match/{match.public_id}/replay/1/")
    steps = response.context["steps"]
    assert len(steps["steps"]) == match.room.plays.get().seq + 1
    assert all(hand["cards"] is not None for hand in steps["steps"][0]["view"]["hands"].values())
    assert json.dumps(steps)
    assert client.get(f"/play/match/{match.public_id}/replay/2/").status_code == 404


def test_the_score_sheet_counts_the_deals_and_the_match_can_be_ended(client):
    match = opened(client, against="robot")
    play_deal(match, ticket(match.seats.get(player="S")), concede=True)
    page = text(client.get(f"/play/match/{match.public_id}/"))
    assert "Tap a result" in page and "End this match" in page
    client.post(f"/play/match/{match.public_id}/end/")
    page = text(client.get(f"/play/match/{match.public_id}/"))
    assert "ended before its time" in page and "Play again" in page


@pytest.mark.parametrize("game", names())
def test_every_games_sheet_is_drawn_and_its_deal_can_be_looked_at_again(client, game):
    match = opened(client, game, "nobody" if GAMES[game].alone else "robot")
    at = f"/play/match/{match.public_id}/"
    assert client.get(f"{at}replay/1/").status_code == 404, "it is still played"
    play_deal(match, ticket(match.seats.get(player="S")), concede=True)
    assert client.get(f"{at}replay/1/").status_code == 200
    match_end(match=match)
    assert client.get(f"{at}replay/1/").status_code == 200
    page = text(client.get(at))
    assert match.seats.get(player="S").name in page
    match.refresh_from_db()
    contract = match.standing["sheet"]["lines"][0]["contract"]
    assert ('class="bid"' in page) == bool(contract), "a contract is drawn"


def test_history_is_the_devices_and_with_an_account_follows_its_owner(client, cy):
    client.force_login(cy)
    match = opened(client, against="robot")
    match_end(match=match)
    assert "Two Handed Solo Bridge" in text(client.get("/play/history/"))
    elsewhere = Client()
    assert "No match is finished yet" in text(elsewhere.get("/play/history/"))
    elsewhere.force_login(cy)
    assert match.public_id in text(elsewhere.get("/play/history/"))
    assert elsewhere.get(f"/play/match/{match.public_id}/").status_code == 200


def test_the_personal_best_is_of_whole_rubbers_only(client):
    match = opened(client, "bridge_solitaire", "nobody")
    match_end(match=match)
    match.refresh_from_db()
    assert "Your best rubber" not in text(client.get("/play/"))
    HomeMatch.objects.update(ended=False, standing={**match.standing, "totals": {"S": 900, "N": 120}})
    assert "+780" in text(client.get("/play/"))
