"""Bids and discards at 500 for two: for each strain, the deal is played out after taking the kitty."""

from collections import Counter
from collections.abc import Mapping

from games.cards import Card
from games.end_dummies import HAND_OF, Cards
from games.five_hundred import MISERE, PASS, STRAINS, level_of, strain_of, value
from games.players import OPPONENT
from games.robot_views import Chance, View, cards_named
from games.variants.five_hundred_for_two.robot.tricks import held, tricks_of
from games.variants.five_hundred_for_two.robot.worlds import World, worlds

HONOUR = 13  # kings and aces of side suits are kept before length
CAUTION = 1  # bid this many tricks fewer than the simulation took: three in four of such bids are made


def choose_call(view: View, chance: Chance) -> str:
    """Choose the most valuable bid that the robot expects to make, else a pass. Overtricks have no value."""
    return choose_bid(view, {strain: tricks - CAUTION for strain, tricks in tricks_by_strain(view, chance).items()})


def choose_bid(view: View, makes: Mapping[str, float]) -> str:
    """Choose the most valuable bid of at most as many tricks as the viewer `makes` in its strain, else a pass."""
    standing = [entry for entry in view["auction"] if entry["call"] != PASS]
    if standing and standing[-1]["by"] == view["me"]:
        return f"c:{PASS}"
    bids = [action[2:] for action in view["legal"] if action[2:] not in (PASS, MISERE)]
    there = [bid for bid in bids if level_of(bid) <= makes[strain_of(bid)]]
    return f"c:{max(there, key=value)}" if there else f"c:{PASS}"


def tricks_by_strain(view: View, chance: Chance) -> dict[str, float]:
    """Return, for each strain, the tricks that the viewer's two hands seem to be worth with the viewer as declarer."""
    layouts = worlds(view, chance)
    return {strain: sum(_tricks(view, world, strain) for world in layouts) / len(layouts) for strain in STRAINS}


def _tricks(view: View, world: World, strain: str) -> int:
    me, rules = view["me"], view["more"]["rules"]
    hand = world.hands[HAND_OF[me]]
    if rules["kitty"] == "hand":
        both = hand + (cards_named(view["more"]["kitty"]) or world.aside)
        hand = most_needed(both, strain)
    leader = me if rules["first_lead"] == "contractor" else OPPONENT[me]
    return tricks_of(me, {**world.hands, HAND_OF[me]: hand}, strain, HAND_OF[leader])


def choose_discards(view: View) -> str:
    """Return, as an action, the three cards that the hand needs least."""
    pick = view["pick"]
    hand = cards_named(pick["cards"])
    kept = most_needed(hand, view["contract"]["strain"])
    return f"{pick['verb']}:{'.'.join(card.text for card in hand if card not in kept)}"


def most_needed(hand: Cards, trump: str) -> Cards:
    """Return the ten cards to keep from a hand of 13. Low cards in short suits are discarded first."""
    length = Counter(held(card, trump).suit for card in hand)

    def need(card: Card) -> int:
        suit, height, top, _ = held(card, trump)
        if top:
            return top
        return 40 + height if height >= HONOUR else height + 3 * length[suit]

    return tuple(sorted(hand, key=need)[3:])
