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
from tests.games.exchanged_cards import Log, a_play, exchanged, never_seen, options_of
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
RUNS = 9


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
