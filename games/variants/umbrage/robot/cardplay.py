"""Card play with three cards to a trick. The player on lead plays two of the cards, and the opponent plays one."""

from games.cards import CARD_BY_TEXT, FULL_DECK, SUITS, Card
from games.robot_views import Chance, View, any_of, cards_named
from games.three_hands import DUMMY
from games.tricks import winning_place

Cards = tuple[Card, ...]

# The worth of a trick beside the card it costs (see `_cost`), and of a trump beside a card of another suit.
TRICK, TRUMP = 30.0, 9.0


def choose_card(view: View, chance: Chance) -> str:
    """Return one of the view's legal cards, as an action."""
    cards = [CARD_BY_TEXT[action[2:]] for action in view["legal"]]
    if len(cards) == 1:
        return f"p:{cards[0].text}"
    played = tuple(CARD_BY_TEXT[play["card"]] for play in view["trick"]["cards"])
    if not played and view["hands"][DUMMY]["cards"] is None:
        equals = _opening_lead(cards, view["contract"]["strain"])
    else:
        worth = (_lead_worth, _second_worth, _third_worth)[len(played)]
        worths = {card: round(worth(view, card, played), 6) for card in cards}
        best = max(worths.values())
        equals = [card for card in cards if worths[card] == best]
    return any_of([f"p:{card.text}" for card in equals], chance)


def accepts(view: View) -> bool:
    """True if the claimant, on lead from hand, shows at least as many unbeatable cards as the tricks claimed."""
    claim, trick = view["claim"], view["trick"]
    if claim["takes"] == 0:
        return True
    if claim["cards"] is None or trick["cards"] or trick["leader"] != claim["by"]:
        return False
    trump = view["contract"]["strain"]
    mine, dummy = cards_in(view, view["me"]), cards_in(view, DUMMY)
    if any(card.suit == trump for card in mine):
        return False
    theirs = [CARD_BY_TEXT[text] for text in claim["cards"]]
    masters = sum(not any(_above(other, card) for other in (*mine, *dummy)) for card in theirs)
    return masters >= int(claim["takes"])


def cards_in(view: View, name: str) -> Cards:
    """Return the cards of a hand that the view shows."""
    return cards_named(view["hands"][name]["cards"])


def _above(card: Card, other: Card) -> bool:
    return card.suit == other.suit and card.strength > other.strength


def _opening_lead(cards: list[Card], trump: str) -> list[Card]:
    """Return the aces (the leader also plays dummy and keeps the lead), or else a low card of the longest suit."""
    plain = [card for card in cards if card.suit != trump] or cards
    if aces := [card for card in plain if card.rank == "A"]:
        return aces
    length = {suit: sum(card.suit == suit for card in plain) for suit in SUITS}
    longest = [card for card in plain if length[card.suit] == max(length.values())]
    return [min(longest, key=lambda card: card.strength)]


def _cost(card: Card, trump: str) -> float:
    """Return the cost of playing this card, which is small for a low card."""
    return card.strength * card.strength / 20 + (TRUMP if card.suit == trump else 0)


def _lead_worth(view: View, card: Card, _: Cards) -> float:
    """Return the value of this lead: the chance of winning the trick, less the cost of the cards played.

    The leader plays the third card too, so either of the leader's cards can win the trick.
    """
    trump = view["contract"]["strain"]
    third = cards_in(view, view["me"] if view["turn"]["hand"] == DUMMY else DUMMY)
    best = max(_replies(third, card.suit), key=lambda reply: winning_strength(reply, card.suit, trump))
    top = max(card, best, key=lambda each: winning_strength(each, card.suit, trump))
    alone = _not_beaten(view, card, card.suit)
    together = _not_beaten(view, top, card.suit)
    spent = _cost(card, trump) + (together - alone) * _cost(best, trump)
    return together * TRICK - spent


def _second_worth(view: View, card: Card, played: Cards) -> float:
    """Return the value of this second card: the chance that it beats the leader's third card, minus its own cost."""
    trump, lead = view["contract"]["strain"], played[0]
    if winning_place((lead, card), trump) == 0:
        return -_cost(card, trump)
    if view["trick"]["leader"] == DUMMY:  # the third card comes from the hidden hand
        return _not_beaten(view, card, lead.suit) * TRICK - _cost(card, trump)
    replies = _replies(cards_in(view, DUMMY), lead.suit)
    held = all(winning_place((lead, card, reply), trump) == 1 for reply in replies)
    return (TRICK if held else 0) - _cost(card, trump)


def _third_worth(view: View, card: Card, played: Cards) -> float:
    """Return the value of the last card of a trick.

    A cheap winner is best. If the trick is lost, leave no high card in a dummy from which the opponent will lead.
    """
    trump, from_dummy = view["contract"]["strain"], view["turn"]["hand"] == DUMMY
    if winning_place((*played, card), trump) != 1:
        return TRICK - _cost(card, trump)
    return _cost(card, trump) if from_dummy else -_cost(card, trump)


def _replies(cards: Cards, led: str) -> Cards:
    """Return the cards that may be played if this suit is led. An unknown hand is assumed to hold the lowest card."""
    return tuple(card for card in cards if card.suit == led) or cards or (FULL_DECK[-1],)


def winning_strength(card: Card, led: str, trump: str) -> int:
    """Return this card's strength in the trick: higher for a better card, or 0 for a card that cannot win."""
    if card.suit == trump:
        return 100 + card.strength
    return card.strength if card.suit == led else 0


def _not_beaten(view: View, card: Card, led: str) -> float:
    """Return the chance that the opponent's hand, hidden or shown, cannot beat this card when `led` is the suit led."""
    trump, unseen, share = view["contract"]["strain"], *_unseen(view)

    def none_of(cards: list[Card]) -> float:
        return float((1 - share) ** len(cards))

    suit = [other for other in unseen if other.suit == led]
    trumps = [other for other in unseen if other.suit == trump]
    higher_trumps = [other for other in trumps if card.suit != trump or other.strength > card.strength]
    if led == trump:
        return none_of(higher_trumps)
    higher = [other for other in suit if card.suit == led and other.strength > card.strength]
    ruff = none_of(suit) * (1 - none_of(higher_trumps)) if trump != "N" else 0.0
    return none_of(higher) * (1 - ruff) if card.suit in (led, trump) else 0.0


def _unseen(view: View) -> tuple[list[Card], float]:
    """Return the cards that the opponent may hold, and the fraction of those cards that the opponent does hold.

    If the opponent's hand was shown, return its cards and 1.
    """
    other = "N" if view["me"] == "S" else "S"
    if shown := cards_in(view, other):
        return list(shown), 1.0
    tricks = [trick for trick in (view["trick"], view["last_trick"]) if trick]
    seen = {CARD_BY_TEXT[play["card"]] for trick in tricks for play in trick["cards"]}
    seen.update(cards_in(view, view["me"]), cards_in(view, DUMMY))
    unseen = [card for card in FULL_DECK if card not in seen]
    return unseen, min(1.0, view["hands"][other]["count"] / max(1, len(unseen)))
