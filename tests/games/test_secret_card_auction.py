"""The draft and the auction in the secret-card game: SC-1 to SC-9d."""

import random

import pytest

from games.calls import BIDS
from games.cards import FULL_DECK
from games.variants.secret_card.state import SecretCardState
from games.wording import plain
from tests.games.secret_card_positions import GAME, called, may, play, refused, setup, started


def bids(state_calls: str) -> list[str]:
    return [a[2:] for a in sorted(may(called(state_calls))) if a[2:] in BIDS]


def contract(calls: str) -> tuple[str, str] | None:
    state = called(calls)
    given = GAME.view(state, "N")["contract"]
    assert (given is not None) == (state.phase == "secret")
    return given and (given["text"], given["declarer"])


@pytest.mark.parametrize("a", "SN")
def test_sc_6_a_opens_at_the_one_level_and_may_not_pass(a):
    state = called("", a)
    assert GAME.turn(state) == a
    assert may(state) == {"c:1C", "c:1D", "c:1H", "c:1S", "c:1N"}
    for call in ("P", "X", "XX", "2C", "7N"):
        assert refused(state, a, f"c:{call}").rule == "SC-6"
    assert refused(started("S2"), "S", "c:1S").rule == "SC-6", "nor during the draft"
    for action in ("keep", "reject", "seen"):
        assert refused(state, "S", action).rule == "SC-1", "there is no draft after the draft"


def of(levels: str, strains: str) -> set[str]:
    return {level + strain for level in levels for strain in strains}


@pytest.mark.parametrize(
    ("calls", "raises"),
    [
        ("1H P", of("1234567", "N") | of("234567", "H")),
        ("1C 2D P", of("234567", "N") | of("34567", "D")),
        ("1N P", of("234567", "N")),
        ("1S 7S P", {"7N"}),
        ("1S 2C 2S P", of("234567", "N") | of("34567", "S")),  # SC-9b: over an overcall, not in hearts
        ("1S X 2C P", of("234567", "N") | of("34567", "C")),
        ("1S P 2S 3D P", of("34567", "DN") - {"3D"}),  # SC-9d
        ("1H", set(BIDS[3:])),  # SC-6: after the opening calls are free
    ],
)
def test_sc_7_sc_9b_a_passed_suit_bid_is_raised_in_its_suit_or_into_no_trump_and_that_in_no_trump_alone(calls, raises):
    assert set(bids(calls)) == raises


@pytest.mark.parametrize(
    ("calls", "player", "call", "rule"),
    [
        ("1H P", "S", "2S", "SC-7"), ("1N P", "S", "2S", "SC-7"), ("1S P", "S", "1S", "SC-9a"),
        ("1S 2S P", "N", "1N", "SC-9a"), ("1S P", "S", "X", "SC-9c"), ("1S X", "S", "X", "SC-9c"),
        ("1S", "N", "XX", "SC-9c"), ("1S X XX", "N", "XX", "SC-9c"), ("1S", "S", "2S", "SC-9a"),
        ("1S P P", "S", "2S", "SC-8"),
    ],
)  # fmt: skip
def test_sc_6_to_sc_9c_a_call_out_of_turn_too_low_in_another_suit_or_too_late_is_refused(calls, player, call, rule):
    assert refused(called(calls), player, f"c:{call}").rule == rule


@pytest.mark.parametrize(
    ("calls", "ended"),
    [
        ("1S P P", ("1S", "S")), ("1S 2H P P", ("2H", "N")), ("1S P 2S P", ("2S", "S")),
        ("1S P 4S P", ("4S", "S")), ("1S P 1N P", ("1N", "S")), ("1S 7N P", ("7N", "N")),
        ("1S P 7N P", ("7N", "S")), ("1S 2C P 3C P", ("3C", "N")), ("1S 2C 2S P 3S P", ("3S", "S")),
        ("1S X P", ("1SX", "S")), ("1S X XX P", ("1SXX", "S")), ("1S P 2S X P", ("2SX", "S")),
        ("1S 7N X P", ("7NX", "N")), ("1S 7S P 7N P", ("7N", "N")),
        ("1S X 2C P P", ("2C", "S")), ("1S X XX 2C P P", ("2C", "N")),  # a higher bid cancels them
        ("1S 2S P P", ("2S", "N")), ("1S 2S 3S P P", ("3S", "S")), ("1H X XX P", ("1HXX", "S")),
        *((calls, None) for calls in ("1S", "1S P", "1S X", "1S X XX", "1S P 2S", "1S 7N", "1S 2H P", "1S P 2S 3D P")),
    ],
)  # fmt: skip
def test_sc_8_9c_9d_the_auction_ends_and_the_maker_of_the_last_bid_declares(calls, ended):
    assert contract(calls) == ended


@pytest.mark.parametrize(
    ("calls", "allowed"),
    [
        ("1S P 2S", {"c:P", "c:X", "c:2N", "c:3C", "c:3D"}),  # SC-9: a raise may be overcalled or doubled
        ("1S", {"c:P", "c:X", "c:1N", "c:2C", "c:7N"}),
        ("1S X", {"c:P", "c:XX", "c:1N", "c:2C", "c:7N"}),
        ("1S X XX", {"c:P", "c:1N", "c:2C", "c:7N"}),
        ("1S P", {"c:P", "c:1N", "c:2S", "c:7N"}),
        ("1S 7N", {"c:P", "c:X"}),
        ("1S 7N X", {"c:P", "c:XX"}),
        ("1S 7N X XX", {"c:P"}),
    ],
)
def test_sc_9a_the_table_of_calls(calls, allowed):
    legal = may(called(calls))
    assert {"c:P", "c:X", "c:XX"} & legal == {"c:P", "c:X", "c:XX"} & allowed
    assert allowed <= legal
    assert ("c:2C" in legal) == ("c:2C" in allowed)


@pytest.mark.parametrize("calls", ["1N P 2S", "1S P 2H", "1S X P 2D"])
def test_sc_9d_what_is_not_legal(calls):
    *before, wrong = calls.split()
    state = called(" ".join(before))
    player = GAME.turn(state)
    assert f"c:{wrong}" not in may(state)
    assert refused(state, str(player), f"c:{wrong}").rule in ("SC-7", "SC-8")


PLAIN = "S2 S3 S4 S5 S6 S7 S8 S9"


def hand(state: SecretCardState, player: str) -> set[str]:
    return set(GAME.view(state, player)["hands"][player]["cards"])


def down(state: SecretCardState) -> list[str]:
    return [card.text for card in state.draft.down()]


def told(state: SecretCardState) -> list[str]:
    heard = [GAME.view(state, viewer)["more"]["draft"]["told"] for viewer in "SN"]
    assert heard[0] == heard[1]
    return heard[0]


@pytest.mark.parametrize("a", "SN")
def test_sc_1_a_takes_the_first_turn_and_turns_alternate(a):
    state = started(PLAIN, a)
    other = {"S": "N", "N": "S"}[a]
    assert GAME.turn(state) == a
    assert GAME.turn(play(state, "keep")) == a
    assert GAME.turn(play(state, "keep", "seen")) == other
    assert GAME.turn(play(state, "keep", "seen", "reject", "seen")) == a
    assert refused(state, other, "keep").rule == "SC-1"


def test_sc_1_after_26_turns_both_have_thirteen_and_26_lie_on_the_table():
    chance = random.Random(1)
    state = started()
    while state.phase == "draft":
        state = play(state, chance.choice(sorted(may(state))))
    assert [len(cards) for cards in state.hands] == [13, 13]
    assert len(down(state)) == 26
    held = {card.text for cards in state.hands for card in cards}
    assert held | set(down(state)) == {card.text for card in FULL_DECK}
    assert (state.phase, state.draft.seen) == ("auction", 26)


@pytest.mark.parametrize(
    ("top", "action", "held", "below", "heard"),
    [
        (PLAIN, "keep", "S2", "S3", "first"),
        (PLAIN, "reject", "S3", "S2", "second"),
        ("SA S3 S4 S5", "", "S3", "SA", "ace first"),
        ("S3 SA S4 S5", "reject", "S3", "SA", "ace second"),
        ("SA HA S4 S5", "", "HA", "SA", "ace first"),  # SC-4
    ],
    ids="kept rejected ace-first ace-second ace-after-ace".split(),
)
def test_sc_1_2_4_one_card_is_ones_own_and_the_other_goes_down(top, action, held, below, heard):
    state = play(started(top), *action.split())
    assert (hand(state, "S"), down(state), told(state)) == ({held}, [below], [heard])
    assert may(state) == {"seen"}


TWO_ACES = ["ace first", "ace first", "first", "first"]


@pytest.mark.parametrize(
    ("top", "option", "acts", "south", "north", "heard"),
    [
        # SC-2: it happens once for both together
        ("SA S3 HA S5 S6 DA", "once", "seen keep seen reject", "S3 DA", "HA", ["ace first", "first", "second"]),
        # an ace looked at after a card was kept does not use it up
        ("S3 SA HA S5", "once", "keep seen", "S3", "S5", ["first", "ace first"]),
        ("SA S3 HA S5 DA S6 CA S7", "each", "seen seen keep seen keep", "S3 DA", "S5 CA", TWO_ACES),
        ("SA S3 S4 HA", "off", "keep seen reject", "SA", "HA", ["first", "second"]),
    ],
)
def test_sc_2_sc_3_the_procedure_happens_once_for_both_or_by_option_for_each_or_never(
    top, option, acts, south, north, heard
):
    state = play(started(top, ace_procedure=option), *acts.split())
    assert (hand(state, "S"), hand(state, "N")) == (set(south.split()), set(north.split()))
    assert told(state) == heard


def test_sc_5d_once_used_up_an_ace_is_like_any_other_card():
    each = started("SA S3 HA S5", ace_procedure="each")
    assert GAME.view(each, "S")["more"]["draft"]["aces"] == {"S": False, "N": True}
    state = play(started("SA S3 S4 S5 HA S7"), "seen", "keep", "seen")
    assert may(state) == {"keep", "reject"}
    assert hand(play(state, "keep"), "S") == {"S3", "HA"}
    assert down(play(state, "reject"))[-1] == "HA"


def test_sc_5_the_table_cards_are_divided_in_two_by_the_split_of_the_setup():
    mixed = {**setup(), "split": [*range(25, -1, -1)]}
    state = play(GAME.start(mixed, {"ace_procedure": "off"}), *["keep", "seen"] * 26)
    dealt = GAME.view(state, "D")["dealt"]
    assert set(dealt["D"]) == set(down(state)[13:])
    assert set(dealt["out"]) == set(down(state)[:13])


def test_sc_5_any_draft_of_the_same_setup_has_a_dummy_of_thirteen():
    given = GAME.deal("a seed", {"board": 1, "dealer": "N", "vul": "All"}, {})
    dummies = set()
    for number in range(10):
        chance, state = random.Random(number), GAME.start(given, {})
        while state.phase == "draft":
            state = play(state, chance.choice(sorted(may(state))))
        assert len(set(state.dummy)) == 13
        dummies.add(frozenset(state.dummy))
    assert len(dummies) == 10


def test_sc_5b_5c_one_decision_unless_the_procedure_acts_by_itself_and_then_one_acknowledgement():
    state = started(PLAIN)
    assert may(state) == {"keep", "reject"}
    assert may(play(state, "keep", "seen"), "S") == set()
    for now, action in (
        (state, "seen"), (play(state, "keep"), "reject"), (started("SA S3"), "reject"), (started("SA S3"), "keep"),
    ):  # fmt: skip
        assert refused(now, "S", action).rule == "SC-5c"


@pytest.mark.parametrize(
    ("top", "action", "north", "south"),
    [
        ("S3 S4", "keep", "South kept the first card", "You keep the 3 of spades: the second card, the 4 of"),
        ("S3 S4", "reject", "South rejected the first card", "You rejected the 3 of spades, so the 4 of"),
        ("S3 SA", "reject", "South says ace: the second", "The ace of spades is announced and goes down, and the 3"),
        ("SA S3", "", "South says ace: the first", "The ace of spades is announced and goes down: the second"),
    ],
)
def test_sc_5e_both_read_it_in_words(top, action, north, south):
    state = play(started(top), *action.split())
    assert plain(GAME.view(state, "N")["prompt"]).startswith(north)
    assert GAME.view(state, "N")["hands"]["S"]["cards"] is None
    assert plain(GAME.view(state, "S")["prompt"]).startswith(south)


def test_sc_5f_a_card_put_down_is_shown_again_only_by_the_option_notes_and_only_to_who_saw_it():
    view = GAME.view(play(started("S3 S4 S5 S6"), "keep", "seen"), "S")
    assert view["more"]["notes"] is None
    assert "S4" not in str(view)
    state = play(started("S3 S4 S5 S6 S7", notes="on"), "keep", "seen", "reject", "seen")
    assert GAME.view(state, "S")["more"]["notes"] == [["S3", "S4"], ["S7"]]
    assert GAME.view(state, "N")["more"]["notes"] == [["S5", "S6"]]
    assert GAME.view(state, "D")["more"]["notes"] is None
    later = play(started(notes="on", ace_procedure="off"), *["keep", "seen"] * 26, "c:1C")
    assert [len(pair) for pair in GAME.view(later, "S")["more"]["notes"]] == [2] * 13
