"""Nobody learns from a view or a refusal what he may not know: SOLO-30, 32, SW-21, 23, SC-19, UM-19, FH-33, BS-14."""

import itertools
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import BLACK_JOKER, FULL_DECK, JOKER, RED_JOKER
from games.end_dummies import HAND_OF
from games.errors import BadLog, BadSetup, IllegalAction
from games.players import OPPONENT, PLAYERS
from games.registry import names, rules_for
from games.replay import replay, states
from games.transcript import transcript
from games.variants.whist_for_two.state import WhistState
from tests.games.plays import Log, random_log
from tests.games.secrecy import (
    CARD,
    CARDS,
    PROBES,
    Cards,
    a_play,
    at_bridge_solitaire,
    at_five_hundred,
    at_secret_card,
    at_umbrage,
    at_whist,
    exchanged,
    never_seen,
    options_of,
    own_and_dummies,
    refusals,
    setup_of,
)
from tests.long import sample

PACK = (*FULL_DECK, JOKER, RED_JOKER, BLACK_JOKER)


@dataclass(frozen=True)
class Secrets:
    """The cards that a viewer may know before the end by a game's rules, except in the phases in `open`.

    `outside` lists the parts of a view that name cards regardless of who holds them.
    """

    may_know: Callable[[Any, str], Cards]
    open: tuple[str, ...] = ()
    outside: tuple[str, ...] = ("taken_back",)  # a card taken back was on the table, for both to see
    options: dict[str, tuple[str, ...]] | None = None


SECRETS = {
    "solo": Secrets(own_and_dummies, open=("auction",)),
    "whist_for_two": Secrets(at_whist, options={"first_lead": ("hand", "eldest")}),
    "secret_card": Secrets(at_secret_card),
    "umbrage": Secrets(at_umbrage),
    "five_hundred_for_two": Secrets(
        at_five_hundred,
        open=("auction",),
        outside=("taken_back", "bowers"),
        options={
            "auction": ("open", "closed"), "kitty": ("hand", "hand", "dead"), "misere": ("on",),
            "undo": ("consent", "director"),
        },
    ),
    "bridge_solitaire": Secrets(at_bridge_solitaire, outside=()),
}  # fmt: skip


def secret_options(game: str, number: int) -> dict[str, str]:
    return {name: values[number % len(values)] for name, values in (SECRETS[game].options or {}).items()}


def told(view: dict[str, Any], outside: tuple[str, ...]) -> str:
    for part in (view, view.get("more", {})):
        for name in outside:
            part.pop(name, None)
    return json.dumps(view)


@pytest.mark.parametrize(("game", "number"), itertools.product(names(), range(20)))
def test_no_other_card_is_anywhere_in_a_view_before_the_end(game, number):
    secrets, rules = SECRETS[game], rules_for(game)
    setup, options = setup_of(game, number), secret_options(game, number)
    for event, state in states(rules, setup, options, random_log(rules, setup, options, number, anything=True)):
        if state.phase in (*secrets.open, "over"):
            continue
        for viewer in rules.players:
            text, may_know = told(rules.view(state, viewer), secrets.outside), secrets.may_know(state, viewer)
            assert set(CARD.findall(text)) <= may_know, event
            assert not [card for card in PACK if card.text not in may_know and card.name in text], event


def exchanges(game: str, number: int, viewer: str, cut: int) -> Iterator[tuple[Any, Any, Cards]]:
    """Yield (state, other state, the two exchanged cards) for exchanges after `cut` cards.

    In the other state, a card left in the opponent's hand has taken the place of a card played in a trick that is
    no longer shown, and every trick has the same winner (SOLO-32).
    """
    rules = rules_for(game)
    start = setup_of(game, number), secret_options(game, number)
    log: Log = random_log(rules, *start, number)
    log = log[: cut + sum(event["a"].startswith("c:") for event in log)]
    state = replay(rules, *start, log)
    hand = HAND_OF[OPPONENT[viewer]]
    hidden = [dict(trick.plays())[hand] for trick in state.done[:-1]]
    for kept, gone in itertools.product(state.hands[hand.place], hidden):
        swapped = [{**event, "a": event["a"].replace(gone.text, kept.text)} for event in log]
        try:
            other = replay(rules, *start, swapped)
        except BadLog:
            continue
        if winners(other) == winners(state):
            yield state, other, {kept.text, gone.text}


def winners(state) -> list[Any]:
    trumps = state.table.trumps if isinstance(state, WhistState) else state.contract and state.contract.strain
    return [trick.winner(trumps) for trick in state.done]


@settings(max_examples=sample(40, 400), deadline=None)
@given(
    game=st.sampled_from(["solo", "whist_for_two"]),
    number=st.integers(1, 60),
    viewer=st.sampled_from("SN"),
    cut=st.integers(8, 47),
)
def test_solo_32_sw_23_a_card_exchanged_in_the_dark_changes_nothing_in_the_view(game, number, viewer, cut):
    for state, other, _ in exchanges(game, number, viewer, cut):
        assert state != other
        assert rules_for(game).view(state, viewer) == rules_for(game).view(other, viewer)


@pytest.mark.parametrize("game", ["solo", "whist_for_two"])
def test_solo_32_sw_23_there_are_exchanges_to_test_and_the_director_sees_each(game):
    """At whist, the exchanges include the turned card, which may have gone to the first trick or still be held."""
    rules, count, of_turned = rules_for(game), 0, 0
    for number in range(1, 17):
        for state, other, cards in exchanges(game, number, "S", 26):
            count += 1
            of_turned += setup_of(game, number).get("turned", "") in cards
            assert rules.view(state, "D") != rules.view(other, "D")
            assert rules.view(state, "S") == rules.view(other, "S")
    assert count > 40
    assert of_turned > 4 or game == "solo"


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


def all_he_can_get(game: str, folded: list[Any], lines: list[str], viewer: str) -> dict[str, Any]:
    rules = rules_for(game)
    return {
        "views": [rules.view(state, viewer) for _, state in folded],
        "turns": [rules.turn(state) for _, state in folded], "legal": rules.legal(folded[-1][1], viewer),
        "refusals": refusals(game, folded[-1][1], viewer, PROBES), "record": lines,
    }  # fmt: skip


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
        swaps = [{card: other, other: card} for card, other in pairs]
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
