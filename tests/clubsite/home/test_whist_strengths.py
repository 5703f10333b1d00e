"""The robot of Whist for two at a chosen strength: its play against the game's own robot, and where it is chosen."""

from random import Random
from typing import Any

import pytest

from clubsite.analysis import robot_choice
from clubsite.home.models import HomeMatch
from clubsite.home.questions import GAMES
from games.registry import rules_for
from tests.clubsite.home.homes import without_compiler
from tests.long import sample
from tests.needs import compiled_solver

GAME = "whist_for_two"
WHIST = rules_for(GAME)
STRENGTHS = GAMES[GAME].strengths
OWN = ""


def tricks_of(number: int, me: str, strength: str, **options: str) -> int:
    """Play a deal against the game's own robot. Return the tricks of `me`, a robot of this strength."""
    chosen = {name: options.get(name, values[0]) for name, values in WHIST.options.items()}
    header = {"board": number + 1, "dealer": "NESW"[number % 4], "vul": "None"}
    state: Any = WHIST.start(WHIST.deal(f"whist {number}", header, chosen), chosen)
    views, chance = {player: [WHIST.view(state, player)] for player in "SN"}, Random(number).choice
    while (player := WHIST.turn(state)) is not None:
        name = strength if player == me else OWN
        action = robot_choice.action_of(views[player], name, chosen, f"{number} {me}", chance)
        assert action in WHIST.legal(state, player), (number, action)
        state = WHIST.apply(state, player, action)
        for each, shown in views.items():
            shown.append(WHIST.view(state, each))
    return int(WHIST.view(state, "D")["tricks"][me])


def gain(strength: str, deals: int) -> int:
    """Return the tricks that this strength takes more than the game's own robot, each deal played from both sides."""
    return sum(2 * tricks_of(number, me, strength) - 13 for number in range(deals) for me in "SN")


@compiled_solver
def test_the_strongest_robot_beats_the_games_own_and_the_weakest_loses_to_it():
    gains = {strength: gain(strength, sample(4, 100)) for strength in STRENGTHS}
    assert list(gains.values()) == sorted(gains.values()), gains
    assert gains["beginner"] < 0 < gains["perfect"], gains


@pytest.mark.parametrize("options", [{"inspection": "open"}, {"trumps": "rotate_nt", "first_lead": "eldest"}])
@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_strength_plays_by_the_rules_in_every_form_of_the_game(strength, options):
    for number in range(sample(3, 0), sample(5, 20)):  # the fifth deal has no trumps
        tricks_of(number, "N", strength, **options)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_strength_plays_on_without_a_compiler(strength, monkeypatch):
    without_compiler(monkeypatch)
    tricks_of(1, "N", strength)


def test_the_new_table_asks_how_strong_the_robot_is_and_keeps_the_answer(client):
    page = client.get(f"/play/new/{GAME}/").text
    assert "How strong is the robot?" in page and "Club player" in page
    assert "First evening" not in page and "Check claims by computer?" not in page
    assert (
        client.post(f"/play/new/{GAME}/", {"name": "Bo", "against": "robot", "strength": "perfect"}).status_code == 302
    )
    match = HomeMatch.objects.get()
    assert (match.strength, match.seats.get(player="N").name) == ("perfect", "Robot, perfect")
