"""The auction in Two Handed Solo Bridge: SOLO-6 to SOLO-11a."""

import pytest

from games.calls import BIDS
from tests.games.solo_positions import SOLO, called, play, refused, started


def legal_calls(calls: str, **options: str) -> set[str]:
    state = called(calls, **options)
    return {action[2:] for action in SOLO.legal(state, str(SOLO.turn(state))) if action.startswith("c:")}


def contract(calls: str, dealer: str = "S", **options: str) -> str:
    """Return the contract and declarer, such as `4S N`."""
    found = SOLO.view(called(calls, dealer, **options), "D")["contract"]
    return f"{found['text']} {found['declarer']}"


def higher(bid: str) -> set[str]:
    return set(BIDS[BIDS.index(bid) + 1 :])


def test_solo_6_both_players_see_all_cards_during_the_auction():
    state = called("1S P 2H X")
    for viewer in "SN":
        hands = SOLO.view(state, viewer)["hands"]
        assert sum(len(hand["cards"]) for hand in hands.values()) == 52


def test_solo_7_strains_rank_no_trump_spades_hearts_diamonds_clubs():
    ladder = "P 1C 1D 1H 1S 1N 2C"
    assert contract(f"{ladder} P P") == "2C S"
    assert refused(called("1S"), "N", "c:1H").reason == "1 heart is not enough: the bid to beat is 1 spade"
    assert refused(called("1S"), "N", "c:1S").rule == "SOLO-7a"


@pytest.mark.parametrize(
    ("calls", "others"),
    [
        ("", {"P", *BIDS}),
        ("P", {"P", *BIDS}),
        ("1S", {"P", "X"} | higher("1S")),
        ("P 1S", {"P", "X"} | higher("1S")),
        ("1S X", {"P", "XX"} | higher("1S")),
        ("1S X XX", {"P"} | higher("1S")),
        ("1S P", {"P"} | higher("1S")),
        ("1S X P", {"P"} | higher("1S")),
        ("1S X XX P", {"P"} | higher("1S")),
        ("1S X 2C", {"P", "X"} | higher("2C")),
        ("1S X XX 2C", {"P", "X"} | higher("2C")),
        ("7N", {"P", "X"}),
        ("7N X", {"P", "XX"}),
    ],
)
def test_solo_7a_table_of_calls(calls, others):
    assert legal_calls(calls) == others


def test_solo_7a_only_the_opponents_bid_is_doubled_and_only_his_double_redoubled():
    assert "Only a bid of the opponent can be doubled" in refused(called("1S P"), "S", "c:X").reason
    assert "Only a bid of the opponent can be doubled" in refused(called("P"), "N", "c:X").reason
    assert "Only a double by the opponent can be redoubled" in refused(called("1S X P"), "N", "c:XX").reason


def test_solo_7a_calls_alternate():
    assert [entry["by"] for entry in SOLO.view(called("1C 1D P 2C"), "S")["auction"]] == ["S", "N", "S", "N"]
    refusal = refused(called("1C"), "S", "c:1D")
    assert (refusal.reason, refusal.rule) == ("It is North's turn", "SOLO-7a")


def test_solo_8_two_passes_in_a_row_end_the_auction():
    assert SOLO.view(called("1S P"), "S")["phase"] == "auction"
    assert SOLO.view(called("1S P P"), "S")["phase"] == "play"
    assert "The auction has ended" in refused(called("1S P P"), "N", "c:2S").reason


def test_solo_8a_option_first_pass_after_a_bid_ends_the_auction():
    assert contract("1S P", auction_end="first_pass") == "1S S"
    assert contract("P 1S P", auction_end="first_pass") == "1S N"
    assert SOLO.view(called("P", auction_end="first_pass"), "S")["phase"] == "auction"
    passed_out = called("P P", auction_end="first_pass")
    assert SOLO.outcome(passed_out)["contract"] == "PASS"


def test_solo_9_two_passes_at_the_start_pass_the_board_out():
    nothing = {"contract": "PASS", "declarer": None, "tricks": None, "lead": None, "claimed": False}
    state = called("P P")
    assert SOLO.outcome(state) == nothing
    assert SOLO.turn(state) is None
    assert SOLO.view(state, "N")["outcome"] == nothing


@pytest.mark.parametrize(
    ("calls", "result"),
    [
        ("P 1S P P", "1S N"), ("1S P 4S P P", "4S S"), ("1S X P P", "1SX S"), ("1S X P 2C P P", "2C N"),
        ("1S X XX P P", "1SXX S"), ("7N P P", "7N S"),
    ],
)  # fmt: skip
def test_solo_9a_examples(calls, result):
    assert contract(calls) == result


@pytest.mark.parametrize(("dealer", "first"), [("N", "N"), ("E", "S"), ("S", "S"), ("W", "N")])
def test_solo_10_and_10a_the_player_of_the_dealers_hand_calls_first(dealer, first):
    state = started(dealer)
    assert SOLO.turn(state) == first
    assert SOLO.view(state, "S")["turn"] == {"player": first, "hand": None, "what": "call"}


def test_solo_11_the_last_bidder_declares_whoever_named_the_strain_first():
    assert contract("1S 2S P P") == "2S N"


def test_solo_11a_outcome_says_by_south_or_by_north():
    for calls, declarer in (("1C P P", "S"), ("1C 1D P P", "N")):
        state = play(called(calls), "N claim:0" if declarer == "N" else "S claim:0", "accept")
        assert SOLO.outcome(state)["declarer"] == declarer


def test_solo_12_no_card_is_played_during_the_auction():
    state = called("1S")
    card = SOLO.view(state, "N")["hands"]["N"]["cards"][0]
    assert refused(state, "N", f"p:{card}").rule == "SOLO-12"
