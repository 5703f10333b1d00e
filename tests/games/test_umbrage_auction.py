"""The auction with its draws: UM-5 to UM-13g."""

import pytest

from games.calls import BIDS
from games.card_selection import CardPick
from games.variants.umbrage.state import UmbrageState
from games.wording import plain
from tests.games.umbrage_positions import UMBRAGE, called, play, refused, run, seen, started


def higher(bid: str) -> set[str]:
    return set(BIDS[BIDS.index(bid) + 1 :])


def calls_now(state: UmbrageState) -> set[str]:
    return {a[2:] for a in seen(state, str(UMBRAGE.turn(state)))["legal"] if a.startswith("c:")}


def pick_now(state: UmbrageState) -> CardPick:
    pick = UMBRAGE.pick(state, str(UMBRAGE.turn(state)))
    assert pick is not None
    return pick


def contract(state: UmbrageState) -> str | None:
    bid = seen(state)["contract"]
    return bid and f"{bid['text']} {bid['declarer']}"


@pytest.mark.parametrize("dealer", ["S", "N"])
def test_um_5_the_dealer_calls_first_and_then_each_by_turns(dealer):
    state = called("1C 1D 1H", dealer)
    order = [entry["by"] for entry in seen(state)["auction"]]
    assert order == ([dealer, "N" if dealer == "S" else "S", dealer])
    assert refused(state, dealer, "c:7N").reason.startswith("It is ")


def test_um_5_a_redouble_is_passed_by_the_server():
    state = called("1S X XX")
    assert [entry["call"] for entry in seen(state)["auction"]] == ["1S", "X", "XX", "P"]
    assert seen(state)["auction"][-1] == {"by": "N", "call": "P"}
    assert seen(state)["phase"] == "draw"
    assert UMBRAGE.turn(state) == "S"  # the bidder, though the other has passed


@pytest.mark.parametrize(
    ("story", "may"),
    [
        ("", {"P", *BIDS}), ("P", {"P", *BIDS}), ("1S", {"P", "X"} | higher("1S")), ("P 1S", {"P", "X"} | higher("1S")),
        ("1S X", {"P", "XX"} | higher("1S")), ("1S X 2C", {"P", "X"} | higher("2C")),
        ("1S P 1 1", {"1S"} | higher("1S")), ("1S X P 1 1", {"1S"} | higher("1S")),
        ("1S X XX 1 1", {"1S"} | higher("1S")), ("1S P 1 1 1S", {"P", "X"} | higher("1S")),
        ("1S P 1 1 2C", {"P", "X"} | higher("2C")), ("7N", {"P", "X"}), ("7N X", {"P", "XX"}), ("7N P 1 1", {"7N"}),
    ],
)  # fmt: skip
def test_um_5_um_8_um_13a_um_13f_what_may_be_called(story, may):
    assert calls_now(called(story)) == may


@pytest.mark.parametrize(
    ("story", "player", "call", "reason"),
    [
        ("2S", "N", "2H", "2 hearts is not enough: the bid to beat is 2 spades"),
        ("1S", "N", "XX", "Only a double by your opponent can be redoubled"),
        ("1S P 1 1", "S", "P", "After the draw you must bid: repeat 1 spade or bid higher"),
        ("1S P 1 1", "S", "1H", "1 heart is not enough: the bid to repeat or beat is 1 spade"),
        ("1S P 1 1", "D", "1S", "The director decides, calls and plays nothing"),
    ],
)
def test_um_13a_refusals_say_what_to_do(story, player, call, reason):
    assert refused(called(story), player, f"c:{call}").reason == reason
    assert refused(called(""), "S", "c:X").rule == "UM-13a"
    assert refused(called("1S P 1 1"), "S", "c:X").rule == "UM-8"


def test_um_6_two_opening_passes_throw_the_deal_in():
    state = called("P P")
    assert UMBRAGE.turn(state) is None
    outcome = UMBRAGE.outcome(state)
    assert outcome == {
        "contract": "PASS", "declarer": None, "tricks": None, "lead": None, "claimed": False,
        "umbrage": {"S": False, "N": False}, "honours": {"S": 0, "N": 0},
    }  # fmt: skip
    assert UMBRAGE.result_text(outcome) == "Passed out"
    assert plain(seen(state, "S")["prompt"]) == "Both passed: the deal is thrown in"
    assert refused(state, "S", "c:1S").reason == "This deal is over"


def test_um_7_um_4a_the_bidder_may_discard_up_to_six_and_draws_from_the_top_as_the_bridge_was_spread():
    """North has the hearts, South the clubs, and the bridge consists of the diamonds from the ace downwards (UM-4a)."""
    state = called("1S P")
    assert (pick_now(state).least, pick_now(state).most) == (0, 6)
    assert UMBRAGE.turn(state) == "S"
    state = play(state, "draw:CA.C2.C7")
    assert seen(state, "S")["more"]["drawn"] == ["DA", "DK", "DQ"]
    assert seen(state, "S")["hands"]["S"]["cards"][:3] == ["DA", "DK", "DQ"]
    assert seen(state)["more"]["bridge"] == 10
    state = play(state, "draw:H2")
    assert seen(state, "N")["more"]["drawn"] == ["DJ"]
    assert seen(state)["more"]["opened"]["discards"] == {"S": ["CA", "C2", "C7"], "N": ["H2"]}
    spread = seen(called("1S P"))["more"]["opened"]["bridge"]
    state = called("1S P 2 1 1S P 3 0")
    assert seen(state)["more"]["opened"]["bridge"] == spread[6:]
    held = seen(state)["hands"]
    assert {*spread[:2], *spread[3:6]} <= set(held["S"]["cards"]) and spread[2] in held["N"]["cards"]


@pytest.mark.parametrize("count", range(1, 7))
def test_um_7_the_other_changes_no_more_cards_than_the_bidder(count):
    state = called(f"1S P {count}")
    assert UMBRAGE.turn(state) == "N"
    assert pick_now(state).most == count
    wrong = "draw:" + ".".join(card.text for card in pick_now(state).cards[: count + 1])
    assert refused(state, "N", wrong).reason == f"Choose 0 to {count} cards: that is {count + 1}"


@pytest.mark.parametrize(
    ("story", "text"),
    [
        ("1S X P 1 1 1S P 0 0", "1S S"),  # UM-9: repeating makes a double fall away
        ("1S X XX 1 1 1S P 0 0", "1S S"),
        ("1S X P 0", "1SX S"),  # UM-11: the last bid, with any double on it
        ("1S X XX 0 3", "1SXX S"),
        ("1S P 6 6 1S X P", "1SX S"),  # UM-12: a double on the last bid stays
        ("1S P 6 6 1S X XX", "1SXX S"),
        ("1S P 6 5 1S P 1 1 1S P", "1S S"),  # UM-13: with none left a pass ends the auction
        ("1S P 6 5 1S P 1 1 1S X P", "1SX S"),
        ("1S P 6 5 1S P 1 1 1S 2C P", "2C N"),
    ],
)
def test_um_9_11_12_13_the_contract_and_the_doubles_on_it(story, text):
    assert contract(called(story)) == text


@pytest.mark.parametrize(("doubles", "text"), [("X P", "1SX S"), ("X XX", "1SXX S"), ("P", "1S S")])
def test_um_9_option_keeps_double(doubles, text):
    state = called(f"1S {doubles} 1 1 1S", repeat="keeps_double")
    assert ("X" in calls_now(state)) == (text == "1S S")  # doubled already
    assert contract(run(state, "P 0 0")) == text
    assert contract(run(called(f"1S {doubles} 1 1 2C", repeat="keeps_double"), "P 0 0")) == "2C S"


@pytest.mark.parametrize(
    ("story", "left", "most"),
    [
        ("1S P", 13, 6), ("1S P 1 0 1S P", 12, 6), ("1S P 1 1 1S P", 11, 5), ("1S P 5 3 1S P", 5, 2),
        ("1S P 5 4 1S P", 4, 2), ("1S P 5 5 1S P", 3, 1), ("1S P 6 5 1S P", 2, 1),
    ],
)  # fmt: skip
def test_um_10_the_bidder_draws_at_most_half_of_what_is_left(story, left, most):
    state = called(story)
    assert seen(state)["more"]["bridge"] == left
    assert pick_now(state).most == most == seen(state, "N")["more"]["draw"]["most"]
    assert not seen(state)["more"]["draw"]["final"]


@pytest.mark.parametrize(("story", "left"), [("1S P 0", 13), ("1S P 4 3 2H P 0", 6), ("1S P 6 5 1S P 0", 2)])
def test_um_11_if_the_bidder_draws_none_the_other_may_draw_all_that_is_left(story, left):
    """UM-13d: this is also true at the first pass."""
    state = called(story)
    assert UMBRAGE.turn(state) == "N"
    assert seen(state)["more"]["draw"]["most"] == left
    assert seen(state)["more"]["draw"]["final"]
    for count in (0, left):
        after = run(state, str(count))
        assert seen(after)["phase"] == "play"
        assert seen(after)["more"]["bridge"] == left - count


def test_um_11_um_13_nothing_more_is_called_after_the_last_draw_and_with_no_card_left_nothing_is_drawn():
    state = called("1S X P 0")
    assert refused(run(state, "0"), "S", "c:2S").rule == "UM-11"
    assert refused(state, "N", "c:2S").reason == "Cards are drawn from the bridge before the next call"
    assert seen(called("1S P 6 6 1S P 1"))["more"]["bridge"] == 0
    emptied = called("1S P 6 5 1S P 1 1 1S P")
    assert (seen(emptied)["more"]["bridge"], seen(emptied)["phase"]) == (0, "play")


def test_um_13d_a_whole_hand_is_changed_with_a_button_as_its_cards_are_too_many_to_name():
    state = called("1S P 0")
    view = seen(state, "N")
    assert view["pick"]["most"] == 12
    assert view["choices"] == [{"a": "draw:all", "label": "Change all 13 cards", "why_not": ""}]
    assert view["legal"] == ["draw:all"]
    longest = pick_now(state).text(pick_now(state).cards[:12])
    assert len(longest) <= 40
    after = play(state, "draw:all")
    assert {card[0] for card in seen(after, "N")["hands"]["N"]["cards"]} == {"D"}
    assert seen(after)["more"]["discards"] == {"S": 0, "N": 13}
    twelve = called("1S P 1 0 1S P 0")
    assert (pick_now(twelve).most, seen(twelve, "N")["choices"]) == (12, [])
    assert "do not hold" in refused(twelve, "N", "draw:all").reason


LAST = "1S P 6 6 1S P"


def test_um_12_13e_with_one_card_left_the_declarer_may_take_it_and_if_he_leaves_it_the_defender():
    state = called(LAST)
    assert contract(state) == "1S S"
    assert (seen(state)["more"]["bridge"], pick_now(state).most, UMBRAGE.turn(state)) == (1, 1, "S")
    after = run(state, "1")
    assert (seen(after)["phase"], seen(after)["more"]["bridge"]) == ("play", 0)
    assert seen(after)["more"]["draws"][-1] == {"calls": 4, "bidder": "S", "S": 1, "N": None}
    left = run(state, "0")
    assert (UMBRAGE.turn(left), pick_now(left).most) == ("N", 1)
    for takes in (0, 1):
        after = run(left, str(takes))
        assert (seen(after)["phase"], seen(after)["more"]["bridge"]) == ("play", 1 - takes)


def test_um_7_um_13b_who_last_named_a_contract_draws_first_even_who_passed_a_double_and_must_bid_on():
    assert UMBRAGE.turn(called("1S 2H P")) == "N"
    state = called("1S X P")
    assert UMBRAGE.turn(state) == "S"
    state = run(state, "2 2")
    assert UMBRAGE.turn(state) == "S"
    assert "P" not in calls_now(state)
    assert "X" in calls_now(run(state, "1S"))


def test_um_13c_how_many_each_changed_is_known_to_both_which_to_nobody():
    state = called("1S P 4")
    for viewer in "SN":
        assert seen(state, viewer)["more"]["draw"] == {
            "bidder": "S", "player": "N", "changed": {"S": 4, "N": None}, "most": 4, "final": False,
        }  # fmt: skip
    state = run(state, "3")
    for viewer in "SN":
        more = seen(state, viewer)["more"]
        assert more["draw"] is None
        assert more["draws"] == [{"calls": 2, "bidder": "S", "S": 4, "N": 3}]
        assert more["discards"] == {"S": 4, "N": 3}
        assert "C2" not in str(seen(state, viewer)) and "H2" not in str(seen(state, viewer))


def test_um_13c_discards_are_chosen_from_the_hand_before_any_new_card_and_drawing_is_for_draws_alone():
    assert refused(called("1S P"), "S", "draw:DA").reason == "You do not hold one of those cards"
    assert refused(called("1S P 1"), "S", "draw:DA").reason == "It is North's turn: please wait"
    for state, player in ((called("1S"), "N"), (started(), "S"), (called("1S P 0 0"), "N")):
        assert refused(state, player, "draw:").rule == "UM-7"
    assert refused(called("1S P"), "N", "draw:H2").rule == "UM-13c"
    assert refused(called("1S P"), "D", "draw:H2").reason.startswith("The director")


def test_um_13f_a_bidder_at_seven_no_trump_can_only_repeat_and_twelve_draws_end_it():
    state = called("7N P")
    for draw in range(12):
        assert seen(state)["more"]["bridge"] == 13 - draw
        state = run(state, "1 0 7N P")
    assert (seen(state)["more"]["bridge"], len(seen(state)["more"]["draws"])) == (1, 12)
    assert seen(run(state, "0 0"))["phase"] == "play"


@pytest.mark.parametrize(
    ("story", "left", "rest", "ends"),
    [
        ("1S P 6 6 1S P", 1, "0 0", "1S S"),
        ("1S P 4 3", 6, "2H P 0 6", "2H S"),
        ("1S X P 2 2", 9, "1S X P 0 5", "1SX S"),  # undoubled by the repeat, and doubled again
    ],
)
def test_um_13g_the_examples(story, left, rest, ends):
    state = called(story)
    assert seen(state)["more"]["bridge"] == left
    state = run(state, rest)
    drawn = sum(int(word) for word in rest.split() if word.isdigit())
    assert (contract(state), seen(state)["phase"], seen(state)["more"]["bridge"]) == (ends, "play", left - drawn)
