"""The messages to a seat contain nothing that it may not know: SOLO-30, 32, SW-21, 23, SC-19, UM-19, FH-33, BS-14.

Each game's other secrets are tested in a module of their own.
"""

import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import BLACK_JOKER, FULL_DECK, JOKER, RED_JOKER
from games.end_dummies import HAND_OF
from games.errors import BadLog
from games.players import OPPONENT
from games.registry import names, rules_for
from games.replay import replay, states
from games.variants.whist_for_two.state import WhistState
from tests.games.may_know import (
    Cards,
    at_bridge_solitaire,
    at_five_hundred,
    at_secret_card,
    at_umbrage,
    at_whist,
    own_and_dummies,
)
from tests.games.random_plays import CARD, Log, random_log
from tests.games.views_compared import setup_of
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
            "auction": ("open", "closed"),
            "kitty": ("hand", "hand", "dead"),
            "misere": ("on",),
            "undo": ("consent", "director"),
        },
    ),
    "bridge_solitaire": Secrets(at_bridge_solitaire, outside=()),
}


def options_of(game: str, number: int) -> dict[str, str]:
    return {name: values[number % len(values)] for name, values in (SECRETS[game].options or {}).items()}


def told(view: dict[str, Any], outside: tuple[str, ...]) -> str:
    for part in (view, view.get("more", {})):
        for name in outside:
            part.pop(name, None)
    return json.dumps(view)


@pytest.mark.parametrize(("game", "number"), itertools.product(names(), range(20)))
def test_no_other_card_is_anywhere_in_a_view_before_the_end(game, number):
    """No card that must be hidden appears, either by its code or by its name."""
    secrets, rules = SECRETS[game], rules_for(game)
    setup, options = setup_of(game, number), options_of(game, number)
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
    start = setup_of(game, number), options_of(game, number)
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
    rules, found, of_turned = rules_for(game), 0, 0
    for number in range(1, 17):
        for state, other, cards in exchanges(game, number, "S", 26):
            found += 1
            of_turned += setup_of(game, number).get("turned", "") in cards
            assert rules.view(state, "D") != rules.view(other, "D")
            assert rules.view(state, "S") == rules.view(other, "S")
    assert found > 40
    assert of_turned > 4 or game == "solo"
