"""Playing the cards by Crow's method: whose turn it is, which cards are legal, why other cards are not, and what
changes when a card is played.

Used by the games that follow Crow's method. A game with its own ranking or its own way of following suit (500
has bowers and a joker) passes its own `follows`, `winner` and trick.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from games.cards import Card
from games.end_dummies import DUMMIES, OWNER, Cards, depth, may_play
from games.players import Pair, more
from games.requests import Refusal, Requests
from games.seats import Seat
from games.tricks import Trick
from games.wording import seat_name, strain_name


class CrowTrick(Protocol):
    """The interface for a trick: `games.tricks.Trick`, or a game's own class."""

    @property
    def leader(self) -> Seat: ...
    @property
    def cards(self) -> tuple[Card, ...]: ...
    @property
    def led(self) -> str | None: ...
    @property
    def complete(self) -> bool: ...
    @property
    def to_play(self) -> Seat: ...
    def plays(self) -> list[tuple[Seat, Card]]: ...


Follows = Callable[[Card], bool]
Winner = Callable[[Any], Seat]  # returns the winner of a complete trick
Lead = Callable[[Seat], CrowTrick]  # returns the trick that this hand is to lead


@dataclass(frozen=True, slots=True)
class Cites:
    """The paragraphs that a game cites for turns, following from a hand, following with an END, and buried cards."""

    turn: str
    follow: str
    end: str
    buried: str


class Playing(Protocol):
    """A state in which cards are played. `hands` has the remaining cards of N, E, S and W, `done` the complete tricks,
    and `won` the numbers of tricks won by S and N. `trick` is None when no one has to play.
    """

    @property
    def phase(self) -> str: ...
    @property
    def hands(self) -> tuple[Cards, ...]: ...
    @property
    def trick(self) -> CrowTrick | None: ...
    @property
    def done(self) -> tuple[CrowTrick, ...]: ...
    @property
    def won(self) -> Pair: ...
    @property
    def requests(self) -> Requests: ...


P = TypeVar("P", bound=Playing)


def hand_to_play(state: Playing) -> Seat | None:
    """Return the hand that has to play a card now, or None while a call or an answer is awaited."""
    waiting = state.phase != "play" or state.requests.answers
    return None if waiting or state.trick is None else state.trick.to_play


def following(trick: CrowTrick | None) -> Follows:
    """Return a function that tells whether a card follows suit in this trick.

    Every card belongs to the suit printed on it.
    """
    led = trick.led if trick else None
    return lambda card: card.suit == led


def by_trump(strain: str) -> Winner:
    """Return a function that finds the winner of a trick. `strain` is the trump suit, or "N" for no trump."""
    return lambda trick: trick.winner(strain)


def card_refusal(
    state: Playing, seat: Seat, card: Card, cites: Cites, led: str | None, follows: Follows
) -> Refusal | None:
    """Return why the hand on turn may not play this card, or None if it may. `led` is the suit to be followed."""
    hand, is_dummy = state.hands[seat.place], seat in DUMMIES
    if card not in hand:
        name = seat_name(seat)
        return f"It is {name}'s card now, and {name} does not hold {card.name}", cites.turn
    allowed = may_play(hand, is_dummy, follows)
    if card in allowed:
        return None
    suit = strain_name(led) if led else ""
    if not is_dummy:
        return f"{suit.capitalize()} were led: {seat_name(seat)} must follow suit", cites.follow
    if follows(allowed[0]):
        return f"{suit.capitalize()} were led: an END card of {suit} must follow", cites.end
    buried = depth(hand, card)
    return f"That card is buried: {buried} card{'s' if buried > 1 else ''} from the end", cites.buried


def whose_turn(state: Playing, player: str | None) -> str:
    """Return `North's turn` or `North's turn, with the West dummy`, for use in sentences.

    `player` is the player who has to act.
    """
    seat = hand_to_play(state)
    if seat in DUMMIES and seat is not None:
        return f"{seat_name(OWNER[seat])}'s turn, with the {seat_name(seat)} dummy"
    return f"{seat_name(player or 'S')}'s turn"


def with_card(state: P, card: Card, winner: Winner) -> P:
    """Return the state after the hand on turn plays this legal card to a plain `Trick` (compare `with_trick`)."""
    assert isinstance(state.trick, Trick)
    return with_trick(state, card, state.trick.with_card(card), winner, Trick)


def with_trick(state: P, card: Card, trick: CrowTrick, winner: Winner, lead: Lead) -> P:
    """Return the state after the hand on turn has played this card, which `trick` already contains.

    A complete trick goes to the owner of the hand that won it, and that hand leads to the next trick. After the
    last trick, the phase is `over`.
    """
    assert state.trick is not None
    seat = state.trick.to_play
    hand = state.hands[seat.place]
    at = hand.index(card)
    left = hand[:at] + hand[at + 1 :]
    hands = (*state.hands[: seat.place], left, *state.hands[seat.place + 1 :])
    if not trick.complete:
        return _with(state, hands=hands, trick=trick)
    first = winner(trick)
    ended = {"hands": hands, "done": (*state.done, trick), "won": more(state.won, OWNER[first], 1)}
    if not hands[first.place]:
        return _with(state, **ended, trick=None, phase="over")
    return _with(state, **ended, trick=lead(first))


def with_last_trick(state: P, winner: Winner) -> P:
    """Play out the last trick if it is about to begin (SOLO-22c), and return the state."""
    trick = state.trick
    if trick is None or trick.cards or len(state.hands[trick.leader.place]) > 1:
        return state
    while state.trick is not None:
        state = with_card(state, state.hands[state.trick.to_play.place][0], winner)
    return state


def _with(state: P, **changes: Any) -> P:
    changed: P = replace(state, **changes)  # type: ignore[type-var]
    return changed
