"""Card play: win cheaply if possible, else save trumps and honours."""

from collections.abc import Sequence

from games.cards import CARD_BY_TEXT, Card
from games.end_dummies import HAND_OF
from games.end_dummies_endings import by_suits, sure_trumps, tricks_won
from games.robot_views import Chance, View, any_of, cards_named
from games.seats import SEATS, Seat, clockwise
from games.tricks import Trick, winning_place

EXACT_CLAIM = 4  # with so few tricks left, a claim is answered by playing them out

ATTENTION = (
    "care",
    "care",
    "care",
    "slip",
    "care",
    "care",
    "care",
    "care",
)  # one card in eight is any legal one, so that tables differ as people do


def choose_card(view: View, chance: Chance) -> str:
    """Return one of the view's legal cards, as an action."""
    cards = [CARD_BY_TEXT[action[2:]] for action in view["legal"]]
    if len(cards) == 1:
        return f"p:{cards[0].text}"
    if chance(ATTENTION) == "slip":
        return chance([f"p:{card.text}" for card in cards])
    chosen = _follow(view, cards) if view["trick"]["cards"] else _lead(view, cards)
    equals = [f"p:{card.text}" for card in chosen]
    return any_of(equals, chance)


def accepts(view: View) -> bool:
    """True if the claimed tricks are certain, which can be proved only by the claimant's open cards.

    The last few tricks are played out in full. Earlier in the deal, the claimant's sure trumps are counted.
    """
    claim, table, trumps = view["claim"], view["trick"], view["contract"]["strain"]
    if claim["takes"] == 0 or claim["cards"] is None:
        return bool(claim["takes"] == 0)
    hands = tuple(cards_named(view["hands"][seat]["cards"]) for seat in SEATS)
    trick = Trick(Seat(table["leader"]), cards_named(play["card"] for play in table["cards"]))
    if claim["of"] <= EXACT_CLAIM:
        sure = tricks_won(claim["by"], claim["by"], hands, trick, by_suits(trumps))
    else:
        sure = sure_trumps(hands, trick, trumps, HAND_OF[claim["by"]])
    return bool(claim["takes"] <= sure)


def _own_cards(view: View) -> list[Card]:
    hands = [hand for hand in view["hands"].values() if hand["owner"] == view["me"]]
    return [CARD_BY_TEXT[text] for hand in hands for text in hand["cards"] or ()]


def _cheapest(cards: Sequence[Card], trump: str) -> list[Card]:
    def cost(card: Card) -> tuple[bool, int]:
        return card.suit == trump, card.strength

    least = min(cost(card) for card in cards)
    return [card for card in cards if cost(card) == least]


def _lead(view: View, cards: list[Card]) -> list[Card]:
    """Choose a lead: as declarer, draw trumps early; otherwise, an ace if possible, else low from the longest suit."""
    trump, mine = view["contract"]["strain"], _own_cards(view)
    trumps = [card for card in cards if card.suit == trump]
    if view["contract"]["declarer"] == view["me"] and trumps and view["trick"]["number"] <= 4:
        return [max(trumps, key=lambda card: card.strength)]
    if aces := [card for card in cards if card.rank == "A" and card.suit != trump]:
        return aces
    plain = [card for card in cards if card.suit != trump] or cards
    length = {card.suit: sum(held.suit == card.suit for held in mine) for card in plain}
    longest = max(length.values())
    return _cheapest([card for card in plain if length[card.suit] == longest], trump)


def _follow(view: View, cards: list[Card]) -> list[Card]:
    trump, trick = view["contract"]["strain"], view["trick"]
    played = [CARD_BY_TEXT[play["card"]] for play in trick["cards"]]
    order = clockwise(Seat(trick["leader"]))
    holder = view["hands"][order[winning_place(played, trump)]]["owner"]
    winners = [card for card in cards if winning_place([*played, card], trump) == len(played)]
    ours = holder == view["me"]
    if not winners or (ours and not _beaten_by_dummy(view, played, order, trump)):
        return _cheapest(cards, trump)
    if len(played) == 3 or ours:
        return _cheapest(winners, trump)
    return [max(winners, key=lambda card: (card.suit != trump, card.strength))]


def _beaten_by_dummy(view: View, played: list[Card], order: tuple[Seat, ...], trump: str) -> bool:
    """True if the opponent's dummy has yet to play and has an END card that beats the trick so far."""
    later = [view["hands"][seat] for seat in order[len(played) + 1 :]]
    ends = [hand["cards"][end] for hand in later if hand["dummy"] and hand["owner"] != view["me"] for end in (0, -1)]
    return any(winning_place([*played, CARD_BY_TEXT[text]], trump) == len(played) for text in ends)
