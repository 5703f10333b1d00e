"""Endings with one right card: South plays from hand and needs k of n tricks, which only this card achieves.

Pure functions: the same seed, shape and kind of engine give the same ending. All chance is in `games.shuffle`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from games.calls import STRAINS
from games.cards import FULL_DECK, Card
from games.seats import SEATS, Seat, clockwise
from games.shuffle import shuffled
from solver import Engine, OutOfNodes, Position
from solver.strengths import STRENGTHS, Errors, Strength, best_card, choose_card, errors_of

SOUTH = SEATS.index(Seat.S)
FULL_DEAL_TRICKS = 13
FEWEST_CHOICES = 3
PLACES = (0, 0, 1, 2, 3)  # cards on the table before South's: on lead twice as often as at each other place


@dataclass(frozen=True, slots=True)
class Ending:
    """One ending. It is South's turn to play from hand in the position `at`. `values` are the tricks that South and
    East take in the whole ending after each legal card. Only the card `answer` takes `needs` of the `tricks`.
    """

    at: Position
    values: dict[Card, int]

    @property
    def needs(self) -> int:
        return max(self.values.values())

    @property
    def tricks(self) -> int:
        return len(self.at.hands[SOUTH])

    @property
    def answer(self) -> Card:
        return max(self.values, key=lambda card: self.values[card])


def endings(seed: str, tricks: int, engine: Engine, *, deals: int, nodes: int | None = None) -> Iterator[Ending]:
    """Yield the endings with `tricks` cards per hand among `deals` deals from this seed. Abandon a search of more than
    `nodes` nodes.
    """
    for number in range(deals):
        at = position_from_seed(seed, tricks, number)
        if len(at.now.legal) < FEWEST_CHOICES:
            continue
        try:
            values = engine.values(at, nodes=nodes)
        except OutOfNodes:
            continue
        if is_unique(values) and not is_obvious(at, values):
            yield Ending(at, values)


def position_from_seed(seed: str, tricks: int, number: int) -> Position:
    """Return a position of `tricks` cards per hand with South to play, on lead or in the middle of the first trick."""
    label = f"ending {tricks} {number}"
    deck = shuffled(FULL_DECK, seed, label)[: 4 * tricks]
    hands = [deck[place * tricks : (place + 1) * tricks] for place in range(len(SEATS))]
    strain = shuffled(STRAINS, seed, f"{label} strain")[0]
    before = 0 if tricks == FULL_DEAL_TRICKS else shuffled(PLACES, seed, f"{label} place")[0]
    leader = clockwise(Seat.S)[-before % len(SEATS)]
    at = Position.of(hands, strain, leader)
    for turn in range(before):
        at = at.after(shuffled(at.now.legal, seed, f"{label} card {turn}")[0])
    return at


def is_unique(values: dict[Card, int]) -> bool:
    """True if exactly one card takes the most tricks, and takes at least one."""
    best = max(values.values())
    return best > 0 and list(values.values()).count(best) == 1


def is_obvious(at: Position, values: dict[Card, int]) -> bool:
    """True if the right card is the highest left in its suit, or the only card that beats the trick so far."""
    answer = max(values, key=lambda card: values[card])
    left = [card for hand in at.now.hands for card in hand] + list(at.now.trick.cards)
    if all(card.strength <= answer.strength for card in left if card.suit == answer.suit):
        return True
    if not at.now.trick.cards:
        return False
    takers = [card for card in values if at.now.trick.with_card(card).winner(at.strain) == Seat.S]
    return takers == [answer]


MILDER = ("beginner", "improver", "club")
ROBOT_SEEDS = 20
LEVELS = ((75, "easy"), (50, "medium"), (31, "hard"), (0, "very hard"))  # the least number of 100 tries
FULL_LOOK = 3  # tricks of a full deal after which it is judged: no mild robot holds all thirteen


@dataclass(frozen=True, slots=True)
class Rating:
    """The result of rating an ending: in `found` of `tries` attempts the robot found the card and kept its tricks."""

    found: int
    tries: int

    @property
    def percent(self) -> int:
        return 100 * self.found // self.tries

    @property
    def level(self) -> str:
        return next(level for least, level in LEVELS if self.percent >= least)


def rate(ending: Ending, engine: Engine, seed: str, seeds: int = ROBOT_SEEDS) -> Rating:
    """Rate an ending by how well each of the milder robots does with `seeds` random seeds."""
    successes = 0
    for name in MILDER:
        for number in range(seeds):
            successes += _holds(ending, engine, STRENGTHS[name], errors_of(f"{seed} {name} {number}"))
    return Rating(successes, seeds * len(MILDER))


def _holds(ending: Ending, engine: Engine, strength: Strength, errors: Errors) -> bool:
    at, until = ending.at, ending.tricks - FULL_LOOK if ending.tricks == FULL_DEAL_TRICKS else 0
    while at.now.left > until:
        south = at.now.player == "S"
        at = at.after(choose_card(at, engine, strength, errors) if south else best_card(at, engine))
    return engine.value(at) >= ending.needs


DEALS, ENDINGS_RATED = 400, 24  # the limits for one length
FULL_DEALS, FULL_RATED = 50, 4
MAX_NODES = 300_000
MAX_DISTANCE = 4  # points of a hundred from the wish at which the search stops
MIN_TRICKS = 4


@dataclass(frozen=True, slots=True)
class EndingWish:
    """The kind of ending wanted: `tricks` tricks long, and solved by about `percent` percent of the robots."""

    tricks: int
    percent: int


WISHES_BY_WEEKDAY = (
    EndingWish(4, 88),
    EndingWish(5, 80),
    EndingWish(5, 65),
    EndingWish(6, 55),
    EndingWish(6, 36),
    EndingWish(7, 25),
    EndingWish(FULL_DEAL_TRICKS, 30),
)
FULL_INSTEAD = EndingWish(7, 30)


@dataclass(frozen=True, slots=True)
class RatedEnding:
    ending: Ending
    rating: Rating


def choose(seed: str, weekday: int, engine: Engine, most: int = FULL_DEAL_TRICKS) -> RatedEnding | None:
    """Return the problem for a weekday (Monday is 0) with at most `most` cards per hand, or None if no deal has one.

    A slow engine gets shorter endings. If there is no ending of one length, the search continues with one trick
    fewer.
    """
    wish = WISHES_BY_WEEKDAY[weekday]
    if wish.tricks == FULL_DEAL_TRICKS:
        ending = _nearest(seed, wish, engine, FULL_DEALS, FULL_RATED) if most == FULL_DEAL_TRICKS else None
        if ending is not None:
            return ending
        wish = FULL_INSTEAD
    for tricks in range(min(wish.tricks, most), MIN_TRICKS - 1, -1):
        ending = _nearest(seed, EndingWish(tricks, wish.percent), engine, DEALS, ENDINGS_RATED)
        if ending is not None:
            return ending
    return None


def _nearest(seed: str, wish: EndingWish, engine: Engine, deals: int, rated: int) -> RatedEnding | None:
    """Return the ending closest to the wish among the first endings that have one right card, or None."""
    best: RatedEnding | None = None
    for ending in _rated(seed, wish, engine, deals, rated):
        if best is None or _off(ending, wish) < _off(best, wish):
            best = ending
        if _off(best, wish) <= MAX_DISTANCE:
            break
    return best


def _rated(seed: str, wish: EndingWish, engine: Engine, deals: int, rated: int) -> Iterator[RatedEnding]:
    nodes = MAX_NODES * (10 if wish.tricks == FULL_DEAL_TRICKS else 1)
    for ending in islice(endings(seed, wish.tricks, engine, deals=deals, nodes=nodes), rated):
        yield RatedEnding(ending, rate(ending, engine, seed))


def _off(ending: RatedEnding, wish: EndingWish) -> int:
    return abs(ending.rating.percent - wish.percent)


@dataclass(frozen=True, slots=True)
class Refutation:
    """The refutation of a wrong card. `takes` are the tricks that South and East still take.

    `by`, `card` and `trick` name the first card that the defence could have got wrong. If the defence cannot go
    wrong, `by` and `card` are None and `trick` is 0.
    """

    takes: int
    by: Seat | None = None
    card: Card | None = None
    trick: int = 0


def best_line(at: Position, engine: Engine) -> list[Card]:
    """Return the cards of best play from here to the end, none of which costs a trick."""
    cards = []
    while at.now.left:
        cards.append(best_card(at, engine))
        at = at.after(cards[-1])
    return cards


def refutation(ending: Ending, wrong: Card, engine: Engine) -> Refutation:
    """Return the refutation, by best defence, of `wrong`, one of the cards that miss the goal."""
    at, takes = ending.at.after(wrong), ending.values[wrong]
    while at.now.left:
        card = best_card(at, engine)
        if at.now.player == "N" and max(engine.values(at).values()) >= ending.needs:
            trick = at.now.south + at.now.north + 1
            return Refutation(takes, at.now.trick.to_play, card, trick)
        at = at.after(card)
    return Refutation(takes)
