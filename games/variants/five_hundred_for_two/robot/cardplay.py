"""Choosing a card to play at 500 for two, and deciding whether to accept a claim."""

from games.cards import JOKER_SUIT, Card
from games.end_dummies import HAND_OF, OWNER
from games.end_dummies_endings import Tricks, tricks_won
from games.five_hundred import FiveHundredTrick
from games.players import OPPONENT
from games.robot_views import Chance, View, any_of, card_named, cards_named
from games.seats import SEATS, Seat
from games.variants.five_hundred_for_two.robot.tricks import held, tricks_of
from games.variants.five_hundred_for_two.robot.worlds import World, worlds

EXACT_TRICKS = 3  # with so few tricks left, a claim is answered by playing them out exactly
WAYS = Tricks(lambda trick: trick.follows, FiveHundredTrick.winner, FiveHundredTrick.led_by)
MADE_BONUS = 100  # the worth of making (or beating) the contract, in tricks


def choose_card(view: View, chance: Chance) -> str:
    """Return, as an action, the legal card with which the viewer does best in the simulation."""
    legal: list[str] = view["legal"]
    if len(legal) == 1:
        return legal[0]
    if view["more"]["misere"]:
        return _misere_card(view, legal)
    layouts = worlds(view, chance)
    worth = {action: sum(_worth(view, world, action) for world in layouts) for action in legal}
    most = max(worth.values())
    trump = view["contract"]["strain"]
    equals = [action for action in legal if worth[action] == most]
    least = min(held(_card(action), trump).cost for action in equals)
    equals = [action for action in equals if held(_card(action), trump).cost == least]
    return any_of(equals, chance)


def _card(action: str) -> Card:
    return card_named(action.split(":")[1])


def _worth(view: View, world: World, action: str) -> int:
    """Return the value of this card to the viewer.

    The value is the number of tricks that the contractor ends up with after this card, plus a bonus if the contract
    is made. It is negative if the viewer defends.
    """
    me, contract, table = view["me"], view["contract"], view["trick"]
    contractor, chosen = contract["declarer"], _card(action)
    suit = action.split(":")[2] if action.count(":") == 2 else table["asked"] or ""
    hand = Seat(view["turn"]["hand"])
    hands = {**world.hands, hand: tuple(card for card in world.hands[hand] if card != chosen)}
    played = (*cards_named(play["card"] for play in table["cards"]), chosen)
    more = tricks_of(contractor, hands, contract["strain"], Seat(table["leader"]), played, suit)
    tricks: int = view["tricks"][contractor] + more
    worth = tricks + (MADE_BONUS if tricks >= contract["needs"] else 0)
    return worth if contractor == me else -worth


def _misere_card(view: View, legal: list[str]) -> str:
    """Choose the highest card that does not win the trick or, on lead, the lowest card.

    In this way the contractor gets rid of dangerous cards, and a defender leaves the trick to the contractor.
    """
    table = view["trick"]
    ranked = sorted(legal, key=lambda action: held(_card(action), "N").height)
    if not table["cards"]:
        return ranked[0]
    played = [held(card_named(play["card"]), "N") for play in table["cards"]]
    led = table["asked"] or played[0].suit
    highest = max(card.power(led) for card in played)
    losing = [action for action in ranked if held(_card(action), "N").power(led) < highest]
    return losing[-1] if losing else ranked[0]


# Claims


def accepts(view: View, chance: Chance) -> bool:
    """True if the claim is certain or, at misère, if it is certain that the contract is made or defeated.

    Guesses about a hidden hand prove nothing.
    """
    claim, contractor = view["claim"], view["contract"]["declarer"]
    if view["more"]["misere"]:
        conceded: bool = claim["takes"] > 0 if contractor == claim["by"] else claim["takes"] == claim["of"]
    else:
        conceded = claim["takes"] == 0
    world, *guesses = worlds(view, chance)
    if conceded or guesses or _may_name_a_suit(view, world):
        return conceded
    if claim["of"] <= EXACT_TRICKS:
        return _must_grant(view, world)
    sure = 0 if view["more"]["misere"] else _sure_trumps(view, world, HAND_OF[claim["by"]])
    return bool(0 < claim["takes"] <= sure)


def _may_name_a_suit(view: View, world: World) -> bool:
    """True if a hand still holds a joker at no trump.

    The player who leads the joker would name a suit, and `tricks_won` does not take that into account.
    """
    held_by_all = (card for hand in world.hands.values() for card in hand)
    return view["contract"]["strain"] == "N" and any(card.suit == JOKER_SUIT for card in held_by_all)


def _must_grant(view: View, world: World) -> bool:
    """True if the viewer cannot hold the claimant to fewer tricks.

    At misère, it is True if the claimant is certain to make the contract or, as defender, to defeat it.
    """
    by, takes, contractor = view["claim"]["by"], view["claim"]["takes"], view["contract"]["declarer"]
    trick = _trick(view)
    hands = tuple(world.hands[seat] for seat in SEATS)
    if view["more"]["misere"]:
        most = tricks_won(contractor, OPPONENT[contractor], hands, trick, WAYS)
        return bool((most > 0) == (contractor != by))
    return bool(tricks_won(by, by, hands, trick, WAYS) >= takes)


def _trick(view: View) -> FiveHundredTrick:
    table, aside = view["trick"], view["more"]["aside"]
    played = cards_named(play["card"] for play in table["cards"])
    trump = view["contract"]["strain"]
    return FiveHundredTrick(Seat(table["leader"]), trump, Seat(aside) if aside else None, played, table["asked"] or "")


def _sure_trumps(view: View, world: World, seat: Seat) -> int:
    """Return how many of this hand's trumps and jokers cannot be beaten by any opposing or unseen card."""
    trump = view["contract"]["strain"]
    others = [card for other in SEATS if OWNER[other] != OWNER[seat] for card in world.hands[other]]
    others += [card_named(play["card"]) for play in view["trick"]["cards"]]
    highest = max((held(card, trump).top for card in others), default=0)
    return sum(held(card, trump).top > highest for card in world.hands[seat])
