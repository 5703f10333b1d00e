"""The messages to a seat contain nothing that the seat may not know: SC-19 and SC-21."""

import itertools
import json
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
from tests.games.plays import Log, random_log
from tests.games.secrecy import at_secret_card, exchanged
from tests.games.secret_card_positions import GAME, drafted, in_play, may, play, started
from tests.long import sample


def setup_of(number: int) -> dict[str, Any]:
    return GAME.deal("secrecy", {"board": number, "dealer": "SN"[number % 2], "vul": "None"}, {})


def log_of(number: int, **options: str) -> Log:
    return random_log(GAME, setup_of(number), options, number)


def with_exchanged(number: int, log: Log, card: str, other: str, **options: str) -> SecretCardState | None:
    """Return the state as if these two cards had been exchanged, or None if that is impossible."""
    swap = {card: other, other: card}
    events = [exchanged(event, swap) if event["a"].startswith("secret:") else event for event in log]
    try:
        return replay(GAME, exchanged(setup_of(number), swap), options, events)
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
    for card, other in rng.sample(list(itertools.combinations(hidden, 2)), k=min(25, len(hidden))):
        changed = with_exchanged(number, log, card, other, **options)
        if changed and changed.draft.told == state.draft.told:
            yield card, state, changed


def check(number: int, log: Log, viewer: str, **options: str) -> int:
    count = 0
    for _, state, other in exchanges(number, log, viewer, **options):
        count += 1
        assert state != other
        assert GAME.view(state, viewer) == GAME.view(other, viewer)
    return count


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
    log = log_of(number, secret_forced=forced)
    first, last = stage(log, name)
    check(number, log[: first + round(cut * (last - first))], viewer, secret_forced=forced)


@pytest.mark.parametrize("name", ["draft", "auction", "play"])
def test_sc_21_there_are_exchanges_to_test_and_the_director_sees_each(name):
    count = 0
    for number in range(1, 7):
        log = log_of(number)
        first, last = stage(log, name)
        for _, state, other in exchanges(number, log[: (first + last) // 2], "S"):
            count += 1
            assert GAME.view(state, "D") != GAME.view(other, "D")
    assert count > 20


def secret_exchanges(number: int, log: Log) -> Iterator[tuple[SecretCardState, SecretCardState]]:
    """Yield states in which the secret card, still hidden, is exchanged for a card that is out of play or in
    declarer's hand.
    """
    state = replay(GAME, setup_of(number), {}, log)
    if state.phase != "play" or not state.hidden or not state.secret or not state.declarer:
        return
    out = GAME.view(state, "D")["dealt"]["out"]
    for other in [*out, *(card.text for card in state.hand(state.declarer))][::2]:
        changed = with_exchanged(number, log, state.secret.text, other)
        # A secret card that must follow suit is played at once, for both to see (SC-14).
        if not changed or not changed.hidden:
            continue
        if changed.draft.told == state.draft.told and changed.intended == state.intended:
            yield state, changed


def test_sc_21_the_defender_cannot_tell_the_secret_card_from_another():
    """After some of the exchanges, declarer may stop the card in one state but not in the other: the answer is asked
    for in both.
    """
    count, waiting, differing = 0, 0, 0
    for number in range(1, 9):
        log = log_of(number)
        start, _ = stage(log, "play")
        for cut in range(start + 1, len(log), 2):
            for state, other in secret_exchanges(number, log[:cut]):
                defender = OPPONENT[state.declarer or "S"]
                count += 1
                waiting += state.intended is not None
                legal = [GAME.view(each, OPPONENT[defender])["legal"] for each in (state, other)]
                differing += state.intended is not None and legal[0] != legal[1]
                assert state.secret != other.secret
                assert GAME.view(state, defender) == GAME.view(other, defender)
    assert count > 40 and waiting > 8 and differing > 2, (count, waiting, differing)


HANDS = {"S": "SA SK SQ", "N": "HA HK HQ", "D": "DA DK DQ"}
COLUMNS = ("draft", "auction", "secret", "lead", "play", "over")
D, F = "S", "N"  # South declares in all of these
DUMMY = {"DA", "DK", "DQ"}


def column(name: str, **options: str) -> SecretCardState:
    """Return a deal at one of six moments. In the draft, South is looking at the second card of South's second turn."""
    if name == "draft":
        top = "SA DA HA DK SK DQ"
        return play(started(top, ace_procedure="off", **options), *["keep", "seen", "keep", "seen", "keep"])
    if name == "auction":
        return play(drafted(HANDS, **options), "c:1S")
    if name == "secret":
        return play(drafted(HANDS, **options), "c:1S", "c:P", "c:P")
    state = in_play(HANDS, "DA", "1S P P", **options)
    if name == "lead":
        return state
    state = play(state, "p:HA")
    state = play(state, next(action for action in sorted(may(state)) if action.startswith("p:")))
    return state if name == "play" else play(state, "S claim:2", "accept")


def seen(name: str, viewer: str) -> dict[str, Any]:
    return GAME.view(column(name), viewer)


def whole(name: str, viewer: str) -> str:
    return json.dumps(seen(name, viewer))


@pytest.mark.parametrize(
    ("hand", "who"), [("S", "S S S S S SN"), ("N", "N N N N N SN"), ("D", "- - S S SN SN")], ids=["S", "N", "dummy"]
)
def test_sc_19_who_sees_a_hand_and_the_twelve_of_the_dummy(hand, who):
    for name, viewers in zip(COLUMNS, who.split(), strict=True):
        for viewer in "SN":
            cards = seen(name, viewer)["hands"][hand]["cards"]
            assert (cards is not None) == (viewer in viewers), (name, viewer)
            assert cards is None or name == "draft" or set(HANDS[hand].split()) - {"DA", "HA"} <= set(cards)


def test_sc_19_the_cards_of_the_turn_are_for_the_player_whose_turn_it_is():
    drafts = {viewer: seen("draft", viewer)["more"]["draft"] for viewer in "SND"}
    assert (drafts["S"]["first"], drafts["S"]["second"]) == ("SK", "DQ")
    assert (drafts["N"]["first"], drafts["N"]["second"]) == (None, None)
    assert (drafts["D"]["first"], drafts["D"]["second"]) == ("SK", "DQ")
    assert "DQ" not in whole("draft", "N")


def test_sc_19_the_second_card_is_not_seen_before_the_first_has_met_its_fate():
    state = play(started("S2 S3"))
    for viewer in "SND":
        assert GAME.view(state, viewer)["more"]["draft"]["second"] is None
    assert "S3" not in json.dumps(GAME.view(state, "S"))


@pytest.mark.parametrize(
    ("name", "stage", "chosen"),
    [
        ("draft", "second", False), ("auction", "call", False), ("secret", "secret", False), ("lead", "hand", True),
        ("play", "answer", True), ("over", "over", True),
    ],
)  # fmt: skip
def test_sc_19_what_is_said_of_each_turn_and_that_there_is_a_secret_card_is_for_both(name, stage, chosen):
    for viewer in "SN":
        more = seen(name, viewer)["more"]
        assert more["stage"] == stage
        assert more["draft"]["told"] == ["first"] * (3 if name == "draft" else 26)
        assert [more["secret"][key] for key in ("chosen", "hidden", "played")] == [chosen, chosen, False]
        if name != "draft":
            turn = more["draft"]
            assert (turn["player"], turn["first"], turn["second"], turn["number"]) == (None, None, None, 26)


def test_sc_19_over_the_whole_deal_is_open_to_both():
    dealt = seen("over", "N")["dealt"]
    sizes = {"S": 13, "N": 13, "D": 13, "out": 13, "pack": 52}
    assert {name: len(cards) for name, cards in dealt.items()} == sizes
    assert set(dealt["D"]) >= DUMMY
    assert len({card for name in ("S", "N", "D", "out") for card in dealt[name]}) == 52
    assert dealt["S"][0] in dealt["pack"][0::2]


@pytest.mark.parametrize(
    ("name", "declarer", "defender"), [("lead", "DA", None), ("play", "DA", None), ("over", "DA", "DA")]
)
def test_sc_19_the_secret_card(name, declarer, defender):
    for viewer, card in ((D, declarer), (F, defender)):
        view = seen(name, viewer)
        assert view["more"]["secret"]["card"] == card
        assert ("DA" in json.dumps(view)) == (card is not None)
        assert view["hands"]["D"]["count"] == 13
    assert "DA" in seen("secret", D)["hands"]["D"]["cards"]


def test_sc_19_the_secret_card_is_open_to_both_once_played():
    state = play(column("play"), "stop")
    for viewer in "SN":
        view = GAME.view(state, viewer)
        assert view["more"]["secret"]["card"] == "DA"
        assert view["trick"]["cards"][1] == {"seat": "D", "card": "DA", "by": "S"}
        assert "DA" not in view["hands"]["D"]["cards"]


def test_sc_19_whether_the_secret_card_is_legal_now_is_the_declarers():
    assert [choice["a"] for choice in seen("play", D)["choices"]] == ["let", "stop"]
    assert seen("play", D)["legal"] == ["let", "stop"]
    defender = seen("play", F)
    assert (defender["choices"], defender["legal"], defender["why_not"]) == ([], [], {})
