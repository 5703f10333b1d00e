"""What a seat is sent holds nothing that it may not know: SOLO-30 and SOLO-32."""

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.end_dummies import HAND_OF
from games.errors import BadLog
from games.players import OPPONENT
from games.replay import replay
from games.shuffle import deal_from_seed
from games.variants.solo.state import State
from tests.games.solo_positions import SOLO
from tests.long import sample

CARD = re.compile(r"\b[SHDC][AKQJT2-9]\b")
Log = list[dict[str, Any]]


def setup_of(number: int) -> dict[str, Any]:
    return deal_from_seed("secrecy", number).to_setup(number)


@cache
def random_log(number: int, *, anything: bool, **options: str) -> Log:
    """A whole play at random; with `anything` claims, refusals and undos happen too."""
    rng = random.Random(number)
    state, log = SOLO.start(setup_of(number), options), []
    while (player := SOLO.turn(state)) is not None:
        choices = [(player, action) for action in SOLO.view(state, player)["legal"] if action != "accept"]
        if anything and rng.random() < 0.1:
            choices = [(actor, a) for actor in "SND" for a in SOLO.legal(state, actor) if a != "accept"]
        actor, action = rng.choice(choices)
        state = SOLO.apply(state, actor, action)
        log.append({"seq": len(log) + 1, "actor": actor, "a": action})
    return log


def exchanges(number: int, log: Log, viewer: str) -> Iterator[tuple[State, State]]:
    """The state after `log`, and every state that differs from it by one exchange as SOLO-32 says."""
    state = replay(SOLO, setup_of(number), {}, log)
    hand = HAND_OF[OPPONENT[viewer]]
    hidden = [trick.cards[[seat for seat, _ in trick.plays()].index(hand)] for trick in state.done[:-1]]
    winners = [trick.winner(state.contract.strain) for trick in state.done] if state.contract else []
    for kept in state.hands[hand.place]:
        for gone in hidden:
            swapped = [{**event, "a": event["a"].replace(gone.text, kept.text)} for event in log]
            try:
                other = replay(SOLO, setup_of(number), {}, swapped)
            except BadLog:
                continue
            if [trick.winner(state.contract.strain) for trick in other.done] == winners:
                yield state, other


@settings(max_examples=sample(20, 200), deadline=None)
@given(number=st.integers(1, 40), cut=st.integers(20, 47), viewer=st.sampled_from("SN"))
def test_solo_32_a_card_exchanged_in_the_dark_changes_nothing_in_the_view(
    number: int, cut: int, viewer: str
) -> None:
    log = random_log(number, anything=False)
    calls = sum(event["a"].startswith("c:") for event in log)
    for state, other in exchanges(number, log[: calls + cut], viewer):
        assert state != other
        assert SOLO.view(state, viewer) == SOLO.view(other, viewer)


def test_solo_32_there_are_exchanges_to_test_and_the_director_sees_each() -> None:
    found = 0
    for number in range(1, 9):
        log = random_log(number, anything=False)
        calls = sum(event["a"].startswith("c:") for event in log)
        for state, other in exchanges(number, log[: calls + 30], "S"):
            found += 1
            assert SOLO.view(state, "D") != SOLO.view(other, "D")
    assert found > 20


def allowed_cards(state: State, viewer: str) -> set[str]:
    """The table of SOLO-30 for the play, in cards."""
    own = [HAND_OF[viewer]] + [HAND_OF[player] for player in state.requests.shown]
    places = {1, 3} | {seat.place for seat in own}
    open_cards = {card.text for place in places for card in state.hands[place]}
    tricks = [*state.done[-1:], *([state.trick] if state.trick else [])]
    return open_cards | {card.text for trick in tricks for card in trick.cards}


@pytest.mark.parametrize("number", range(41, 61))
def test_solo_30_no_other_card_is_anywhere_in_a_view_during_play(number: int) -> None:
    log = random_log(number, anything=True)
    state = SOLO.start(setup_of(number), {})
    for event in log:
        state = SOLO.apply(state, event["actor"], event["a"])
        if state.phase != "play":
            continue
        for viewer in "SN":
            view = SOLO.view(state, viewer)
            del view["taken_back"]  # what was taken back lay on the table, for both to see
            named = set(CARD.findall(json.dumps(view)))
            assert named <= allowed_cards(state, viewer), event
