"""The draft and the auction in the secret-card game: SC-1 to SC-9d."""

import random

import pytest

from games.calls import BIDS
from games.cards import FULL_DECK, cards_text
from games.errors import BadSetup
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


def test_sc_6_then_calls_are_free():
    assert may(called("1H")) == {"c:P", "c:X", *(f"c:{bid}" for bid in BIDS[3:])}


def test_sc_7_a_passed_suit_bid_is_raised_in_its_suit_or_into_no_trump():
    levels = "1234567"
    assert set(bids("1H P")) == {f"{n}N" for n in levels} | {f"{n}H" for n in levels[1:]}
    assert set(bids("1C 2D P")) == {f"{n}N" for n in levels[1:]} | {f"{n}D" for n in levels[2:]}
    assert refused(called("1H P"), "S", "c:2S").rule == "SC-7"


def test_sc_7_passed_no_trump_is_raised_in_no_trump_alone():
    assert set(bids("1N P")) == {f"{n}N" for n in "234567"}
    assert refused(called("1N P"), "S", "c:2S").rule == "SC-7"


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
    ],
)  # fmt: skip
def test_sc_8_9c_9d_the_auction_ends_and_the_maker_of_the_last_bid_declares(calls, ended):
    assert contract(calls) == ended


@pytest.mark.parametrize("calls", ["1S", "1S P", "1S X", "1S X XX", "1S P 2S", "1S 7N", "1S 2H P", "1S P 2S 3D P"])
def test_sc_8_before_that_it_goes_on(calls):
    assert contract(calls) is None


def test_sc_9_a_raise_may_be_overcalled_or_doubled():
    assert {"c:X", "c:2N", "c:3C", "c:3D", "c:P"} <= may(called("1S P 2S"))


@pytest.mark.parametrize(
    ("calls", "allowed"),
    [
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


def test_sc_9b_a_bid_over_an_overcall_or_a_double_may_itself_be_raised():
    assert "2H" not in bids("1S 2C 2S P")
    assert {"3S", "2N"} <= set(bids("1S 2C 2S P"))
    assert {"3C", "2N"} <= set(bids("1S X 2C P"))


def test_sc_9b_a_raise_must_be_sufficient_may_jump_and_go_into_no_trump_at_the_same_level():
    assert "c:1N" in may(called("1S P"))
    assert "c:6S" in may(called("1S P"))
    assert refused(called("1S P"), "S", "c:1S").rule == "SC-9a"
    assert refused(called("1S 2S P"), "N", "c:1N").rule == "SC-9a"


def test_sc_9b_a_raise_of_seven_spades_is_seven_no_trump():
    assert bids("1S 7S P") == ["7N"]


@pytest.mark.parametrize(
    ("calls", "player", "call"), [("1S P", "S", "X"), ("1S X", "S", "X"), ("1S", "N", "XX"), ("1S X XX", "N", "XX")]
)
def test_sc_9c_only_the_bid_just_made_is_doubled_and_only_a_double_redoubled(calls, player, call):
    assert refused(called(calls), player, f"c:{call}").rule == "SC-9c"


def test_sc_9d_the_examples():
    assert GAME.turn(called("1S P 2S 3D P")) == "N"
    assert set(bids("1S P 2S 3D P")) == {f"{n}{s}" for n in "34567" for s in "DN"} - {"3D"}
    assert {bid[1] for bid in bids("1S X 2C P")} == {"C", "N"}


@pytest.mark.parametrize("calls", ["1N P 2S", "1S P 2H", "1S X P 2D"])
def test_sc_9d_what_is_not_legal(calls):
    *before, wrong = calls.split()
    state = called(" ".join(before))
    player = GAME.turn(state)
    assert f"c:{wrong}" not in may(state)
    assert refused(state, str(player), f"c:{wrong}").rule in ("SC-7", "SC-8")


def test_sc_6_there_are_no_calls_during_the_draft_out_of_turn_or_after_the_auction():
    assert refused(started("S2"), "S", "c:1S").rule == "SC-6"
    assert refused(called("1S"), "S", "c:2S").rule == "SC-9a"
    assert refused(called("1S P P"), "S", "c:2S").rule == "SC-8"


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
    assert {card.text for cards in state.hands for card in cards} | set(down(state)) == {
        card.text for card in FULL_DECK
    }
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


def test_sc_2_sc_3_it_happens_once_for_both_together():
    state = play(started("SA S3 HA S5 S6 DA"), "seen", "keep", "seen")
    assert hand(state, "N") == {"HA"}
    state = play(state, "reject")
    assert hand(state, "S") == {"S3", "DA"}
    assert told(state) == ["ace first", "first", "second"]


def test_sc_3_an_ace_looked_at_after_a_card_was_kept_does_not_use_it_up():
    state = play(started("S3 SA HA S5"), "keep")
    assert told(state) == ["first"]
    state = play(state, "seen")
    assert told(state) == ["first", "ace first"]
    assert hand(state, "N") == {"S5"}


def test_sc_3_option_each_gives_it_to_every_player_once():
    state = started("SA S3 HA S5 DA S6 CA S7", ace_procedure="each")
    assert GAME.view(state, "S")["more"]["draft"]["aces"] == {"S": False, "N": True}
    state = play(state, "seen", "seen", "keep", "seen", "keep")
    assert told(state) == ["ace first", "ace first", "first", "first"]
    assert hand(state, "S") == {"S3", "DA"}
    assert hand(state, "N") == {"S5", "CA"}


def test_sc_3_option_off():
    state = started("SA S3 S4 HA", ace_procedure="off")
    assert may(state) == {"keep", "reject"}
    state = play(state, "keep", "seen", "reject")
    assert (hand(state, "S"), hand(state, "N")) == ({"SA"}, {"HA"})
    assert told(state) == ["first", "second"]


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


def test_sc_5d_once_used_up_an_ace_is_like_any_other_card():
    state = play(started("SA S3 S4 S5 HA S7"), "seen", "keep", "seen")
    assert may(state) == {"keep", "reject"}
    assert hand(play(state, "keep"), "S") == {"S3", "HA"}
    assert down(play(state, "reject"))[-1] == "HA"


def test_sc_5e_the_opponent_is_told_of_each_turn_but_of_no_card():
    state = play(started("S3 S4 S5 S6 S7 SA"), "keep", "seen", "reject", "seen", "reject")
    view = GAME.view(state, "N")
    assert view["more"]["draft"]["told"] == ["first", "second", "ace second"]
    assert plain(view["prompt"]).startswith("South says ace: the second card was one")
    assert view["hands"]["S"] == {"owner": "S", "dummy": False, "count": 2, "cards": None}


@pytest.mark.parametrize(
    ("top", "action", "north", "south"),
    [
        ("S3 S4", "keep", "South kept the first card", "You keep the 3 of spades: the second card, the 4 of"),
        ("S3 S4", "reject", "South rejected the first card", "You rejected the 3 of spades, so the 4 of"),
        ("S3 SA", "reject", "South says ace: the second", "The ace of spades is announced and goes down, and the 3"),
        ("SA S3", "", "South says ace: the first", "The ace of spades is announced and goes down: the second"),
    ],
)
def test_sc_5e_both_are_told_in_words(top, action, north, south):
    state = play(started(top), *action.split())
    assert plain(GAME.view(state, "N")["prompt"]).startswith(north)
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


@pytest.mark.parametrize("action", ["keep", "reject", "seen"])
def test_sc_1_there_is_no_draft_after_the_draft(action):
    state = play(started(ace_procedure="off"), *["keep", "seen"] * 26)
    assert refused(state, "S", action).rule == "SC-1"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("board", 0, "board"),
        ("board", True, "board"),
        ("dealer", "E", "dealer"),
        ("vul", "Both", "vul"),
        ("pack", None, "pack"),
        ("pack", "S1 S2", "pack"),
        ("pack", cards_text(FULL_DECK[:51]), "pack"),
        ("pack", cards_text((*FULL_DECK[:51], FULL_DECK[0])), "pack"),
        ("split", list(range(25)), "split"),
        ("split", [*range(25), 24], "split"),
        ("split", None, "split"),
    ],
)
def test_secret_card_a_bad_setup_is_refused_with_the_field_at_fault(field, value, message):
    with pytest.raises(BadSetup, match=message):
        GAME.start({**setup(), field: value}, {})
