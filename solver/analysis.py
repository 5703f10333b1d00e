"""The cost of every card and call of a finished board, and the alternatives that cost nothing: a post-mortem."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.cards import Card
from games.end_dummies import Cards
from games.players import OPPONENT
from games.seats import Seat
from solver.auction import SolvedAuction, opening
from solver.engines import Engine
from solver.errors import SolverError
from solver.position import Position

PointsOf = Callable[[int], int]  # tricks of South and East together -> points to South


@dataclass(frozen=True, slots=True)
class CardVerdict:
    """The verdict on one card of a play. `held` are the cards that would have cost nothing.

    `values` are the combined tricks of South and East in the whole play after each possible card. `tricks` is the cost
    of this card to its player, and `points` is the same cost in points, or None if there is no contract.
    """

    player: str
    seat: Seat
    card: Card
    values: dict[Card, int]
    held: Cards
    tricks: int
    points: int | None


@dataclass(frozen=True, slots=True)
class CallVerdict:
    """The verdict on one call. `points` is the cost of this call.

    `worths` are the points to South after each possible call, if the best calls and play follow. `held` are the calls
    that would have cost nothing, beginning with the calls that lead to the shortest lines.
    """

    player: str
    call: str
    worths: dict[str, int]
    held: tuple[str, ...]
    points: int


def analyse_play(
    start: Position, cards: Sequence[Card], engine: Engine, points_of: PointsOf | None = None
) -> list[CardVerdict]:
    """Return a verdict on each card played from `start`, in order. A claim may have ended the play early.

    Raise BadPosition at the first illegal card. The last cards are examined first, so that the engine can reuse the
    results for the earlier cards.
    """
    points = [start]
    for card in cards:
        points.append(points[-1].after(card))
    verdicts = list[CardVerdict]()
    guess = None
    for at, card in reversed(list(zip(points, cards, strict=False))):
        values = engine.values(at, guess)
        verdict = judge_card(at, card, values, points_of)
        guess = best_value(at, values)
        verdicts.append(verdict)
    return verdicts[::-1]


def judge_card(at: Position, card: Card, values: dict[Card, int], points_of: PointsOf | None = None) -> CardVerdict:
    """Return the verdict on one card from the values of all legal cards."""
    player, best = at.now.player, best_value(at, values)
    held = tuple(other for other, value in values.items() if value == best)
    cost = None if points_of is None else _gain(player, points_of(best), points_of(values[card]))
    tricks = _gain(player, best, values[card])
    return CardVerdict(player, at.now.trick.to_play, card, values, held, tricks, cost)


def still_takes(at: Position, player: str, engine: Engine, nodes: int | None = None) -> int:
    """Return how many tricks, including the unfinished trick, this player still takes with best play by both.

    Raise OutOfNodes if the search needs more than `nodes` nodes.
    """
    south = engine.value(at, nodes=nodes) - at.now.south
    return south if player == "S" else at.now.left - south


def best_value(at: Position, values: dict[Card, int]) -> int:
    """Return the value of the position itself: the highest if South is to play, the lowest if North is."""
    return (max if at.now.player == "S" else min)(values.values())


def analyse_auction(auction: SolvedAuction, dealer: str, calls: Sequence[str]) -> list[CallVerdict]:
    """Return a verdict on each call, in order. Raise SolverError at the first illegal call."""
    verdicts, stand, over = [], opening(dealer), False
    for place, call in enumerate(calls, start=1):
        if over or call not in stand.calls():
            raise SolverError(f"Call {place}, {call}, may not be made there.")
        worths = auction.worths(stand)
        cost = _gain(stand.caller, auction.worth(stand).points, worths[call])
        verdicts.append(CallVerdict(stand.caller, call, worths, auction.best_calls(stand), cost))
        over, stand = auction.ends(stand, call), stand.after(call)
    return verdicts


def points_of(contract: str, declarer: str, score: Callable[[str, str, int], int], tricks: int) -> PointsOf:
    """Return a function that converts South and East's tricks, out of `tricks` in all, into points to South.

    `score` is a function as used by `solver.auction`.
    """
    if declarer not in OPPONENT:
        raise SolverError(f"{declarer!r} is no declarer: S or N.")
    return lambda south: score(contract, declarer, south if declarer == "S" else tricks - south)


def _gain(player: str, best: int, had: int) -> int:
    """Return how much better `best` is than `had` for this player. Both values are from South's point of view."""
    return best - had if player == "S" else had - best
