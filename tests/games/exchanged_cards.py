"""Plays of every game by chance, and the same plays with cards exchanged that a player has not seen."""

import json
import random
from typing import Any

from games.cards import BLACK_JOKER, FULL_DECK, JOKER, RED_JOKER
from games.registry import rules_for
from tests.games.views_compared import CARD, setup_of

Log = list[dict[str, Any]]


def options_of(game: str, number: int) -> dict[str, str]:
    """Return a different choice of all options for each number, the usual one for 0. None of them needs a director."""
    chance = random.Random(f"{game} {number}")
    offered = rules_for(game).options
    if not number:
        return {name: values[0] for name, values in offered.items()}
    return {name: chance.choice([v for v in values if v != "director"]) for name, values in offered.items()}


def step(game: str, state, chance: random.Random) -> tuple[str, str]:
    """Return somebody's next action: a low call, any card, or now and then talk or a joint decision out of turn."""
    rules = rules_for(game)
    asked = [player for player in rules.players if rules.view(state, player)["legal"]]
    requests = [(p, a) for p in rules.players for a in rules.legal(state, p) if a.startswith(("claim", "undo"))]
    if requests and chance.random() < 0.06:
        return chance.choice(requests)
    player = rules.turn(state)
    assert player is not None
    if pick := rules.pick(state, player):
        return player, pick.random(chance.choice)
    player = chance.choice(asked) if asked else player
    legal = [a for a in rules.view(state, player)["legal"] if a not in ("accept", "concede")]
    return player, chance.choice(legal[:4] if legal[0].startswith("c:") else legal)


def a_play(game: str, number: int, length: int, options: dict[str, str]) -> Log:
    rules, chance = rules_for(game), random.Random(f"{game}{number}{length}")
    state, log = rules.start(setup_of(game, number), options), []
    while len(log) < length and rules.turn(state) is not None:
        actor, action = step(game, state, chance)
        state = rules.apply(state, actor, action)
        log.append({"seq": len(log) + 1, "actor": actor, "a": action})
    return log if rules.turn(state) is not None else log[:-1]


def never_seen(views: list[dict[str, Any]], pack: list[str], log: Log) -> list[str]:
    """Return the cards in the pack that the viewer has not seen so far and that no action has named."""
    told = set(CARD.findall(json.dumps(views))) | {c for event in log for c in CARD.findall(event["a"])}
    words = json.dumps(views)
    told |= {card.text for card in (*FULL_DECK, JOKER, RED_JOKER, BLACK_JOKER) if card.name in words}
    aces = {f"{suit}A" for suit in "SHDC"} if views[0]["game"] == "secret_card" else set()  # announced: SC-2
    return [card for card in pack if card not in told | aces]


def exchanged(setup: dict[str, Any], swap: dict[str, str]) -> dict[str, Any]:
    text = CARD.sub(lambda found: swap.get(found[0], found[0]), json.dumps(setup))
    result: dict[str, Any] = json.loads(text)
    return result
