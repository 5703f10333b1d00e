"""The auction in the secret-card game: SC-6 to SC-9d."""

import pytest

from games.calls import BIDS
from tests.games.secret_card_positions import GAME, called, may, refused, started


def bids(state_calls: str) -> list[str]:
    return [a[2:] for a in sorted(may(called(state_calls))) if a[2:] in BIDS]


def contract(calls: str) -> tuple[str, str] | None:
    """Return the contract and declarer if these calls end the auction, or None. A is South."""
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
        ("1S 7N X P", ("7NX", "N")),
    ],
)  # fmt: skip
def test_sc_8_the_auction_ends(calls, ended):
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
    assert contract("1S 7S P 7N P") == ("7N", "N")


def test_sc_9c_only_the_bid_just_made_is_doubled_and_only_a_double_redoubled():
    assert refused(called("1S P"), "S", "c:X").rule == "SC-9c"
    assert refused(called("1S X"), "S", "c:X").rule == "SC-9c"
    assert refused(called("1S"), "N", "c:XX").rule == "SC-9c"
    assert refused(called("1S X XX"), "N", "c:XX").rule == "SC-9c"


def test_sc_9c_a_higher_bid_cancels_them():
    assert contract("1S X 2C P P") == ("2C", "S")
    assert contract("1S X XX 2C P P") == ("2C", "N")


def test_sc_9c_the_declarer_is_the_maker_of_the_last_bid():
    assert contract("1S 2S P P") == ("2S", "N")
    assert contract("1S 2S 3S P P") == ("3S", "S")


def test_sc_9d_the_examples():
    assert contract("1S P P") == ("1S", "S")
    assert contract("1S P 2S P") == ("2S", "S")
    assert contract("1S P 1N P") == ("1N", "S")
    after = set(bids("1S P 2S 3D P"))
    assert GAME.turn(called("1S P 2S 3D P")) == "N"
    assert after == {f"{n}{s}" for n in "34567" for s in "DN"} - {"3D"}
    assert contract("1S P 2S X P") == ("2SX", "S")
    assert {bid[1] for bid in bids("1S X 2C P")} == {"C", "N"}
    assert contract("1H X XX P") == ("1HXX", "S")


@pytest.mark.parametrize("calls", ["1N P 2S", "1S P 2H", "1S X P 2D"])
def test_sc_9d_what_is_not_legal(calls):
    *before, wrong = calls.split()
    state = called(" ".join(before))
    player = GAME.turn(state)
    assert f"c:{wrong}" not in may(state)
    assert refused(state, str(player), f"c:{wrong}").rule in ("SC-7", "SC-8")


def test_sc_6_there_are_no_calls_during_the_draft_or_after_the_auction():
    assert refused(started("S2"), "S", "c:1S").rule == "SC-6"
    assert refused(called("1S P P"), "S", "c:2S").rule == "SC-8"


def test_sc_6_a_call_out_of_turn_is_refused():
    assert refused(called("1S"), "S", "c:2S").rule == "SC-9a"
