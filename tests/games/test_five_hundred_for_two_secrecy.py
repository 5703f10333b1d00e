"""500 for two: the messages to a seat contain nothing that the seat may not know (FH-33 and FH-34).

Hidden cards are exchanged for one another, in the deal or in the log. A player who may not know those cards has
to be sent exactly the same view, including the prompt, reasons and legal moves.
"""

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.end_dummies import HAND_OF
from games.errors import BadLog
from games.players import OPPONENT
from games.replay import replay
from games.transcript import transcript
from games.variants.five_hundred_for_two.state import FiveHundredState
from tests.games.five_hundred_positions import FIVE_HUNDRED, play, refused, setup_of
from tests.games.random_plays import Log, random_log
from tests.long import sample

Swap = tuple[str, str]


def swapped(text: str, swap: Swap) -> str:
    one, other = swap
    return re.sub(rf"\b({one}|{other})\b", lambda found: other if found[0] == one else one, text)


def table(number: int, options: dict[str, str], log: Log, swap: Swap | None, in_deal: bool) -> FiveHundredState | None:
    """Return the state after the log with two cards exchanged in it (and in the deal), or None if the log can then no
    longer be played.
    """
    setup = setup_of("secrecy", number)
    if swap and in_deal:
        setup["hands"] = {name: swapped(text, swap) for name, text in setup["hands"].items()}
    if swap:
        log = [{**event, "a": swapped(event["a"], swap)} for event in log]
    try:
        return replay(FIVE_HUNDRED, setup, options, log)
    except BadLog:
        return None


def hidden_swaps(state: FiveHundredState, viewer: str) -> Iterator[tuple[Swap, bool]]:
    """Yield pairs of cards that this viewer may not tell apart, and whether to exchange them in the deal as well."""
    opponent = OPPONENT[viewer]
    hand = HAND_OF[opponent]
    held = [card.text for card in state.hands[hand.place]]
    closed = state.table.opted("auction", "closed")
    contractor = state.contract.declarer if state.contract else None
    if state.phase == "auction":
        if closed:
            yield from (((card.text, other), True) for card in state.table.kitty for other in held)
        return
    if contractor == opponent:  # the discards, FH-34
        yield from (((card.text, other), False) for card in state.discards for other in held)
    if closed and (not state.kitty_taken or contractor == opponent):  # a kitty never seen, nor played from since
        played = {card for trick in (*state.done, *([state.trick] if state.trick else [])) for card in trick.cards}
        unseen = [card.text for card in state.table.kitty if card not in played]
        yield from (((card, other), True) for card in unseen for other in held if card != other)
    for trick in state.done[:-1]:  # earlier tricks, no longer shown
        for seat, card in trick.plays():
            if seat == hand:
                yield from (((card.text, other), False) for other in held)


def winners(state: FiveHundredState) -> list[str]:
    return [trick.winner() for trick in state.done]


def alike(
    number: int, options: dict[str, str], log: Log, viewer: str
) -> Iterator[tuple[FiveHundredState, FiveHundredState]]:
    """Yield the state after the log together with another state that differs only in facts hidden from the viewer."""
    state = table(number, options, log, None, False)
    if state.phase == "over":
        return
    swaps = list(hidden_swaps(state, viewer))
    for swap, in_deal in random.Random(number).sample(swaps, min(len(swaps), 12)):
        if "JK" in swap and any("p:JK:" in event["a"] for event in log):  # its suit is named: no other card fits
            continue
        other = table(number, options, log, swap, in_deal)
        if other is not None and winners(other) == winners(state):
            yield state, other


OPTIONS = st.fixed_dictionaries(
    {
        "auction": st.sampled_from(["open", "closed"]),
        "kitty": st.sampled_from(["hand", "dead"]),
        "misere": st.sampled_from(["off", "on"]),
        "after_pass": st.sampled_from(["in", "out"]),
        "first_lead": st.sampled_from(["defender", "contractor"]),
    }
)


@settings(max_examples=sample(25, 250), deadline=None)
@given(number=st.integers(1, 60), cut=st.integers(0, 48), viewer=st.sampled_from("SN"), options=OPTIONS)
def test_fh_34_hidden_cards_exchanged_change_nothing_in_the_view(number, cut, viewer, options):
    for state, other in alike(
        number, options, random_log(FIVE_HUNDRED, setup_of("secrecy", number), options, number)[:cut], viewer
    ):
        assert state != other
        assert FIVE_HUNDRED.view(state, viewer) == FIVE_HUNDRED.view(other, viewer)
        assert FIVE_HUNDRED.legal(state, viewer) == FIVE_HUNDRED.legal(other, viewer)


@pytest.mark.parametrize("auction", ["open", "closed"])
def test_fh_34_there_are_exchanges_to_test_and_the_director_sees_each(auction):
    found = {"S": 0, "N": 0}
    for number in range(1, 11):
        options = {"auction": auction}
        log = random_log(FIVE_HUNDRED, setup_of("secrecy", number), options, number)
        for viewer in "SN":
            for state, other in alike(number, options, log[:20], viewer):
                found[viewer] += 1
                assert FIVE_HUNDRED.view(state, "D") != FIVE_HUNDRED.view(other, "D")
    assert min(found.values()) > 20


def test_fh_34_a_record_tells_the_defender_that_cards_were_laid_away_and_not_which():
    log = random_log(FIVE_HUNDRED, setup_of("secrecy", 3), {}, 3)
    laid = next(event for event in log if event["a"].startswith("discard:"))
    log = log[: laid["seq"]]
    lines = {viewer: "\n".join(transcript(FIVE_HUNDRED, setup_of("secrecy", 3), {}, log, viewer)) for viewer in "SND"}
    told = [viewer for viewer, text in lines.items() if laid["a"] in text]
    assert sorted(told) == sorted([laid["actor"], "D"])
    assert "discard:?" in lines[OPPONENT[laid["actor"]]]


def test_fh_34_refusals_tell_no_hidden_card():
    """An attempt to play a card must not reveal whether the contractor still holds that card."""
    state = FIVE_HUNDRED.start(setup_of("secrecy", 7), {})
    state = play(state, "c:7D", "c:P", "c:P")
    pick = FIVE_HUNDRED.pick(state, "S")
    state = play(state, pick.text(pick.cards[:3]))
    reasons = set()
    for card in pick.cards:
        reason = refused(state, "N", f"p:{card.text}").reason
        reasons.add(reason.replace(card.name, "that card"))
    assert len(reasons) == 1
