"""500 for two: the auction, the kitty, the discards (FH-8 to FH-16), misère, and the wording of results."""

import pytest

from games.errors import IllegalAction
from games.five_hundred import BIDS, LADDER, value
from games.variants.five_hundred_for_two.state import FiveHundredState
from tests.games.five_hundred_positions import (
    FIVE_HUNDRED,
    called,
    laid_away,
    own_hand,
    play,
    position,
    refused,
    setup_of,
    started,
    to_play,
)

# FH-9, row by row: 6 to 10 tricks in S, C, D, H, NT
TABLE = """
40 60 80 100 120
140 160 180 200 220
240 260 280 300 320
340 360 380 400 420
440 460 480 500 520
"""


def legal_calls(state: FiveHundredState) -> list[str]:
    return [action[2:] for action in FIVE_HUNDRED.legal(state, str(FIVE_HUNDRED.turn(state))) if action[:2] == "c:"]


def ended_as(calls: str, **options: str) -> str:
    """Return the contract and contractor (`7D S`), `PASS` if the deal was thrown in, or `-` during the auction."""
    state = called(calls, **options)
    view = FIVE_HUNDRED.view(state, "D")
    if view["phase"] == "auction":
        return "-"
    contract = view["contract"]
    return f"{contract['text']} {contract['declarer']}" if contract else view["outcome"]["contract"]


def test_fh_9_every_bid_has_its_value():
    assert [value(bid) for bid in BIDS] == [int(figure) for figure in TABLE.split()]
    assert [f"{level}{strain}" for level in range(6, 11) for strain in "SCDHN"] == list(BIDS)


def test_fh_9_a_bid_must_be_worth_more_than_the_last():
    for place, bid in enumerate(BIDS):
        assert legal_calls(called(bid)) == ["P", *BIDS[place + 1 :]]
    refusal = refused(called("7D"), "N", "c:7C")
    assert refusal.reason == "7 clubs is not enough: the bid to beat is 7 diamonds, worth 180"
    assert refusal.rule == "FH-9"
    assert refused(called("7D"), "N", "c:7D").rule == "FH-9"


def test_fh_9_spades_are_the_lowest_suit_and_nothing_is_doubled():
    assert ended_as("6S 6C 6D 6H 6N 7S P P") == "7S N"
    assert refused(called("6C"), "N", "c:6S").rule == "FH-9"
    for call in ("c:X", "c:XX", "c:5S", "c:11S"):
        assert "not an action" in refused(called("6C"), "N", call).reason


@pytest.mark.parametrize(("dealer", "first"), [("S", "N"), ("N", "S")])
def test_fh_10_the_non_dealer_calls_first_and_calls_alternate(dealer, first):
    state = started(dealer)
    assert FIVE_HUNDRED.turn(state) == first
    assert refused(state, dealer, "c:6S").rule == "FH-10"
    calls = FIVE_HUNDRED.view(play(state, "c:6S", "c:6C", "c:6D"), "S")["auction"]
    assert [entry["by"] for entry in calls] == [first, dealer, first]


@pytest.mark.parametrize(
    ("after_pass", "calls", "ended"),
    [
        ("in", "P", "-"), ("in", "P P", "PASS"), ("in", "6S P", "-"), ("in", "6S P P", "6S S"),
        ("in", "P 6S P", "-"), ("in", "P 6S P P", "6S N"), ("in", "6S P 7S P P", "7S S"),
        ("in", "P 6S 7S P P", "7S S"), ("in", "6S 7S P 8S P P", "8S N"), ("in", "10N P P", "10N S"),
        ("out", "P", "-"), ("out", "P P", "PASS"), ("out", "6S P", "6S S"), ("out", "P 6S", "6S N"),
        ("out", "6S 7S P", "7S N"), ("out", "6S 7S 8S P", "8S S"),
    ],
)  # fmt: skip
def test_fh_11_two_passes_in_a_row_end_the_auction_or_by_the_option_out_one(after_pass, calls, ended):
    assert ended_as(calls, after_pass=after_pass) == ended


def test_fh_11_thrown_in_there_is_no_score():
    outcome = FIVE_HUNDRED.outcome(called("P P"))
    assert outcome == {"contract": "PASS", "declarer": None, "tricks": None, "lead": None, "claimed": False}
    assert FIVE_HUNDRED.result_text(outcome) == "Thrown in"
    assert FIVE_HUNDRED.view(called("P P"), "S")["phase"] == "over"


def test_fh_12_the_last_bidder_is_the_contractor_in_his_strain():
    contract = FIVE_HUNDRED.view(called("6H P 7D P P"), "N")["contract"]
    assert contract == {
        "text": "7D", "level": 7, "strain": "D", "doubled": "", "declarer": "S", "needs": 7,
    }  # fmt: skip
    assert legal_calls(called("10N")) == ["P"]


def test_fh_13_fh_30_misere_is_not_bid_by_default():
    refusal = refused(called("6S"), "N", "c:M")
    assert (refusal.reason, refusal.rule) == ("Misère is not bid at this table", "FH-13")
    assert "M" not in legal_calls(started())
    assert LADDER[10] == "M"


# Kitty
def test_fh_14_the_contractor_takes_the_kitty_into_his_hand():
    state = called("7D P P")
    view = FIVE_HUNDRED.view(state, "S")
    assert (view["phase"], view["turn"]) == ("discard", {"player": "S", "hand": None, "what": "pick"})
    assert set(setup_of()["hands"]["kitty"].split()) <= set(view["hands"]["S"]["cards"])
    assert view["pick"]["least"] == view["pick"]["most"] == 3
    assert (view["pick"]["verb"], view["pick"]["hand"]) == ("discard", "S")
    assert sorted(view["pick"]["cards"]) == sorted(view["hands"]["S"]["cards"])
    assert len(view["pick"]["cards"]) == 13
    other = FIVE_HUNDRED.view(state, "N")
    assert (other["pick"], other["legal"], other["hands"]["S"]["count"]) == (None, [], 13)


def test_fh_14_any_three_go_joker_and_trumps_too_and_ten_stay():
    setup = setup_of()
    hands = {name: text.split() for name, text in setup["hands"].items()}
    holder = next(name for name, cards in hands.items() if "JK" in cards)
    hands[holder][hands[holder].index("JK")], hands["kitty"][0] = hands["kitty"][0], "JK"
    setup["hands"] = {name: " ".join(cards) for name, cards in hands.items()}
    state = play(FIVE_HUNDRED.start(setup, {}), "c:7D", "c:P", "c:P")
    cards = own_hand(state, "S")
    trump = next(card for card in cards if card[0] == "D")
    laid = ["JK", trump, next(card for card in cards if card not in ("JK", trump))]
    after = play(state, f"discard:{'.'.join(laid)}")
    assert own_hand(after, "S") == [card for card in cards if card not in laid]
    view = FIVE_HUNDRED.view(after, "S")
    assert (view["phase"], view["more"]["discards"], view["more"]["kitty_count"]) == ("play", laid, 0)


def test_fh_14_three_different_cards_of_his_own_hand_are_laid_away_by_the_contractor_once():
    state = called("7D P P")
    cards = own_hand(state, "S")
    three = f"discard:{'.'.join(cards[:3])}"
    refusal = refused(state, "S", f"discard:{state.table.hands[1][0].text}.{cards[0]}.{cards[1]}")
    assert (refusal.reason, refusal.rule) == ("You do not hold one of those cards", "FH-14")
    assert refused(state, "S", f"discard:{cards[0]}.{cards[1]}").reason == "Choose 3 cards: that is 2"
    assert "twice" in refused(state, "S", f"discard:{cards[0]}.{cards[0]}.{cards[1]}").reason
    assert refused(state, "N", three).reason == "It is South's turn"
    assert "director" in refused(state, "D", three).reason
    assert refused(state, "S", f"p:{cards[0]}").rule == "FH-14"
    after = laid_away(state)
    assert (after.hands[1], after.hands[3]) == (state.table.hands[1], state.table.hands[3]), "the dummies stay"
    assert refused(after, "S", f"discard:{'.'.join(cards[3:6])}").rule == "FH-14"
    assert refused(called("7D"), "N", three).rule == "FH-14"


def test_fh_16_option_dead_the_three_lie_aside_unused():
    state = called("7D P P", kitty="dead")
    view = FIVE_HUNDRED.view(state, "S")
    assert (view["phase"], view["turn"]["hand"]) == ("play", "N")
    assert view["hands"]["S"]["count"] == 10
    assert (view["more"]["kitty_count"], view["more"]["discards"]) == (3, None)
    with pytest.raises(IllegalAction):
        FIVE_HUNDRED.apply(state, "S", "discard:S5.S6.S7")


# The result
@pytest.mark.parametrize(
    ("contract", "tricks", "text"),
    [
        ("7D", 8, "7D by South, made 8 tricks"), ("8S", 7, "8S by South, 1 down"),
        ("6S", 10, "6S by South, made 10 tricks"), ("10N", 4, "10N by South, 6 down"),
        ("MIS", 0, "Misère by South, made"), ("MIS", 1, "Misère by South, failed"),
    ],
)  # fmt: skip
def test_fh_29_results_in_words(contract, tricks, text):
    outcome = {"contract": contract, "declarer": "S", "tricks": tricks, "lead": "H5", "claimed": False}
    assert FIVE_HUNDRED.result_text(outcome) == text


def test_fh_25_the_outcome_names_contract_contractor_and_his_tricks():
    state = play(laid_away(called("P 7D P P")), "N claim:8", "S accept")
    outcome = {"contract": "7D", "declarer": "N", "tricks": 8, "lead": None, "claimed": True}
    assert FIVE_HUNDRED.outcome(state) == outcome
    state = laid_away(called("7D P P"))
    lead = own_hand(state, "N")[0]
    state = play(state, f"p:{lead}", "N claim:10", "S accept")
    assert FIVE_HUNDRED.outcome(state) == {**outcome, "declarer": "S", "tricks": 0, "lead": lead}


def test_fh_31_a_call_above_every_seven_and_below_every_eight_worth_250():
    assert value("M") == value("MIS") == 250
    assert play(started(misere="on"), "c:7N", "c:M")
    after = FIVE_HUNDRED.legal(called("M", misere="on"), "N")
    assert [action[2:] for action in after if action[:2] == "c:"] == ["P", *BIDS[10:]]
    assert play(called("M", misere="on"), "c:8S").auction.last_bid() == ("N", "8S")
    refusal = refused(called("8S", misere="on"), "N", "c:M")
    assert refusal.reason == "Misère is not enough: the bid to beat is 8 spades, worth 240"
    assert refused(called("M", misere="on"), "N", "c:7N").rule == "FH-9"


@pytest.mark.parametrize(("calls", "contractor", "aside"), [("M P P", "S", "E"), ("P M P P", "N", "W")])
def test_fh_31_no_kitty_no_trump_the_dummy_aside_and_the_contractor_leads(calls, contractor, aside):
    state = called(calls, misere="on")
    view = FIVE_HUNDRED.view(state, "SN"[contractor == "S"])
    assert view["phase"] == "play"
    assert view["turn"] == {"player": contractor, "hand": contractor, "what": "card"}
    assert view["contract"] == {
        "text": "MIS", "level": 0, "strain": "N", "doubled": "", "declarer": contractor, "needs": 0,
    }  # fmt: skip
    more = view["more"]
    assert (more["misere"], more["aside"], more["value"], more["kitty_count"]) == (True, aside, 250, 3)
    assert (more["discards_count"], more["bowers"]) == (0, [])
    assert view["hands"][aside]["count"] == 10


@pytest.mark.parametrize(("first", "order"), [("S", "SWN"), ("N", "NES")])
def test_fh_31_three_cards_a_trick_and_the_order_skips_the_dummy_aside(first, order):
    hands = dict(zip(order, ("H5 C5 S5", "H6 C6 S6", "H7 C7 S7"), strict=True))
    state = play(position(first, contract="M", declarer=first, **hands), "p:H5", "p:H6")
    assert FIVE_HUNDRED.view(state, "N")["turn"]["hand"] == order[2]
    state = play(state, "p:H7")
    view = FIVE_HUNDRED.view(state, "S")
    assert [entry["seat"] for entry in view["last_trick"]["cards"]] == [*order]
    assert view["turn"]["hand"] == order[2]
    assert FIVE_HUNDRED.view(play(state, "p:C7"), "S")["turn"]["hand"] == first


def test_fh_31_the_joker_wins_the_trick_it_is_in():
    state = position("S", contract="M", S="H5 C5 S5", W="JK C6 S6", N="HA C7 S7")
    assert to_play(play(state, "p:H5")) == {"JK", "S6"}
    state = play(state, "p:H5", "p:JK", "p:HA")
    assert FIVE_HUNDRED.view(state, "N")["last_trick"]["winner"] == "W"


@pytest.mark.parametrize(
    ("south", "acts", "tricks", "result"),
    [
        ("HA C5 S5", "p:HA p:H6 p:H7", 1, "failed"),  # with the first trick that the contractor wins
        ("H5 C5", "p:H5 p:H6 p:H7", 0, "made"),  # no trick in ten, the last one by itself
        ("H5 CA", "p:H5 p:H6 p:H7", 1, "failed"),
        ("H5 C5 S5", "claim:0 accept", 0, "made"),  # a claim of no trick is a claim of misère
        ("H5 C5 S5", "claim:2 accept", 2, "failed"),
    ],
)
def test_fh_32_misere_is_made_with_no_trick_in_ten(south, acts, tricks, result):
    others = {"W": "H6 C6 S6", "N": "H7 C7 S7"} if len(south) > 5 else {"W": "H6 C6", "N": "H7 C7"}
    state = play(position("S", contract="M", S=south, **others), *acts.split())
    assert FIVE_HUNDRED.turn(state) is None
    outcome = FIVE_HUNDRED.outcome(state)
    assert (outcome["contract"], outcome["declarer"], outcome["tricks"]) == ("MIS", "S", tricks)
    assert FIVE_HUNDRED.result_text(outcome) == f"Misère by South, {result}"
