"""Robots of the games with hidden cards at a chosen strength: their play, what it rests on, and where it is chosen."""

from random import Random
from typing import Any

import pytest

from clubsite.analysis import robot_choice
from clubsite.home.models import HomeMatch
from clubsite.home.questions import GAMES
from games.registry import rules_for
from scoring.home.deals import TRICKS_OF_500, result_of_500
from scoring.home.five_hundred import DEFENDERS_TRICK, contractors_points
from solver import engine, thread_engines
from solver.guesses import GUESSING_STRENGTHS
from solver.robots import choice
from solver.strengths import STRENGTHS
from tests.clubsite.at_tables import look
from tests.clubsite.home.homes import play_deal, ticket_of, waiting, without_compiler
from tests.games.exchanged_cards import options_of
from tests.long import sample
from tests.needs import compiled_three_hands

GUESSING = [name for name, game in GAMES.items() if game.strengths == tuple(GUESSING_STRENGTHS) and not game.alone]
OWN = ""
every_game = pytest.mark.parametrize("game", GUESSING)
every_strength = pytest.mark.parametrize("strength", GUESSING_STRENGTHS)


@pytest.fixture(autouse=True)
def _a_smaller_budget(monkeypatch):
    """In `make test` a card may cost a twentieth of what it may cost at a table."""
    monkeypatch.setattr(choice, "MAX_PLAY_NODES", sample(100_000, choice.MAX_PLAY_NODES))


def gain_of(game: str, number: int, me: str, strength: str, options: dict[str, str]) -> int:
    """Play a deal against the game's own robot. Return what `me`, a robot of this strength, gains.

    That is its tricks. At 500, where robots bid by their strength, it is its points less those of the opponent.
    """
    rules = rules_for(game)
    header = {"board": number + 1, "dealer": "SN"[number // 2 % 2], "vul": "None"}
    state: Any = rules.start(rules.deal(f"guessing {number}", header, options), options)
    views, chance = {player: [rules.view(state, player)] for player in "SN"}, Random(number).choice
    while (player := rules.turn(state)) is not None:
        name = strength if player == me else OWN
        action = str(robot_choice.action_of(views[player], name, options, f"{number} {me}", chance))
        assert action in rules.legal(state, player) or rules.pick(state, player), (number, action)
        state = rules.apply(state, player, action)
        for each, shown in views.items():
            shown.append(rules.view(state, each))
    if game != "five_hundred_for_two":
        return int(rules.view(state, "D")["tricks"][me])
    bid = result_of_500(rules.outcome(state) or {})
    points = contractors_points(bid) - (TRICKS_OF_500 - bid.won) * DEFENDERS_TRICK if bid else 0
    return points if bid and bid.contractor == me else -points


def gained(game: str, strength: str) -> int:
    """Return what a robot of this strength gains in a few deals, each played from both sides."""
    usual = options_of(game, 0)
    return sum(gain_of(game, number, me, strength, usual) for number in range(sample(4, 60)) for me in "SN")


@compiled_three_hands
@every_game
def test_the_expert_gains_more_than_the_games_own_robot_and_than_the_beginner(game):
    """Whether the beginner gains less than the game's own robot takes more deals: see `bench/robot_matches.py`."""
    gains = {strength: gained(game, strength) for strength in (OWN, "beginner", "expert")}
    assert max(gains[OWN], gains["beginner"]) < gains["expert"], gains


@every_game
@every_strength
def test_every_strength_plays_by_the_rules_in_every_form_of_the_game(game, strength):
    first = sample(1 + list(GUESSING_STRENGTHS).index(strength), 1)  # each strength other forms, in the short run
    for number in range(first, sample(7, 30), sample(3, 1)):
        gain_of(game, number, "SN"[number % 2], strength, options_of(game, number))


@every_game
@pytest.mark.parametrize("strength", sample(["club"], [*GUESSING_STRENGTHS]))
def test_every_strength_plays_on_without_a_compiler(game, strength, monkeypatch):
    without_compiler(monkeypatch)
    gain_of(game, 1, "N", strength, options_of(game, 0))


@compiled_three_hands
@every_game
def test_no_card_searches_beyond_its_budget(game, monkeypatch):
    """2,000 cards looked at, and not one more: the budget bounds the time of a card, whatever the deal."""
    monkeypatch.setattr(choice, "MAX_PLAY_NODES", 2000)
    three_hands = thread_engines.thread_three_hands()
    most, real = 0, choice.guessed_card

    def counted(*terms):
        nonlocal most
        fresh = engine()  # an engine adds up the nodes of one deal, also those of an earlier card
        monkeypatch.setattr(thread_engines._of_thread, "engine", fresh, raising=False)
        before = three_hands.three_hand_nodes
        answer = real(*terms)
        after = three_hands.three_hand_nodes
        most = max(most, fresh.nodes, after if after != before else 0)
        return answer

    monkeypatch.setattr(choice, "guessed_card", counted)
    for number in range(sample(2, 20)):
        gain_of(game, number, "N", "expert", options_of(game, 0))
    assert 1000 < most <= 2001


@every_game
def test_the_new_table_asks_how_strong_the_robot_is_and_keeps_the_answer(game, client):
    page = client.get(f"/play/new/{game}/").text
    assert "How strong is the robot?" in page and "Beginner" in page and "Club player" in page and "Expert" in page
    assert "Perfect" not in page and "First evening" not in page
    client.post(f"/play/new/{game}/", {"name": "Bo", "against": "robot", "strength": "expert"})
    match = HomeMatch.objects.get()
    assert (match.strength, match.seats.get(player="N").name) == ("expert", "Robot, expert")


with_robot = pytest.mark.parametrize("game", [name for name, game in GAMES.items() if not game.alone])


@with_robot
def test_a_strength_that_a_game_does_not_have_is_refused(game, client):
    for strength in {"divine", *STRENGTHS} - set(GAMES[game].strengths):
        answer = client.post(f"/play/new/{game}/", {"name": "Bo", "against": "robot", "strength": strength})
        assert answer.status_code == 422 and not HomeMatch.objects.exists()


@with_robot
def test_in_one_tap_the_robot_is_a_club_player(game, client):
    client.post(f"/play/now/{game}/")
    match = HomeMatch.objects.get()
    assert (match.strength, match.seats.get(player="N").name) == ("club", "Robot, club player")


@pytest.mark.parametrize("game", [*GUESSING, "whist_for_two"])
def test_a_deal_is_played_to_its_end_at_a_table(game):
    seat = waiting(game, against="robot", strength="club")
    bo = ticket_of(seat)
    assert look(bo)["table"]["opponent"]["name"] == "Robot, club player"
    assert play_deal(seat.match, bo)["table"]["state"] == "result"
