"""What a seat is sent holds nothing that it may not know: SW-23."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.end_dummies import HAND_OF
from games.errors import BadLog
from games.players import OPPONENT
from games.replay import replay
from games.variants.whist_for_two.state import State
from tests.games.whist_for_two_positions import WHIST, setup_of
from tests.long import sample

CARD = re.compile(r"\b[SHDC][AKQJT2-9]\b")
Log = list[dict[str, Any]]


def setup(number: int) -> dict[str, Any]:
    return setup_of("secrecy", "SN"[number % 2], number)


def options_of(number: int) -> dict[str, str]:
    return {"first_lead": ("hand", "eldest")[number // 2 % 2]}


def random_log(number: int, *, anything: bool = False) -> Log:
    """A whole play at random; with `anything` claims, refusals and undos happen too."""
    rng = random.Random(number)
    state, log = WHIST.start(setup(number), options_of(number)), []
    while (player := WHIST.turn(state)) is not None:
        choices = [(player, action) for action in WHIST.view(state, player)["legal"] if action != "accept"]
        if anything and rng.random() < 0.1:
            choices = [(actor, a) for actor in "SND" for a in WHIST.legal(state, actor) if a != "accept"]
        actor, action = rng.choice(choices)
        state = WHIST.apply(state, actor, action)
        log.append({"seq": len(log) + 1, "actor": actor, "a": action})
    return log


def exchanges(number: int, log: Log, viewer: str) -> Iterator[tuple[State, State, set[str]]]:
    """The state after `log`, every state that differs from it by a card left in the opponent's hand that took
    the place of one played in a trick no longer shown, with the same winners; and the two cards (SOLO-32)."""
    start = setup(number), options_of(number)
    state = replay(WHIST, *start, log)
    hand, trumps = HAND_OF[OPPONENT[viewer]], state.table.trumps
    hidden = [dict(trick.plays())[hand] for trick in state.done[:-1]]
    winners = [trick.winner(trumps) for trick in state.done]
    for kept in state.hands[hand.place]:
        for gone in hidden:
            swapped = [{**event, "a": event["a"].replace(gone.text, kept.text)} for event in log]
            try:
                other = replay(WHIST, *start, swapped)
            except BadLog:
                continue
            if [trick.winner(trumps) for trick in other.done] == winners:
                yield state, other, {kept.text, gone.text}


@settings(max_examples=sample(17, 175), deadline=None)
@given(number=st.integers(1, 60), cut=st.integers(8, 47), viewer=st.sampled_from("SN"))
def test_sw_23_a_card_exchanged_in_the_dark_changes_nothing_in_the_view(
    number: int, cut: int, viewer: str
) -> None:
    for state, other, _ in exchanges(number, random_log(number)[:cut], viewer):
        assert state != other
        assert WHIST.view(state, viewer) == WHIST.view(other, viewer)


def test_sw_23_there_are_exchanges_to_test_also_of_the_turned_card() -> None:
    """So the card taken up is nowhere told: it may have gone to the first trick or be held still."""
    found, of_turned = 0, 0
    for number in range(1, 17):
        for state, other, cards in exchanges(number, random_log(number)[:24], "S"):
            found += 1
            of_turned += setup(number)["turned"] in cards
            assert WHIST.view(state, "D") != WHIST.view(other, "D")
            assert WHIST.view(state, "S") == WHIST.view(other, "S")
    assert found > 40
    assert of_turned > 4


@settings(max_examples=sample(20, 200), deadline=None)
@given(
    number=st.integers(1, 200),
    viewer=st.sampled_from("SN"),
    order=st.permutations(range(13)),
    way=st.sampled_from(("turned", "rotate", "rotate_nt")),
)
def test_sw_23_before_the_first_card_no_arrangement_of_the_hidden_hand_shows(
    number: int, viewer: str, order: list[int], way: str
) -> None:
    """The thirteen cards are what 39 seen ones leave over; in what order they came is nobody's to know."""
    one = setup(number)
    hidden = one["hands"][OPPONENT[viewer]].split()
    hands = {**one["hands"], OPPONENT[viewer]: " ".join(hidden[place] for place in order)}
    for options in ({"trumps": way}, {"trumps": way, "first_lead": "eldest"}):
        before, after = WHIST.start(one, options), WHIST.start({**one, "hands": hands}, options)
        assert WHIST.view(before, viewer) == WHIST.view(after, viewer)


@settings(max_examples=sample(17, 175), deadline=None)
@given(number=st.integers(1, 200), viewer=st.sampled_from("SN"), data=st.data())
def test_sw_23_the_opponents_hand_changed_for_a_card_of_ones_own_changes_only_ones_own_hand(
    number: int, viewer: str, data: st.DataObject
) -> None:
    """Two deals that differ in the opponent's hand only where the viewer's own differs: all else is the same."""
    one, hand = setup(number), OPPONENT[viewer]
    mine = data.draw(st.sampled_from([c for c in one["hands"][viewer].split() if c != one["turned"]]))
    theirs = data.draw(st.sampled_from([c for c in one["hands"][hand].split() if c != one["turned"]]))
    hands = {
        **one["hands"],
        viewer: one["hands"][viewer].replace(mine, theirs),
        hand: one["hands"][hand].replace(theirs, mine),
    }
    first, second = (WHIST.view(WHIST.start({**one, "hands": h}, {}), viewer) for h in (one["hands"], hands))
    assert set(first["hands"][viewer]["cards"]) ^ set(second["hands"][viewer]["cards"]) == {mine, theirs}
    for view in (first, second):
        view["hands"].pop(viewer)
        if view["turn"]["player"] == viewer:
            view["legal"] = []
    assert first == second


def allowed_cards(state: State, viewer: str) -> set[str]:
    """The table of SW-21 for the play, in cards."""
    own = [HAND_OF[viewer]] + [HAND_OF[player] for player in state.requests.shown]
    places = {1, 3} | {seat.place for seat in own}
    open_cards = {card.text for place in places for card in state.hands[place]}
    tricks = [*state.done[-1:], *([state.trick] if state.trick else [])]
    dealer_has_played = len(state.hands[HAND_OF[state.table.dealing].place]) < 13
    turned = {state.table.turned.text} if state.table.turned and not dealer_has_played else set()
    return open_cards | turned | {card.text for trick in tricks for card in trick.cards}


@pytest.mark.parametrize("number", range(61, 71))
def test_sw_21_no_other_card_is_anywhere_in_a_view_during_play(number: int) -> None:
    state = WHIST.start(setup(number), options_of(number))
    for event in random_log(number, anything=True):
        for viewer in "SN":
            view = WHIST.view(state, viewer)
            del view["taken_back"]  # what was taken back lay on the table, for both to see
            named = set(CARD.findall(json.dumps(view)))
            assert named <= allowed_cards(state, viewer), event
        state = WHIST.apply(state, event["actor"], event["a"])
        if state.phase != "play":
            break
