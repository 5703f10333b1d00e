"""Bidding based on the tricks that a hand is worth, and the decision on umbrage."""

from games.calls import BIDS, STRAINS, bid_height, is_bid
from games.cards import SUITS, Card
from games.robot_views import Chance, View
from games.variants.umbrage.robot.cardplay import cards_in

Cards = tuple[Card, ...]

GAME_LEVEL = {"C": 5, "D": 5, "H": 4, "S": 4, "N": 3}
ENOUGH_VALUE = 6.2  # keep a hand with so many tricks in its best strain; an unseen one is worth a little more
DRAWS = 0.8  # extra tricks to bid for a whole bridge that is still to be drawn
UMBRAGE_CARE = 0.4  # extra tricks to require once undertricks count twice
OVERBID = 3.2  # double a bid that looks this far out of reach
NERVE = ("plain", "plain", "timid", "bold", "plain")  # so that robots do not bid every hand alike
STEP = {"timid": -0.4, "plain": 0.0, "bold": 0.4}


def tricks(hand: Cards, strain: str) -> float:
    """Return the average number of tricks that similar hands took in this strain over many deals between robots."""
    lengths = {suit: sum(card.suit == suit for card in hand) for suit in SUITS}
    points = sum(card.points for card in hand)
    if strain == "N":
        aces = sum(card.rank == "A" for card in hand)
        return 4.1 + 0.26 * points - 0.42 * max(lengths.values()) + 0.69 * aces
    trump_points = sum(card.points for card in hand if card.suit == strain)
    short = sum(max(0, 2 - length) for suit, length in lengths.items() if suit != strain)
    return 2.1 + 0.46 * lengths[strain] + 0.22 * trump_points + 0.2 * (points - trump_points) + 0.85 * short


def best_strain(hand: Cards) -> str:
    """Return the strain in which this hand takes the most tricks."""
    return max(STRAINS, key=lambda strain: tricks(hand, strain))


def takes_umbrage(view: View) -> bool:
    """True if another hand, still unseen, promises more tricks than the present hand."""
    hand = cards_in(view, view["me"])
    return tricks(hand, best_strain(hand)) < ENOUGH_VALUE


def choose_call(view: View, chance: Chance) -> str:
    """Choose a legal call: the cheapest bid in the best strain within the limit, a double of an overbid, or a pass."""
    legal, hand = view["legal"], cards_in(view, view["me"])
    last = next((entry for entry in reversed(view["auction"]) if is_bid(entry["call"])), None)
    limit = _limits(view, hand, STEP[chance(NERVE)])
    if last is None or last["by"] != view["me"]:
        if bid := _cheapest(limit, legal, hand):
            return bid
        return "c:X" if last and "c:X" in legal and _overbid(hand, last["call"]) else "c:P"
    return _after_own_bid(last["call"], limit, legal, hand)


def _limits(view: View, hand: Cards, nerve: float) -> dict[str, int]:
    """Return, for each strain, the highest level worth bidding, or 0 if no level is worth bidding."""
    hope = DRAWS * view["more"]["bridge"] / 13 + nerve
    if view["more"]["umbrage"][view["me"]]:
        hope -= UMBRAGE_CARE
    return {strain: max(0, min(7, int(tricks(hand, strain) + hope - 6))) for strain in STRAINS}


def _cheapest(limit: dict[str, int], legal: list[str], hand: Cards) -> str | None:
    """Return the lowest bid in the strain with the most tricks that is still legal and within its limit, or None."""
    bids = [bid for bid in BIDS if f"c:{bid}" in legal and int(bid[0]) <= limit[bid[1]]]
    if not bids:
        return None
    strain = max({bid[1] for bid in bids}, key=lambda each: (tricks(hand, each), STRAINS.index(each)))
    return f"c:{next(bid for bid in bids if bid[1] == strain)}"


def _overbid(hand: Cards, bid: str) -> bool:
    """True if this hand will take far fewer tricks than the bid needs."""
    return 13 - tricks(hand, bid[1]) <= int(bid[0]) + 6 - OVERBID


def _after_own_bid(bid: str, limit: dict[str, int], legal: list[str], hand: Cards) -> str:
    """Choose a call after a draw or a double: game if the hand is worth it, or else a cheap bid in a better strain.

    If neither of these bids is possible, repeat the last bid if that is legal; otherwise, pass.
    """
    level, strain = int(bid[0]), bid[1]
    if "c:XX" in legal:
        return "c:XX" if limit[strain] > level else "c:P"  # a pass leads to the draw and a new bid
    game = GAME_LEVEL[strain]
    if level < game <= limit[strain]:
        return f"c:{game}{strain}"
    better = best_strain(hand)
    higher = [f"c:{other}" for other in BIDS if other[1] == better and bid_height(other) > bid_height(bid)]
    gain = tricks(hand, better) - tricks(hand, strain)
    if higher and gain > 1 and int(higher[0][2]) <= max(limit[better], level):
        return higher[0]
    return f"c:{bid}" if f"c:{bid}" in legal else "c:P"
