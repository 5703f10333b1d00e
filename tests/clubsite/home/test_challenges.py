"""The same deals for two: a person makes a challenge, a friend takes it, and both compare their boards."""

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.services.plays import play_analyse
from clubsite.core.data_map import Subject, account_ends
from clubsite.core.refused import Refused
from clubsite.home.kept import matches_forget
from clubsite.home.models import Challenge, HomeMatch, HomeSeat, MatchState
from clubsite.home.services.challenges import challenge_take, challenges_sweep
from clubsite.home.services.matches import match_end
from clubsite.play.models import Play
from clubsite.play.room_states import log_of
from games.wording import signed
from scoring.imps import imps
from tests import needs
from tests.clubsite.at_tables import look
from tests.clubsite.home.homes import a_device, both_ready, play_deal, ticket_of, twice, word
from tests.kit.aged import logs_aged

FORM = {"name": "Bo", "boards": "4", "strength": "beginner", "pace": "at_once"}


def made(browser: Client, **answers: str) -> SimpleNamespace:
    """Let Bo make a challenge with these answers, and return it with the address of its page."""
    answer = browser.post("/play/challenge/", {**FORM, **answers})
    assert answer.status_code == 302, answer.text
    challenge = Challenge.objects.latest("pk")
    page = f"/play/challenge/{challenge.public_id}/"
    assert answer["Location"] == page
    return SimpleNamespace(challenge=challenge, page=page)


@pytest.fixture
def two():
    """Bo's challenge of four boards, taken by Ann, with both browsers and matches."""
    bo, ann = Client(), Client()
    offer = made(bo)
    assert ann.post(offer.page, {"name": "Ann"}).status_code == 302
    offer.challenge.refresh_from_db()
    return SimpleNamespace(**vars(offer), bo=bo, ann=ann, host=offer.challenge.host, guest=offer.challenge.guest)


def plays_one(match: HomeMatch, seed: int = 1, concede: bool = True) -> Play:
    match.refresh_from_db()
    ticket = ticket_of(match.seats.get(player="S"))
    if look(ticket)["table"]["state"] != "playing":
        both_ready(match, ticket)
    play_deal(match, ticket, seed=seed, concede=concede)
    return match.room.plays.filter(status="over").latest("pk")


def acts(play: Play) -> list[tuple[str, str]]:
    return [(event["actor"], event["a"]) for event in log_of(play)]


def replay_of(match: HomeMatch, number: int = 1) -> str:
    return f"/play/match/{match.public_id}/replay/{number}/"


def test_the_lounge_leads_to_the_form_and_the_page_has_the_link(client):
    assert 'href="/play/challenge/"' in client.get("/play/").text
    form = client.get("/play/challenge/").text
    assert all(f">{number} boards<" in form for number in ("Four", "Six", "Eight")) and "Perfect" in form
    offer = made(client, boards="6")
    page = client.get(offer.page).text
    assert f'value="http://testserver{offer.page}"' in page and "Whoever opens the link first" in page
    assert "Nobody has taken it yet" in client.get("/play/").text


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"boards": ""}, "Choose how many boards you two play."),
        ({"boards": "5"}, "Select a valid choice"),
        ({"name": " "}, "Say what you are called"),
        ({"strength": "x"}, "Choose one of the answers."),
    ],
)
def test_a_form_with_a_wrong_answer_says_which(client, wrong, sentence):
    answer = client.post("/play/challenge/", {**FORM, **wrong})
    assert answer.status_code == 422 and sentence in answer.text
    assert not Challenge.objects.exists()


def test_pressed_twice_it_is_made_once_and_taken_once(client):
    key = re.search(r'idempotency_key" value="([^"]+)"', client.get("/play/challenge/").text)
    first, second = (client.post("/play/challenge/", {**FORM, "idempotency_key": key[1]}) for _ in range(2))
    assert first["Location"] == second["Location"] and Challenge.objects.count() == 1
    twice(first["Location"], {"name": "Ann"} | word(Client(), first["Location"], "plain form"))
    assert HomeSeat.objects.filter(name="Ann").count() == 1
    for unknown in ("nothing", "no-thing"):
        assert client.get(f"/play/challenge/{unknown}/").status_code == 404


def test_the_friend_sees_who_asks_and_what_is_played_and_takes_it_without_an_account(client):
    offer = made(client, boards="8", strength="expert")
    friend = Client()
    page = friend.get(offer.page).text
    assert "Bo challenges you" in page and "Play 8 boards" in page and "expert" in page
    assert friend.post(offer.page, {"name": ""}).status_code == 422
    answers = [friend.post(offer.page, {"name": "Ann"}) for _ in range(2)]
    assert answers[0].status_code == 302 and HomeMatch.objects.count() == 2
    assert "You and Bo" in friend.get(offer.page).text and "You and Ann" in client.get(offer.page).text


def test_one_friend_alone_takes_it_nobody_their_own_or_if_blocked_and_its_two_matches_are_two(two):
    stranger = Client()
    assert "Somebody else has taken this challenge" in stranger.get(two.page).text
    assert stranger.post(two.page, {"name": "Cy"}).status_code == 409
    assert two.bo.post(two.page, {"name": "Bo"}).status_code == 200
    assert HomeMatch.objects.count() == 2
    two.bo.post("/play/new/solo/", {"name": "Bo", "against": "friend"})
    table = HomeMatch.objects.latest("pk")
    two.ann.post(f"/play/{table.code}/", {"name": "Ann"})
    two.bo.post(f"/play/match/{table.public_id}/block/")
    answer = two.ann.post(made(two.bo).page, {"name": "Ann"})
    assert answer.status_code == 409 and "You cannot take this challenge" in answer.text, "who is blocked"
    with pytest.raises((IntegrityError, ValidationError)):
        Challenge.objects.filter(pk=two.challenge.pk).update(guest=two.host)


def test_who_is_signed_in_cannot_take_their_own_in_another_browser(cy):
    here, there = Client(), Client()
    for browser in (here, there):
        browser.force_login(cy)
    offer = made(here)
    page = there.get(offer.page).text
    assert "The link for your friend" in page and "Play the first board" not in page
    there.post(offer.page, {"name": "Somebody else"})
    with pytest.raises(Refused, match="This is your own challenge"):  # two browsers at the same moment
        challenge_take(challenge=offer.challenge, name="Somebody else", device=a_device(), user=cy)
    assert HomeMatch.objects.count() == 1


@needs.compiled_solver
def test_the_same_acts_lead_to_the_same_plays(two):
    """In Python a search stops at its limit, and what the engine remembers decides how far it comes."""
    for concede in (False, True):
        play, other = plays_one(two.host, concede=concede), plays_one(two.guest, concede=concede)
        assert play.setup == other.setup and acts(play) == acts(other)
    assert two.host.strength == two.guest.strength == "beginner"


def test_six_boards_are_six(client):
    offer = made(client, boards="6")
    for _ in range(6):
        plays_one(offer.challenge.host)
    match = HomeMatch.objects.get()
    setups = [play.setup for play in match.room.plays.order_by("pk")]
    assert match.state == MatchState.OVER and [setup["board"] for setup in setups] == [1, 2, 3, 4, 5, 6]
    assert [setup["vul"] for setup in setups[4:]] == [setup["vul"] for setup in setups[:2]]


def hidden_from(browser: Client, two) -> int:
    return browser.get(two.page).text.count("hidden until you have finished it")


def test_the_others_result_is_hidden_until_the_own_board_is_finished_and_at_the_end_the_page_says_who_won(two):
    play = plays_one(two.host)
    page = two.ann.get(two.page).text
    assert hidden_from(two.ann, two) == 4 and "not finished yet" not in page
    assert replay_of(two.host) not in page
    for address in (replay_of(two.host), f"{replay_of(two.host)}verdicts/", f"/play/match/{two.host.public_id}/"):
        assert two.ann.get(address).status_code == 404
    assert two.ann.post(f"{replay_of(two.host)}from/{log_of(play)[0]['seq']}/").status_code == 404
    assert "0 of 4 boards, Bo 1." in " ".join(page.split()), "how many boards, and no more"
    plays_one(two.guest, seed=2)
    assert hidden_from(two.ann, two) == 3 and replay_of(two.host) in two.ann.get(two.page).text
    assert two.ann.get(replay_of(two.host)).status_code == 200
    assert two.ann.get(replay_of(two.host, 2)).status_code == 404
    for _ in range(3):
        plays_one(two.host, seed=5), plays_one(two.guest, seed=6)
    page = two.bo.get(two.page).text
    assert "Both have finished." in page and re.search("<h1>(You won by|You lost by|A draw)", page)
    assert hidden_from(two.bo, two) == 0 and "Another challenge" in page


def test_both_read_each_others_replay_and_a_stranger_or_a_player_of_another_challenge_none(two):
    plays_one(two.host), plays_one(two.guest)
    page = two.ann.get(replay_of(two.host)).text
    assert f'data-back="{two.page}"' in page and "Deal 1, Bo" in page and '"own": false' in page
    assert f'data-back="/play/match/{two.guest.public_id}/"' in two.ann.get(replay_of(two.guest)).text
    assert two.ann.post(f"{replay_of(two.host)}from/1/").status_code == 302, "played on from, against the perfect robot"
    assert two.page in two.bo.get(f"/play/match/{two.host.public_id}/").text
    assert two.page in two.ann.get("/play/").text and "You and Bo" in two.ann.get("/play/").text
    other = Client()
    made(other)
    for browser in (Client(), other):
        assert browser.get(replay_of(two.host)).status_code == 404
        assert replay_of(two.host) not in browser.get(two.page).text
        assert two.page not in browser.get("/play/").text


@needs.compiled_solver
def test_both_results_with_points_imps_and_the_exact_values(two):
    mine, theirs = plays_one(two.host, seed=3, concede=False), plays_one(two.guest, seed=4)
    for play in (mine, theirs):
        play_analyse(play.pk)
    totals = [HomeMatch.objects.get(pk=match.pk).standing["totals"] for match in (two.host, two.guest)]
    points = [total["S"] - total["N"] for total in totals]
    row = two.bo.get(two.page).text.split("<tbody>")[1].split("<tr>")[1]
    assert all(signed(each) in row for each in points)
    assert f">{signed(imps(points[0] - points[1]))}</bdi></b>" in row
    best = PlayAnalysis.objects.get(play=mine).calls[0]["before"]
    assert PlayAnalysis.objects.get(play=theirs).calls[0]["before"] == best and f">{signed(best)}<" in row


def test_after_a_week_both_matches_end_and_the_common_boards_count(two):
    plays_one(two.host), plays_one(two.guest), plays_one(two.host)
    both_ready(two.guest, ticket_of(two.guest.seats.get(player="S")))
    Challenge.objects.update(closes_at=timezone.now())
    assert "hidden until" in two.ann.get(two.page).text, "as long as she could still finish it"
    challenges_sweep()
    assert {match.state for match in HomeMatch.objects.all()} == {MatchState.OVER}
    page = two.ann.get(two.page).text
    assert "The week is over." in page and "count: 1 of 4" in page and "not played" in page
    assert replay_of(two.host, 2) in page and two.ann.get(replay_of(two.host, 2)).status_code == 200
    left = look(ticket_of(two.guest.seats.get(player="S")))["table"]
    assert "The week of the challenge is over" in str(left)
    challenges_sweep()


def test_nobody_takes_it_in_a_week(client):
    offer = made(client)
    Challenge.objects.update(closes_at=timezone.now())
    challenges_sweep()
    assert HomeMatch.objects.get().state == MatchState.PLAYING, "the host goes on playing"
    assert "nobody has taken your challenge" in client.get(offer.page).text
    friend = Client()
    assert "The week of this challenge is over" in friend.get(offer.page).text
    assert friend.post(offer.page, {"name": "Ann"}).status_code == 409


def test_who_ends_the_match_sees_the_rest_and_the_other_still_does_not(two):
    plays_one(two.host)
    match_end(match=two.guest)
    assert replay_of(two.host) in two.ann.get(two.page).text
    assert "You have ended your match" in two.ann.get(two.page).text
    assert hidden_from(two.bo, two) == 3


def test_a_challenge_of_no_account_is_forgotten_with_both_matches(two, dee):
    plays_one(two.host)
    later = timezone.now() + timedelta(days=1)
    seat = two.guest.seats.get(player="S")
    seat.user = dee
    seat.save(update_fields=["user"])
    matches_forget(later)
    assert Challenge.objects.count() == 1 and HomeMatch.objects.count() == 2, "Ann's account keeps both"
    account_ends(Subject(dee.pk, ()))
    assert "A former player" in two.bo.get(two.page).text
    logs_aged(timezone.now() - timedelta(days=200))
    matches_forget(later)
    assert not Challenge.objects.exists() and not HomeMatch.objects.exists()
