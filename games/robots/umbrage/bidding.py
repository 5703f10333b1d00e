"""What to bid, by the tricks that a hand is worth, and whether to take umbrage at it."""

from games.calls import BIDS, STRAINS, bid_height, is_bid
from games.cards import SUITS, Card
from games.robots.reading import Chance, View
from games.robots.umbrage.cardplay import cards_in

Cards = tuple[Card, ...]

GAME_LEVEL = {"C": 5, "D": 5, "H": 4, "S": 4, "N": 3}
ENOUGH = 6.2  # tricks in the best strain for which a hand is kept; one unseen is worth a little more
DRAWS = 0.8  # tricks that a whole bridge still to be drawn adds to what one bids
UMBRAGE_CARE = 0.4  # tricks more that are wanted once undertricks count twice
OVERBID = 3.2  # how far out of reach a bid must look to be doubled
NERVE = ("plain", "plain", "timid", "bold", "plain")  # so that robots do not bid every hand alike
STEP = {"timid": -0.4, "plain": 0.0, "bold": 0.4}


def tricks(hand: Cards, strain: str) -> float:
    """How many tricks this hand takes with this strain, on the average of many deals played between robots."""
    lengths = {suit: sum(card.suit == suit for card in hand) for suit in SUITS}
    points = sum(card.points for card in hand)
    if strain == "N":
        aces = sum(card.rank == "A" for card in hand)
        return 4.1 + 0.26 * points - 0.42 * max(lengths.values()) + 0.69 * aces
    trump_points = sum(card.points for card in hand if card.suit == strain)
    short = sum(max(0, 2 - length) for suit, length in lengths.items() if suit != strain)
    return 2.1 + 0.46 * lengths[strain] + 0.22 * trump_points + 0.2 * (points - trump_points) + 0.85 * short


def best_strain(hand: Cards) -> str:
    """The strain in which this hand takes most tricks."""
    return max(STRAINS, key=lambda strain: tricks(hand, strain))


def takes_umbrage(view: View) -> bool:
    """True if another hand, unseen, promises more than the one held."""
    hand = cards_in(view, view["me"])
    return tricks(hand, best_strain(hand)) < ENOUGH


def choose_call(view: View, chance: Chance) -> str:
    """A legal call: the cheapest in the best strain within one's limit, a double of an overbid, or a pass."""
    legal, hand = view["legal"], cards_in(view, view["me"])
    last = next((entry for entry in reversed(view["auction"]) if is_bid(entry["call"])), None)
    limit = _limits(view, hand, STEP[chance(NERVE)])
    if last is None or last["by"] != view["me"]:
        if bid := _cheapest(limit, legal, hand):
            return bid
        return "c:X" if last and "c:X" in legal and _overbid(hand, last["call"]) else "c:P"
    return _after_own_bid(last["call"], limit, legal, hand)


def _limits(view: View, hand: Cards, nerve: float) -> dict[str, int]:
    """The highest level worth bidding in each strain, 0 for none."""
    hope = DRAWS * view["more"]["bridge"] / 13 + nerve
    if view["more"]["umbrage"][view["me"]]:
        hope -= UMBRAGE_CARE
    return {strain: max(0, min(7, int(tricks(hand, strain) + hope - 6))) for strain in STRAINS}


def _cheapest(limit: dict[str, int], legal: list[str], hand: Cards) -> str | None:
    """The lowest bid in the strain with most tricks of those that may still be bid within their limits."""
    bids = [bid for bid in BIDS if f"c:{bid}" in legal and int(bid[0]) <= limit[bid[1]]]
    if not bids:
        return None
    strain = max({bid[1] for bid in bids}, key=lambda each: (tricks(hand, each), STRAINS.index(each)))
    return f"c:{next(bid for bid in bids if bid[1] == strain)}"


def _overbid(hand: Cards, bid: str) -> bool:
    """True if the tricks of this hand leave the bidder well short of the bid."""
    return 13 - tricks(hand, bid[1]) <= int(bid[0]) + 6 - OVERBID


def _after_own_bid(bid: str, limit: dict[str, int], legal: list[str], hand: Cards) -> str:
    """After a draw or a double: on to game if it is there, to a better strain if that is cheap, else no further."""
    level, strain = int(bid[0]), bid[1]
    if "c:XX" in legal:
        return "c:XX" if limit[strain] > level else "c:P"  # a pass leads to the draw, and a new bid
    game = GAME_LEVEL[strain]
    if level < game <= limit[strain]:
        return f"c:{game}{strain}"
    better = best_strain(hand)
    higher = [f"c:{other}" for other in BIDS if other[1] == better and bid_height(other) > bid_height(bid)]
    gain = tricks(hand, better) - tricks(hand, strain)
    if higher and gain > 1 and int(higher[0][2]) <= max(limit[better], level):
        return higher[0]
    return f"c:{bid}" if f"c:{bid}" in legal else "c:P"
