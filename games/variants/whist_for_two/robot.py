"""A robot for whist for two: it looks one trick ahead, plays out the last two tricks, and remembers the dummies.

The robot knows only what its view shows. If the opponent's hand is hidden, the robot plays against several
possible hands, drawn at random from the unseen cards.
"""

from dataclasses import dataclass

from games.cards import FULL_DECK, Card
from games.end_dummies import DUMMIES, HAND_OF, OWNER, Cards, may_play
from games.end_dummies_endings import Known, by_suits, sure_trumps, tricks_won
from games.players import OPPONENT
from games.robot_views import Chance, View, any_of, card_named, cards_named, drawn
from games.seats import SEATS, Seat
from games.tricks import Trick

GUESSED_WORLDS = 6  # number of possible opponent's hands to play against
EXACT_TRICKS = 2  # number of last tricks that are played out
EXACT_CLAIM = 4


@dataclass(frozen=True, slots=True)
class GuessedPosition:
    """A guess at the position: the `hands` left (N E S W), the trick so far, and `me`, for whom the guess is valued."""

    hands: tuple[Cards, ...]
    trick: Trick
    trumps: str
    me: str

    def options(self) -> Cards:
        """Return the cards that the hand on turn may play."""
        seat, led = self.trick.to_play, self.trick.led
        return may_play(self.hands[seat.place], seat in DUMMIES, lambda card: card.suit == led)

    def after(self, card: Card) -> "GuessedPosition":
        """Return the position after this card is played, which may complete the trick."""
        place = self.trick.to_play.place
        left = tuple(held for held in self.hands[place] if held != card)
        hands = (*self.hands[:place], left, *self.hands[place + 1 :])
        return GuessedPosition(hands, self.trick.with_card(card), self.trumps, self.me)


def choose(view: View, chance: Chance) -> str:
    """Return the action for the viewer of this view, who has a decision to make."""
    if view["turn"]["what"] == "claim":
        return "accept" if _must_lose(view, chance) else "refuse"
    legal: list[str] = view["legal"]
    return legal[0] if len(legal) == 1 else _best_card(view, legal, chance)


def _best_card(view: View, legal: list[str], chance: Chance) -> str:
    guesses = _guesses(view, chance)
    exact = 14 - view["trick"]["number"] <= EXACT_TRICKS
    worth = dict.fromkeys(legal, 0.0)
    for position in guesses:
        price = _prices(position)
        known: Known = {}
        for action in legal:
            card = card_named(action[2:])
            if exact:
                worth[action] += _played_out(position.after(card), known)
            worth[action] += (0.01 if exact else 1) * _one_trick(position.after(card), price)
    most = max(worth.values())
    equals = [action for action in legal if worth[action] > most - 1e-6]
    return any_of(equals, chance)


# Guesses at the cards


def _guesses(view: View, chance: Chance) -> list[GuessedPosition]:
    """Return the actual position if the opponent's hand is known, or else guesses at it."""
    hidden = HAND_OF[OPPONENT[view["me"]]]
    shown = {seat: cards_named(view["hands"][seat]["cards"]) for seat in SEATS}
    size = view["hands"][hidden]["count"]
    trick = view["trick"]
    table = Trick(Seat(trick["leader"]), cards_named(play["card"] for play in trick["cards"]))
    known = shown[hidden] or _turned(view, hidden)
    if len(known) == size:
        return [_position(view, {**shown, hidden: known}, table)]
    seen = _seen(view, shown, table).union(known)
    unseen = [card.text for card in FULL_DECK if card not in seen]
    count = 1 if len(known) + len(unseen) == size else GUESSED_WORLDS
    guesses = []
    for _ in range(count):
        rest, _ = drawn(unseen, size - len(known), chance)
        guesses.append(_position(view, {**shown, hidden: known + rest}, table))
    return guesses


def _turned(view: View, hidden: Seat) -> Cards:
    """Return the turned card while it lies face up in the otherwise hidden hand, or () if there is no such card."""
    more = view["more"]
    return (card_named(more["turned"]),) if more["turned_by"] == OWNER[hidden] else ()


def _seen(view: View, shown: dict[Seat, Cards], table: Trick) -> set[Card]:
    tricks = view["history"] or ([view["last_trick"]] if view["last_trick"] else [])
    gone = {card_named(play["card"]) for trick in tricks for play in trick["cards"]}
    return gone.union(table.cards, *shown.values())


def _position(view: View, hands: dict[Seat, Cards], table: Trick) -> GuessedPosition:
    return GuessedPosition(tuple(hands[seat] for seat in SEATS), table, view["more"]["trumps"], view["me"])


# One trick ahead


def _prices(position: GuessedPosition) -> dict[Card, float]:
    """Return each card's value in tricks: more for a trump, and more if few of the other side's cards can beat it."""
    prices = {}
    for side in "SN":
        mine = [card for seat in SEATS if OWNER[seat] == side for card in position.hands[seat.place]]
        others = [card for seat in SEATS if OWNER[seat] != side for card in position.hands[seat.place]]
        for card in mine:
            over = sum(other.suit == card.suit and other.strength > card.strength for other in others)
            height = 0.02 * card.strength + 0.8 / (1 + over)
            prices[card] = height + (0.8 if card.suit == position.trumps else 0)
    return prices


def _one_trick(position: GuessedPosition, price: dict[Card, float]) -> float:
    """Return the value of the trick for `me` when every hand plays sensible cards.

    The value is 1 if `me` wins the trick and -1 otherwise, adjusted by the prices of the cards that each side
    spends.
    """
    trick = position.trick
    if trick.complete:
        won = OWNER[trick.winner(position.trumps)] == position.me
        paid = sum(price.get(card, 0) * (-1 if OWNER[seat] == position.me else 1) for seat, card in trick.plays())
        return (1 if won else -1) + 0.8 * paid
    worths = [_one_trick(position.after(card), price) for card in _sensible(position, price)]
    return max(worths) if OWNER[trick.to_play] == position.me else min(worths)


def _sensible(position: GuessedPosition, price: dict[Card, float]) -> Cards:
    """Return the cheapest card, the cheapest card that beats the trick so far, and the card most likely to win."""
    options, trick = position.options(), position.trick
    if len(options) <= 2:
        return options
    cheap = min(options, key=lambda card: price[card])
    seat = trick.to_play
    winners = [card for card in options if trick.with_card(card).winner(position.trumps) == seat]
    if not winners:
        return (cheap,)
    few = (cheap, min(winners, key=lambda card: price[card]), max(winners, key=lambda card: price[card]))
    return tuple(dict.fromkeys(few))


# To the end


def _played_out(position: GuessedPosition, known: Known | None = None) -> int:
    """Return the number of tricks that `me` takes from here on with perfect play and the cards as guessed."""
    ways = by_suits(position.trumps)
    return tricks_won(position.me, position.me, position.hands, position.trick, ways, known)


def _must_lose(view: View, chance: Chance) -> bool:
    """True if the viewer is certain to lose the claimed tricks. A guess at a hidden hand proves nothing."""
    claim = view["claim"]
    if claim["takes"] == 0:
        return True
    position, *guesses = _guesses(view, chance)
    if guesses:
        return False
    if claim["of"] <= EXACT_CLAIM:
        return bool(_played_out(position) <= claim["of"] - claim["takes"])
    sure = sure_trumps(position.hands, position.trick, position.trumps, HAND_OF[claim["by"]])
    return bool(claim["cards"] and claim["takes"] <= sure)
