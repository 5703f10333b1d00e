"""The robot for Bridge Solitaire: it plays sensibly, and better than chance."""

import pytest

from games.calls import BIDS, Contract
from games.robots import choose
from games.variants.bridge_solitaire import robot as bridge_solitaire
from games.variants.bridge_solitaire.state import SolitaireState
from scoring.contracts import score_for_declarer
from tests.games.bridge_solitaire_positions import BS, bidding, dealt, playing
from tests.games.random_plays import at_random, played

VULNERABILITIES = ("None", "NS", "EW", "All")


def started(number: int, **options: str) -> SolitaireState:
    header = {"board": number, "dealer": "", "vul": VULNERABILITIES[number % 4]}
    return BS.start(BS.deal("robot", header, {}), options)


def points(state: SolitaireState) -> int:
    """Return the player's duplicate score."""
    outcome = BS.outcome(state)
    found = score_for_declarer(outcome["contract"], outcome["declarer"], state.table.vul, outcome["tricks"])
    return found if outcome["declarer"] == "S" else -found


def test_bs_the_robot_beats_chance_on_most_deals_and_scores_above_nothing():
    deals = range(1, 61)
    by_robot = [points(played(BS, started(number), number)[0]) for number in deals]
    by_chance = [points(played(BS, started(number), number, at_random)[0]) for number in deals]
    better = sum(one > other for one, other in zip(by_robot, by_chance, strict=True))
    assert better > 0.8 * len(deals), better
    assert sum(by_robot) > 0


def test_bs_the_robot_keeps_length_and_honours_and_jokers():
    setup, _ = dealt("SA SK SQ SJ JR S9 H7 H5 H4 D8 D6 C3 C2")
    kept = choose(BS.view(BS.start(setup, {}), "S"), lambda of: of[0])
    cards, _, top = kept.removeprefix("keep:").partition("/")
    assert set(cards.split(".")) == {"SA", "SK", "SQ", "SJ", "ST", "JR"}
    assert top not in cards


def test_bs_the_robot_bids_its_long_suit_no_higher_than_it_is_worth():
    call = choose(BS.view(bidding("SA SK SQ SJ ST S9 S8 S7 HA HK HQ CA CK"), "S"), lambda of: of[0])
    assert call in ("c:4S", "c:5S")
    call = choose(BS.view(bidding("SA SK SQ SJ S9 S2 HK HQ H4 D8 D6 C3 C2"), "S"), lambda of: of[0])
    assert call == "c:1S", "eight tricks are not likely enough"
    call = choose(BS.view(bidding("S5 S4 S3 H6 H5 H4 H3 D8 D7 D6 C4 C3 C2"), "S"), lambda of: of[0])
    assert call == "c:P", "the stock has bid 6S"


@pytest.mark.parametrize(
    ("led", "played"),
    [
        ("HJ", "HQ"),  # the cheapest that wins
        ("HA", "H2"),  # the lowest when none does
        ("CA", "S2"),  # the lowest trump
        ("JR", "JB"),  # the one card that beats a joker
    ],
)
def test_bs_the_robot_wins_the_stocks_leads_as_cheaply_as_it_can(led, played):
    state = playing("SA SK SQ SJ S9 S2 HK HQ H2 D8 D6 D2 JB", "2S", led)
    assert choose(BS.view(state, "S"), lambda of: of[0]) == f"p:{played}"


def test_bs_the_robot_throws_a_joker_before_a_card_that_may_win():
    without_trumps = playing("SA SK SQ SJ S9 S2 HK HQ H2 H7 H6 H5 JB", "2D", "C9")
    assert choose(BS.view(without_trumps, "S"), lambda of: of[0]) == "p:JB"


def test_bs_the_robot_reckons_scores_as_the_scorer_does():
    for bid in BIDS:
        for doubled in ("", "X", "XX"):
            for vul in ("None", "NS"):
                for tricks in range(14):
                    contract = Contract(int(bid[0]), bid[1], doubled, "S")
                    known = score_for_declarer(contract.text, "S", vul, tricks)
                    assert bridge_solitaire._score(contract, vul == "NS", tricks) == known
