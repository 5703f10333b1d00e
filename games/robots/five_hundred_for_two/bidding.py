"""What to bid at 500 for two, and what to lay away: every strain played out in the mind, the kitty taken."""

from games.cards import JOKER_SUIT, Card
from games.crow import HAND_OF, Cards
from games.five_hundred import MISERE, PASS, STRAINS, level_of, strain_of, value
from games.players import OPPONENT
from games.robots.five_hundred_for_two.tricks import HEIGHT, SUIT, tricks_of
from games.robots.five_hundred_for_two.worlds import Chance, View, World, cards, worlds

HONOUR = 13  # kings and aces of side suits are kept before length
CAUTION = 1  # tricks fewer to bid than were taken in the mind: of such bids three in four are made


def choose_call(view: View, chance: Chance) -> str:
    """The most valuable bid that seems to be there, for tricks above it would count nothing; else a pass."""
    standing = [entry for entry in view["auction"] if entry["call"] != PASS]
    if standing and standing[-1]["by"] == view["me"]:
        return f"c:{PASS}"
    mine = tricks_by_strain(view, chance)
    bids = [action[2:] for action in view["legal"] if action[2:] not in (PASS, MISERE)]
    there = [bid for bid in bids if level_of(bid) + CAUTION <= mine[strain_of(bid)]]
    return f"c:{max(there, key=value)}" if there else f"c:{PASS}"


def tricks_by_strain(view: View, chance: Chance) -> dict[str, float]:
    """For each strain the tricks that the viewer's two hands seem to be worth to him as contractor."""
    found = worlds(view, chance)
    return {strain: sum(_tricks(view, world, strain) for world in found) / len(found) for strain in STRAINS}


def _tricks(view: View, world: World, strain: str) -> int:
    me, rules = view["me"], view["more"]["rules"]
    hand = world.hands[HAND_OF[me]]
    if rules["kitty"] == "hand":
        both = hand + (cards(view["more"]["kitty"] or ()) or world.aside)
        away = least_needed(both, strain)
        hand = tuple(card for card in both if card not in away)
    leader = me if rules["first_lead"] == "contractor" else OPPONENT[me]
    return tricks_of(me, {**world.hands, HAND_OF[me]: hand}, strain, HAND_OF[leader])


def choose_discards(view: View) -> str:
    """The three cards that the hand needs least."""
    pick = view["pick"]
    three = least_needed(cards(pick["cards"]), view["contract"]["strain"])
    return f"{pick['verb']}:{'.'.join(card.text for card in three)}"


def least_needed(hand: Cards, trump: str) -> Cards:
    """Three cards of a hand of 13 to lay away: low ones of short suits first."""
    length = {suit: sum(SUIT[trump][card] == suit for card in hand) for suit in "SHDC"}

    def need(card: Card) -> int:
        suit, height = SUIT[trump][card], HEIGHT[trump][card]
        if suit in (trump, JOKER_SUIT):
            return 100 + height
        return 40 + height if height >= HONOUR else height + 3 * length[suit]

    return tuple(sorted(hand, key=need)[:3])
