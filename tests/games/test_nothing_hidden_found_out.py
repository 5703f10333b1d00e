"""Every game is attacked in the same way: cards that a player has not seen are exchanged, unknown to the player.

The player cannot notice an exchange from the views, from refusals and their wording, from whose turn it is, or
from the record of the play.
"""

import json
import random
from typing import Any

import pytest

from games.calls import CALLS
from games.cards import BLACK_JOKER, FULL_DECK, JOKER, RED_JOKER
from games.claims_and_undo import REQUEST_TEXTS
from games.errors import BadLog, BadSetup, IllegalAction
from games.five_hundred import LADDER
from games.players import PLAYERS
from games.registry import names, rules_for
from games.replay import states
from games.transcript import transcript
from tests.games.views_compared import CARD, setup_of

CARDS = tuple(card.text for card in (*FULL_DECK, JOKER, RED_JOKER, BLACK_JOKER))
WORDS = tuple("keep reject seen let stop concede ready umbrage:take umbrage:stay draw:all".split())
PROBES = (
    *(f"c:{call}" for call in (*CALLS, *LADDER)),
    *(f"{verb}:{card}" for verb in ("p", "secret", "draw") for card in CARDS),
    *(f"discard:{one}.{two}.S5" for one in CARDS[::3] for two in CARDS[1::7]),
    *(f"p:JK:{suit}" for suit in "SHDCNX"),
    *WORDS,
    *REQUEST_TEXTS,
)
STRANGE = (
    *(
        "p:ＳＡ claim:５ claim:٣ claim:+5 claim:05 claim:1e1 p:JK:N p:JK: p:JK:S:S p:sa p:S10 c:1NT c:1n c:11N draw "
        "draw:. draw:.. draw:ALL draw:all/S7 draw:S7. draw:.S7 draw:S7/ draw:S7.S7 draw:/ discard: discard:. "
        "discard:S7.H8 keep: keep:/ keep:/S7 keep:S7/S7 secret: secret:JK umbrage: umbrage:TAKE undo:S7 undo:yes:no "
        "accept:1 🂡 D:undo"
    ).split(),
    *("claim: 5", "p:SA ", "\x00", "p:SA\x00", "x" * 5000, "draw:" + ".".join(CARDS), "keep:" + "." * 4000),
)
Log = list[dict[str, Any]]
RUNS = 9


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


def refusals(game: str, state, player: str, probes: tuple[str, ...]) -> dict[str, str]:
    told = {}
    for action in probes:
        try:
            rules_for(game).apply(state, player, action)
        except IllegalAction as error:
            told[action] = f"{error.reason} ({error.rule})"
    return told


def all_he_can_get(game: str, folded: list[Any], lines: list[str], viewer: str) -> dict[str, Any]:
    rules = rules_for(game)
    return {
        "views": [rules.view(state, viewer) for _, state in folded],
        "turns": [rules.turn(state) for _, state in folded],
        "legal": rules.legal(folded[-1][1], viewer),
        "refusals": refusals(game, folded[-1][1], viewer, PROBES),
        "record": lines,
    }


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


def gather(game: str, setup: dict[str, Any], options: dict[str, str], log: Log, viewer: str) -> dict[str, Any]:
    rules = rules_for(game)
    folded = list(states(rules, setup, options, log))
    lines = list(transcript(rules, setup, options, log, viewer))
    return all_he_can_get(game, folded, lines, viewer)


@pytest.mark.parametrize("game", names())
def test_cards_that_a_player_has_not_seen_lie_elsewhere_and_he_can_find_out_nothing(game):
    """Before the first card, the order in which the opponent's cards arrived is one of the hidden facts (SW-23)."""
    compared = 0
    for number in range(RUNS):
        options, setup = options_of(game, number), setup_of(game, number)
        chance = random.Random(f"cut {number}")
        log = a_play(game, number, chance.choice((0, 1, 3, 9, 22, 40)), options)
        viewer = chance.choice(rules_for(game).players)
        mine = gather(game, setup, options, log, viewer)
        hidden = sorted(set(never_seen(mine["views"], CARD.findall(json.dumps(setup)), log)))
        if len(hidden) < 2:
            continue
        pairs = [chance.sample(hidden, 2) for _ in range(4)]
        swaps = [{one: other, other: one} for one, other in pairs]
        swaps += [dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True)) for _ in range(4)]
        for swap in swaps:
            try:
                theirs = gather(game, exchanged(setup, swap), options, log, viewer)
            except (BadLog, BadSetup):
                continue
            compared += 1
            assert theirs == mine, (number, swap)
    # At Solo both have seen every card in the auction: there is nothing to exchange.
    assert (compared == 0) if game == "solo" else (compared > RUNS / 2), compared


@pytest.mark.parametrize("game", names())
def test_what_is_no_action_is_refused_in_words_at_every_stage_and_nothing_breaks(game):
    rules = rules_for(game)
    options, setup = options_of(game, 0), setup_of(game, 1)
    for _, state in list(states(rules, setup, options, a_play(game, 1, 60, options)))[::7]:
        for actor in (*PLAYERS, "D"):
            legal = rules.legal(state, actor)
            for action in STRANGE:
                if action in legal:
                    continue
                with pytest.raises(IllegalAction) as refused:
                    rules.apply(state, actor, action)
                assert len(refused.value.reason.split()) > 3
                assert "D:undo" not in refused.value.reason
