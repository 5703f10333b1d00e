"""500 for two: a seat is sent nothing that it may not know (FH-33, FH-34); the robot plays by its view."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.end_dummies import HAND_OF
from games.errors import BadLog
from games.five_hundred import sorted_for
from games.players import OPPONENT
from games.replay import replay
from games.robots import choose
from games.transcript import transcript
from games.variants.five_hundred_for_two.state import FiveHundredState
from games.wording import plain
from tests.games.five_hundred_positions import (
    FIVE_HUNDRED,
    called,
    laid_away,
    own_hand,
    play,
    play_on,
    position,
    refused,
    setup_of,
)
from tests.games.plays import Log, first, random_log
from tests.games.secrecy import exchanged
from tests.long import sample

Swap = tuple[str, str]


def table(number: int, options: dict[str, str], log: Log, swap: Swap | None, in_deal: bool) -> FiveHundredState | None:
    """Return the state after the log with two cards exchanged in it (and in the deal), or None if the log can then no
    longer be played.
    """
    setup = setup_of("secrecy", number)
    if swap:
        cards = dict(zip(swap, reversed(swap), strict=True))
        setup = exchanged(setup, cards) if in_deal else setup
        log = [exchanged(event, cards) for event in log]
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
        "auction": st.sampled_from(["open", "closed"]), "kitty": st.sampled_from(["hand", "dead"]),
        "misere": st.sampled_from(["off", "on"]), "after_pass": st.sampled_from(["in", "out"]),
        "first_lead": st.sampled_from(["defender", "contractor"]),
    }
)  # fmt: skip


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
    counts = {"S": 0, "N": 0}
    for number in range(1, 11):
        options = {"auction": auction}
        log = random_log(FIVE_HUNDRED, setup_of("secrecy", number), options, number)
        for viewer in "SN":
            for state, other in alike(number, options, log[:20], viewer):
                counts[viewer] += 1
                assert FIVE_HUNDRED.view(state, "D") != FIVE_HUNDRED.view(other, "D")
    assert min(counts.values()) > 20


def test_fh_34_a_record_tells_the_defender_that_cards_were_laid_away_and_not_which():
    log = random_log(FIVE_HUNDRED, setup_of("secrecy", 3), {}, 3)
    laid = next(event for event in log if event["a"].startswith("discard:"))
    log = log[: laid["seq"]]
    lines = {viewer: "\n".join(transcript(FIVE_HUNDRED, setup_of("secrecy", 3), {}, log, viewer)) for viewer in "SND"}
    viewers = [viewer for viewer, text in lines.items() if laid["a"] in text]
    assert sorted(viewers) == sorted([laid["actor"], "D"])
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


STAGES = ("auction", "discard", "play", "over")


def at(stage: str, **options: str) -> FiveHundredState:
    """Return a state in which South plays seven diamonds. `stage` is a column of the table in FH-33."""
    if stage == "auction":
        return called("7D", **options)
    state = called("7D P P", **options)
    if stage == "discard":
        return state
    return play_on(laid_away(state) if state.phase == "discard" else state, 9 if stage == "play" else 60)


def seen(state: FiveHundredState, name: str) -> str:
    return "".join(viewer for viewer in "SN" if FIVE_HUNDRED.view(state, viewer)["hands"][name]["cards"] is not None)


def told(state: FiveHundredState, key: str) -> str:
    return "".join(viewer for viewer in "SN" if FIVE_HUNDRED.view(state, viewer)["more"][key] is not None)


def table_seen(what: str, auction: str) -> list[str]:
    states = [at(stage, auction=auction) for stage in STAGES]
    return [seen(state, what) if what in "NESW" else told(state, what) for state in states]


@pytest.mark.parametrize(
    ("auction", "what", "columns"),
    [  # auction, kitty and discards, play, over; South is the contractor
        ("open", "S", ["SN", "S", "S", "SN"]), ("open", "N", ["SN", "N", "N", "SN"]),
        ("closed", "S", ["S", "S", "S", "SN"]), ("closed", "N", ["N", "N", "N", "SN"]),
        ("open", "E", ["SN", "SN", "SN", "SN"]), ("closed", "E", ["SN", "SN", "SN", "SN"]),
        ("closed", "W", ["SN", "SN", "SN", "SN"]), ("open", "kitty", ["SN", "SN", "", "SN"]),
        ("closed", "kitty", ["", "S", "", "SN"]), ("open", "discards", ["", "", "S", "SN"]),
        ("closed", "discards", ["", "", "S", "SN"]),
    ],
)  # fmt: skip
def test_fh_8_15_33_hands_dummies_kitty_and_discards(auction, what, columns):
    assert table_seen(what, auction) == columns


@pytest.mark.parametrize(("auction", "who"), [("open", "SN"), ("closed", "")])
def test_fh_33_a_kitty_that_nobody_takes_is_open_as_it_was_in_the_auction(auction, who):
    stages = ("auction", "play", "over")
    dead = [told(at(stage, auction=auction, kitty="dead"), "kitty") for stage in stages]
    assert dead == [who, who, "SN"]
    misere = called("M P P", auction=auction, misere="on")
    assert (told(misere, "kitty"), seen(misere, "E")) == (who, "SN")
    assert FIVE_HUNDRED.view(misere, "N")["more"]["aside"] == "E"


def test_fh_33_the_suit_named_for_a_joker_is_shown_to_both():
    state = play(position("S", S="JK H9 S5", W="C5 C9 D9"), "p:JK:H")
    for viewer in "SN":
        view = FIVE_HUNDRED.view(state, viewer)
        assert (view["more"]["asked"], view["trick"]["asked"]) == ("H", "H")
        assert plain(view["prompt"]).endswith("the joker asks for hearts")


def test_fh_33_over_all_is_open_as_dealt():
    hands, view = setup_of()["hands"], FIVE_HUNDRED.view(at("over"), "N")
    assert " ".join(view["dealt"]["E"]) == hands["E"]
    assert all(sorted(view["dealt"][name]) == sorted(hands[name].split()) for name in "NESW")
    assert view["more"]["kitty"] == hands["kitty"].split()
    assert len(view["history"]) == 10 and view["why_not"] == {}


def test_fh_33_the_figures_of_more_are_for_both():
    for stage in STAGES:
        south, north = (FIVE_HUNDRED.view(at(stage), viewer)["more"] for viewer in "SN")
        assert not [key for key in south.keys() - {"kitty", "discards"} if south[key] != north[key]]
    more = FIVE_HUNDRED.view(at("play"), "N")["more"]
    assert (more["value"], more["misere"], more["aside"]) == (180, False, None)
    assert more["bowers"] == ["JK", "DJ", "HJ"]
    assert (more["kitty_count"], more["discards_count"]) == (0, 3)
    assert more["rules"] == {
        "auction": "open", "after_pass": "in", "kitty": "hand", "first_lead": "defender", "misere": "off",
    }  # fmt: skip
    before = FIVE_HUNDRED.view(at("auction"), "N")["more"]
    assert (before["value"], before["bowers"], before["kitty_count"]) == (None, [], 3)


def test_fh_4_a_players_own_hand_is_sorted_by_the_suits_of_the_play():
    state = at("play")
    hand = FIVE_HUNDRED.view(state, "S")["hands"]["S"]["cards"]
    assert hand == [card.text for card in sorted_for(state.hands[2], "D")]
    assert sorted(hand) == sorted(own_hand(state, "S"))


def action(state: FiveHundredState, chance: Callable[..., str] = first) -> str | None:
    return choose(FIVE_HUNDRED.view(state, str(FIVE_HUNDRED.turn(state))), chance)


def test_the_robot_keeps_trumps_and_aces_and_lays_low_cards_away():
    state = called("7D P P")
    laid = str(action(state)).removeprefix("discard:").split(".")
    assert not [card for card in laid if card[0] == "D" or card in ("JK", "HJ") or card[1] == "A"]
    assert FIVE_HUNDRED.view(play(state, str(action(state))), "S")["phase"] == "play"


def test_the_robot_at_misere_gives_up_nothing_that_can_still_fail():
    hands = {"S": "H5 C5 S5", "W": "H6 C6 S6", "N": "H7 C7 S7"}
    certain = position("S", contract="M", **hands)
    assert action(play(certain, "S claim:0")) == "refuse", "nothing shows that South can take none"
    opened = replace(certain, requests=replace(certain.requests, shown=("S",)))
    assert action(play(opened, "S claim:0")) == "accept"
    assert action(play(certain, "S claim:1")) == "accept"
    shaky = position("S", contract="M", **{**hands, "S": "H5 C5 S8"})
    assert action(play(shaky, "S claim:0")) == "refuse"
    assert action(play(shaky, "N claim:3")) == "accept"
