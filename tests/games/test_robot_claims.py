"""No game's robot accepts a false claim: the tricks must be lost with best play by both sides and all cards known.

Each game's rules play out the endings, so a robot's own model of its game proves nothing. A robot that accepted
nothing would pass these tests too, so each robot has to accept some claims, and every concession of all tricks.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.registry import rules_for
from games.robots import choose
from games.rules import Rules
from tests.games.played_out import most, tricks_of
from tests.long import sample

GAMES = ("solo", "whist_for_two", "five_hundred_for_two", "secret_card", "umbrage")
OWN_WAY = {  # the tricks that a robot counts exactly; before that it has a proof of its own
    "solo": "games.variants.solo.robot.cardplay.EXACT_CLAIM",
    "whist_for_two": "games.variants.whist_for_two.robot.EXACT_CLAIM",
    "five_hundred_for_two": "games.variants.five_hundred_for_two.robot.cardplay.EXACT_TRICKS",
}
# In the last two, guesses at a hidden hand once agreed and were wrong.
DEALS = (*range(sample(10, 200)), 110, 142)
LAST = sample(2, 3)  # tricks that are played out here


def shown(game: str, shows: str = "yes") -> dict[str, str]:
    return {"claim_shows": shows} if "claim_shows" in rules_for(game).options else {}


@pytest.mark.parametrize("shows", ["yes", "no"])
@pytest.mark.parametrize("game", GAMES)
def test_a_robot_accepts_no_false_claim(game, shows):
    answers = answered(game, shown(game, shows))
    assert answers["accept", 0] and answers["refuse", LAST]
    assert not answers["refuse", 0], "whoever gives up everything is believed"


@pytest.mark.parametrize("game", GAMES)
def test_what_it_takes_for_proved_without_playing_it_out_is_true(game, monkeypatch):
    if game in OWN_WAY:
        monkeypatch.setattr(OWN_WAY[game], 0)
    answers = answered(game, shown(game))
    assert sum(answers["accept", takes] for takes in range(1, LAST + 1)), "it accepts something"


@pytest.mark.parametrize("game", GAMES)
def test_a_robot_accepts_claims_of_the_last_tricks_up_to_one_number_and_not_beyond(game):
    """The number depends on the deal."""
    rules, found = rules_for(game), set()
    for state, rng in endings(rules, shown(game), 3):
        asked = [rules.apply(state, "S", f"claim:{takes}") for takes in range(4)]
        answers = [str(choose(rules.view(one, str(rules.turn(one))), rng.choice)) for one in asked]
        assert answers == sorted(answers, key=["accept", "refuse"].index)
        found.add(answers.count("accept"))
    assert len(found) > (1 if game == "secret_card" else 2)


def answered(game: str, options: dict[str, str]) -> Counter[tuple[str, int]]:
    """Count the answers to claims of each number of tricks. Every accepted claim is played out in all lines."""
    rules, answers = rules_for(game), Counter[tuple[str, int]]()
    for state, rng in endings(rules, options):
        for claimant in "SN":
            accepted = 0
            for takes in range(rules.view(state, "D")["claim_max"] + 1):
                if f"claim:{takes}" not in rules.legal(state, claimant):
                    continue
                asked = rules.apply(state, claimant, f"claim:{takes}")
                answer = str(choose(rules.view(asked, str(rules.turn(asked))), rng.choice))
                answers[answer, takes] += 1
                accepted = takes if answer == "accept" else accepted
            if accepted:
                best = most(rules, state, claimant) - tricks_of(rules, state, claimant)
                assert accepted <= best, (claimant, accepted, best, rules.view(state, "D"))
    return answers


def endings(rules: Rules[Any], options: dict[str, str], left: int = LAST) -> Iterator[tuple[Any, random.Random]]:
    """Yield deals in which so many tricks are left, some of them with a trick begun."""
    for number in DEALS:
        rng = random.Random(f"{rules.name} {number}")
        state = begun(rules, number, {n: rng.choice(v) for n, v in rules.options.items()} | options, rng)
        cards = rng.randrange(4)
        while state is not None and (cards or rules.view(state, "D")["claim_max"] != left):
            cards -= rules.view(state, "D")["claim_max"] == left
            state = step(rules, state, rng)
        if state is not None and rules.view(state, "D")["phase"] == "play":
            yield state, rng


def begun(rules: Rules[Any], number: int, options: dict[str, str], rng: random.Random):
    """Return a deal before the lead in which both players want tricks (no misère), or None if everybody passes."""
    dealer = "NESW"[number % 4] if rules.name in ("solo", "whist_for_two") else "SN"[number % 2]
    header = {"board": number + 1, "dealer": dealer, "vul": "None"}
    state = rules.start(rules.deal(f"claims {number}", header, options), options)
    while rules.turn(state) and rules.view(state, "D")["phase"] != "play":
        player = str(rules.turn(state))
        state = rules.apply(state, player, str(choose(rules.view(state, player), rng.choice)))
    misere = (rules.view(state, "D").get("more") or {}).get("misere")
    return None if misere or rules.turn(state) is None else state


def step(rules: Rules[Any], state, rng: random.Random):
    """Return the state after one more random legal action, or None if the play has ended."""
    player = rules.turn(state)
    return rules.apply(state, player, rng.choice(rules.view(state, player)["legal"])) if player else None
