"""Bidding by the best expected score, based on the tricks that similar hands have taken in play.

The figures come from about a hundred deals that this robot played against itself in every strain.
"""

from math import exp

from games.calls import is_bid
from games.cards import CARD_BY_TEXT, Card, hcp
from games.players import is_vulnerable
from games.robot_views import View

# Declarer's tricks: constant, for each point of the hand, each trump, each point among the trumps.
DECLARES_SUIT, DECLARES_NO_TRUMP = (2.1, 0.18, 0.6, 0.1), (2.8, 0.32, 0.0, 0.0)
DEFENDS_SUIT, DEFENDS_NO_TRUMP = (12.5, -0.18, -0.65, -0.11), (13.1, -0.37, 0.0, 0.0)
CHOSEN = 0.7  # more tricks than an average hand takes: the opponent has chosen to bid this strain
SPREAD = 1.1  # of the tricks taken about the expected number, as the scale of a logistic curve
CAUTION = 1.25  # the factor by which a loss counts more than an equal gain
RISK = 100  # the points that a double or a redouble must promise, as the opponent may have or know better

Hand = list[Card]


def choose_call(view: View) -> str:
    """Choose the legal call with the best expected score. If several calls are equally good, prefer a pass."""
    hand = [CARD_BY_TEXT[text] for text in view["hands"][view["me"]]["cards"]]
    legal: list[str] = view["legal"]
    value = {action: expected(view, hand, action[2:]) for action in legal}
    return max(value, key=lambda action: (value[action], action == "c:P"))


def expected(view: View, hand: Hand, call: str) -> float:
    """Return the points that the viewer could expect if the auction ended with this call."""
    if is_bid(call):  # the opponent doubles a contract that can be beaten
        mean, vulnerable = tricks(hand, call[1], True), is_vulnerable(view["me"], view["vul"])
        return min(score(call, doubled, mean, vulnerable) for doubled in ("", "X"))
    bids = [entry for entry in view["auction"] if is_bid(entry["call"])]
    bid, by = bids[-1]["call"], bids[-1]["by"]
    last = view["auction"][-1]["call"]
    doubled = last if last in ("X", "XX") else ""
    doubled = call if call in ("X", "XX") else doubled
    mine = by == view["me"]
    points = score(bid, doubled, tricks(hand, bid[1], mine), is_vulnerable(by, view["vul"]))
    return (points if mine else -points) - (RISK if call in ("X", "XX") else 0)


def tricks(hand: Hand, strain: str, declares: bool) -> float:
    """Return declarer's expected tricks in this strain, as seen by declarer (`declares`) or by the defender."""
    suit, no_trump = (DECLARES_SUIT, DECLARES_NO_TRUMP) if declares else (DEFENDS_SUIT, DEFENDS_NO_TRUMP)
    constant, point, length, high = no_trump if strain == "N" else suit
    trumps = [card for card in hand if card.suit == strain]
    estimate = constant + point * hcp(hand) + length * len(trumps) + high * hcp(trumps)
    return estimate if declares else estimate + CHOSEN


def score(bid: str, doubled: str, mean: float, vulnerable: bool) -> float:
    """Return declarer's expected points for a contract in which `mean` tricks are expected."""
    needs = int(bid[0]) + 6
    total, above = 0.0, 1.0
    for taken in range(14):
        more = 1 / (1 + exp((taken + 0.5 - mean) / SPREAD)) if taken < 13 else 0.0
        chance, above = above - more, more
        points = _made(bid, doubled, vulnerable, taken - needs) if taken >= needs else 0
        lost = CAUTION * _lost(doubled, vulnerable, needs - taken) if taken < needs else 0
        total += chance * (points - lost)
    return total


def _made(bid: str, doubled: str, vulnerable: bool, over: int) -> int:
    each = 20 if bid[1] in "CD" else 30
    times = {"": 1, "X": 2, "XX": 4}[doubled]
    below = (int(bid[0]) * each + (10 if bid[1] == "N" else 0)) * times
    bonus = (500 if vulnerable else 300) if below >= 100 else 50
    slam = {6: 500, 7: 1000}.get(int(bid[0]), 0) * (3 if vulnerable else 2) // 2
    return below + bonus + slam + over * (each if not doubled else 50 * times * (1 + vulnerable))


def _lost(doubled: str, vulnerable: bool, down: int) -> int:
    if not doubled:
        return down * (100 if vulnerable else 50)
    return (300 * down - (100 if vulnerable else 200)) * (1 if doubled == "X" else 2)
