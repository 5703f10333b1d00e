"""Bidding: the points of hand and dummy together, the length of the best fit, and the level that they justify."""

from games.calls import BIDS, STRAINS, bid_height, is_bid
from games.cards import Card, hcp
from games.robot_views import Chance, View, cards_named

# Combined points (with distribution) from which levels 1 to 7 are worth bidding. They are higher than at
# ordinary bridge because a card buried in a dummy cannot follow or win when it is needed.
SUIT_LEVELS = (20, 23, 25, 27, 30, 34, 38)
NO_TRUMP_LEVELS = (20, 24, 26, 32, 33, 34, 38)
GAME_LEVEL = {"C": 5, "D": 5, "H": 4, "S": 4, "N": 3}
SHORTNESS = {0: 3, 1: 2, 2: 1}
NERVE = ("plain", "plain", "timid", "bold", "plain")  # so that a field does not bid every board alike

Hand = tuple[Card, ...]


def choose_call(view: View, chance: Chance) -> str:
    """Choose a legal call: the best contract that the robot's cards justify, a double of an overbid, or a pass."""
    legal = view["legal"]
    mine, theirs = _felt(limits(*_cards_of(view, True)), chance), limits(*_cards_of(view, False))
    bids = [entry for entry in view["auction"] if is_bid(entry["call"])]
    last = bids[-1] if bids else None
    if last is None or last["by"] != view["me"]:
        if bid := _best_bid(mine, last["call"] if last else None, chance):
            return bid
        overbid = last is not None and int(last["call"][0]) > theirs[last["call"][1]] + 1
        return "c:X" if overbid and "c:X" in legal else "c:P"
    level, strain = int(last["call"][0]), last["call"][1]
    if "c:XX" in legal and mine[strain] > level:
        return "c:XX"
    game = GAME_LEVEL[strain]
    return f"c:{game}{strain}" if level < game <= mine[strain] else "c:P"


def limits(hand: Hand, dummy: Hand) -> dict[str, int]:
    """Return, for each strain, the highest level worth bidding, or 0 if no level is worth bidding."""
    values = {strain: _suit_value(hand, dummy, strain) for strain in "CDHS"}
    levels = {strain: sum(value >= step for step in SUIT_LEVELS) for strain, value in values.items()}
    levels["N"] = sum(_no_trump_value(hand, dummy) >= step for step in NO_TRUMP_LEVELS)
    return levels


def _felt(level: dict[str, int], chance: Chance) -> dict[str, int]:
    """Shift all the limits by the same random step: down one (a timid player), unchanged, or up one (a bold player)."""
    step = {"timid": -1, "plain": 0, "bold": 1}[chance(NERVE)]
    return {strain: min(7, max(0, most + step)) if most else 0 for strain, most in level.items()}


def _suit_value(hand: Hand, dummy: Hand, trump: str) -> int:
    """Return the points of hand and dummy, adjusted for this trump suit.

    Short side suits and each trump beyond the eighth add points; a poor fit costs points.
    """
    lengths = [sum(card.suit == trump for card in cards) for cards in (hand, dummy)]
    fit = sum(lengths)
    value = hcp(hand) + hcp(dummy)
    if fit < 8:
        return value - 3 * (8 - fit)
    for cards, trumps in zip((hand, dummy), lengths, strict=True):
        if 3 <= trumps <= fit // 2:
            value += sum(SHORTNESS.get(sum(c.suit == s for c in cards), 0) for s in "CDHS" if s != trump)
    return value + (fit - 8)


def _no_trump_value(hand: Hand, dummy: Hand) -> int:
    """Return the points of hand and dummy, minus 4 for each suit that the opponent could run."""
    both = hand + dummy
    open_suits = sum(not any(c.suit == suit and c.rank in "AKQ" for c in both) for suit in "CDHS")
    return hcp(both) - 4 * open_suits


def _best_bid(mine: dict[str, int], over: str | None, chance: Chance) -> str | None:
    """Return a bid in the strain that is worth most at its limit, or None if no bid is within the limits.

    Bid game at once if it is possible and slam is out of reach; otherwise, bid the lowest level or the limit,
    chosen at random.
    """
    floor = -1 if over is None else bid_height(over)
    within = [bid for bid in BIDS if bid_height(bid) > floor and int(bid[0]) <= mine[bid[1]]]
    if not within:
        return None
    strain = max({bid[1] for bid in within}, key=lambda s: (_worth(mine[s], s), STRAINS.index(s)))
    levels = [bid for bid in within if bid[1] == strain]
    game = f"{GAME_LEVEL[strain]}{strain}"
    at_once = game in levels and int(levels[-1][0]) < 6
    return "c:" + (game if at_once else chance((levels[0], levels[-1])))


def _worth(level: int, strain: str) -> int:
    trick_points = level * (20 if strain in "CD" else 30) + (10 if strain == "N" else 0)
    bonus = 300 if trick_points >= 100 else 50
    return trick_points + bonus + (500 if level >= 6 else 0)


def _cards_of(view: View, me: bool) -> tuple[Hand, Hand]:
    """Return the viewer's or the opponent's hand and dummy. All cards are open in the auction (SOLO-6)."""
    hands = [hand for hand in view["hands"].values() if (hand["owner"] == view["me"]) == me]
    hands.sort(key=lambda hand: hand["dummy"])
    first, second = (cards_named(hand["cards"]) for hand in hands)
    return first, second
