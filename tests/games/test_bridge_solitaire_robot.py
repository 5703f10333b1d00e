"""The robot of Bridge Solitaire: legal to the end, the same for the same chance, sensible, better than chance."""

import random

import pytest

from games.calls import BIDS, Contract
from games.robots import bridge_solitaire, choose
from games.variants.bridge_solitaire.state import SolitaireState
from scoring.contracts import score_for_declarer
from tests.games.bridge_solitaire_positions import BS, bidding, dealt, playing, random_action

VULNERABILITIES = ("None", "NS", "EW", "All")


def started(number: int, **options: str) -> SolitaireState:
    header = {"board": number, "dealer": "", "vul": VULNERABILITIES[number % 4]}
    return BS.start(BS.deal("robot", header, {}), options)


def robot(state: SolitaireState, chance: random.Random) -> str:
    action = choose(BS.view(state, "S"), chance.choice)
    assert action is not None
    return action


def to_the_end(state: SolitaireState, act, seed: int) -> tuple[SolitaireState, list[str]]:
    chance, done = random.Random(seed), []
    while BS.turn(state):
        done.append(act(state, chance))
        state = BS.apply(state, "S", done[-1])
    return state, done


def points(state: SolitaireState) -> int:
    """Return the player's score at duplicate."""
    outcome = BS.outcome(state)
    found = score_for_declarer(outcome["contract"], outcome["declarer"], state.table.vul, outcome["tricks"])
    return found if outcome["declarer"] == "S" else -found


@pytest.mark.parametrize("count", ["winners", "quick"])
def test_bs_the_robot_plays_fifty_deals_to_their_end(count):
    for number in range(1, 51):
        end, done = to_the_end(started(number, count=count), robot, number)
        assert BS.outcome(end) is not None and "concede" not in done


def test_bs_the_robot_does_the_same_for_the_same_chance():
    plays = [to_the_end(started(number), robot, 7)[1] for number in (1, 2, 3) for _ in range(2)]
    assert plays[0] == plays[1] and plays[2] == plays[3] and plays[4] == plays[5]
    first = [choose(BS.view(started(number), "S"), lambda of: of[0]) for number in (1, 2)]
    assert first == [choose(BS.view(started(number), "S"), lambda of: of[0]) for number in (1, 2)]


def test_bs_the_robot_beats_chance_on_most_deals_and_scores_above_nothing():
    deals = range(1, 61)
    by_robot = [points(to_the_end(started(number), robot, number)[0]) for number in deals]
    by_chance = [points(to_the_end(started(number), random_action, number)[0]) for number in deals]
    better = sum(one > other for one, other in zip(by_robot, by_chance, strict=True))
    assert better > 0.8 * len(deals), better
    assert sum(by_robot) > 0


def test_bs_the_robot_says_nothing_when_nothing_is_asked():
    end, _ = to_the_end(started(1), robot, 1)
    assert choose(BS.view(end, "S"), lambda of: of[0]) is None
    assert choose(BS.view(started(1), "D"), lambda of: of[0]) is None


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
