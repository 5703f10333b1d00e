"""The messages to a seat contain nothing that the seat may not know: SC-19 and SC-21."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import CARD_BY_TEXT
from games.errors import BadLog
from games.players import OPPONENT
from games.replay import replay
from games.variants.secret_card.state import SecretCardState
from tests.games import random_plays
from tests.games.may_know import at_secret_card
from tests.games.random_plays import Log
from tests.games.secret_card_positions import GAME
from tests.long import sample


def setup_of(number: int) -> dict[str, Any]:
    return GAME.deal("secrecy", {"board": number, "dealer": "SN"[number % 2], "vul": "None"}, {})


def random_log(number: int, **options: str) -> Log:
    return random_plays.random_log(GAME, setup_of(number), options, number)


def exchanged(number: int, log: Log, one: str, other: str, **options: str) -> SecretCardState | None:
    """Return the state as if these two cards had been exchanged, or None if that is impossible."""
    swap = {one: other, other: one}
    setup = setup_of(number)
    setup["pack"] = " ".join(swap.get(card, card) for card in setup["pack"].split())
    events = [
        {**event, "a": f"secret:{swap.get(event['a'][7:], event['a'][7:])}"}
        if event["a"].startswith("secret:")
        else event
        for event in log
    ]
    try:
        return replay(GAME, setup, options, events)
    except BadLog:
        return None


def exchanges(
    number: int, log: Log, viewer: str, **options: str
) -> Iterator[tuple[str, SecretCardState, SecretCardState]]:
    """Yield (card, the state after `log`, the state with that card exchanged) for cards hidden from the viewer.

    Played cards stay where they are, and so does any ace that would be announced (SC-21).
    """
    state = replay(GAME, setup_of(number), options, log)
    played = {event["a"][2:] for event in log if event["a"].startswith("p:")}
    hidden = sorted(set(CARD_BY_TEXT) - at_secret_card(state, viewer) - played)
    rng = random.Random(number)
    for one, other in rng.sample(list(itertools.combinations(hidden, 2)), k=min(25, len(hidden))):
        changed = exchanged(number, log, one, other, **options)
        if changed and changed.draft.told == state.draft.told:
            yield one, state, changed


def check(number: int, log: Log, viewer: str, **options: str) -> int:
    found = 0
    for _, state, other in exchanges(number, log, viewer, **options):
        found += 1
        assert state != other
        assert GAME.view(state, viewer) == GAME.view(other, viewer)
    return found


def stage(log: Log, name: str) -> tuple[int, int]:
    """Return the smallest and largest numbers of events after which the deal is in the draft, auction or play."""
    drafted = max(place for place, event in enumerate(log) if event["a"] in ("keep", "reject", "seen")) + 1
    called = max(place for place, event in enumerate(log) if event["a"].startswith("c:")) + 1
    return {"draft": (0, drafted - 1), "auction": (drafted, called - 1), "play": (called, len(log) - 1)}[name]


@settings(max_examples=sample(10, 100), deadline=None)
@given(
    number=st.integers(1, 30),
    name=st.sampled_from(("draft", "auction", "play")),
    cut=st.floats(0, 1),
    viewer=st.sampled_from("SN"),
    forced=st.sampled_from(("yes", "no")),
)
def test_sc_21_cards_exchanged_in_the_dark_change_nothing_in_the_view(number, name, cut, viewer, forced):
    log = random_log(number, secret_forced=forced)
    first, last = stage(log, name)
    check(number, log[: first + round(cut * (last - first))], viewer, secret_forced=forced)


@pytest.mark.parametrize("name", ["draft", "auction", "play"])
def test_sc_21_there_are_exchanges_to_test_and_the_director_sees_each(name):
    found = 0
    for number in range(1, 7):
        log = random_log(number)
        first, last = stage(log, name)
        for _, state, other in exchanges(number, log[: (first + last) // 2], "S"):
            found += 1
            assert GAME.view(state, "D") != GAME.view(other, "D")
    assert found > 20


def secret_exchanges(number: int, log: Log) -> Iterator[tuple[SecretCardState, SecretCardState]]:
    """Yield states in which the secret card, still hidden, is exchanged for a card that is out of play or in
    declarer's hand.
    """
    state = replay(GAME, setup_of(number), {}, log)
    if state.phase != "play" or not state.hidden or not state.secret or not state.declarer:
        return
    out = GAME.view(state, "D")["dealt"]["out"]
    for other in [*out, *(card.text for card in state.hand(state.declarer))][::2]:
        changed = exchanged(number, log, state.secret.text, other)
        # A secret card that must follow suit is played at once, for both to see (SC-14).
        if not changed or not changed.hidden:
            continue
        if changed.draft.told == state.draft.told and changed.intended == state.intended:
            yield state, changed


def test_sc_21_the_defender_cannot_tell_the_secret_card_from_another():
    """The views are checked, with the prompt and its wording, throughout a deal while the card is hidden."""
    found, waiting = 0, 0
    for number in range(1, 6):
        log = random_log(number)
        start, _ = stage(log, "play")
        for cut in range(start + 1, len(log), 5):
            for state, other in secret_exchanges(number, log[:cut]):
                defender = OPPONENT[state.declarer or "S"]
                found += 1
                waiting += state.intended is not None
                assert state.secret != other.secret
                assert GAME.view(state, defender) == GAME.view(other, defender)
    assert found > 40
    assert waiting > 8


def test_sc_21_the_answer_is_asked_for_whether_or_not_the_secret_card_is_legal():
    """After some of the exchanges, declarer may stop the card in one state but not in the other."""
    differing = 0
    for number in range(1, 13):
        log = random_log(number)
        start, _ = stage(log, "play")
        for cut in range(start + 1, len(log)):
            if not log[cut - 1]["a"].startswith("p:"):
                continue
            for state, other in secret_exchanges(number, log[:cut]):
                declarer = str(state.declarer)
                legal = [GAME.view(each, declarer)["legal"] for each in (state, other)]
                if state.intended and legal[0] != legal[1]:
                    differing += 1
                    assert GAME.view(state, OPPONENT[declarer]) == GAME.view(other, OPPONENT[declarer])
        if differing > 10:
            return
    raise AssertionError("no such exchange was found")
