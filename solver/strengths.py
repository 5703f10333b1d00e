"""Players of several strengths: a perfect player, and weaker players who choose cards and calls in their own way.

A weaker player sees all the cards, as everyone does (SOLO-6), but does not look as far ahead. A weaker player
bids by points and length, looks only at the trick on the table until the last few tricks, and sometimes makes
the second-best choice. The source of randomness is passed as an argument.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from games.calls import DOUBLE, PASS, REDOUBLE, STRAINS
from games.cards import Card
from games.end_dummies import DUMMIES, Cards
from games.players import PLAYERS
from games.seats import SEATS
from solver.analysis import best_value, still_takes
from solver.auction import BOOK, Score, SolvedAuction, Stand, Tricks
from solver.engines import Engine
from solver.errors import OutOfNodes, SolverError
from solver.estimate import expected_tricks
from solver.position import MAX_TRICKS, Now, Position
from solver.tables import Found

T = TypeVar("T")
Chance = Callable[[Sequence[T]], T]  # such as random.Random(seed).choice
PERCENT = range(100)


@dataclass(frozen=True, slots=True)
class Strength:
    """How well a player plays.

    When `exact` or fewer tricks are left, the player plays perfectly. `slips` is the number of cards or calls out of
    100 that are second best. `counts` is True if bids use the ten exact values. `nodes` limits the first search; if it
    fails, the cards are examined one by one within the same limit, and the best card found is played. None means no
    limit.
    """

    exact: int
    slips: int
    counts: bool
    nodes: int | None = None


STRENGTHS = {
    "beginner": Strength(exact=2, slips=15, counts=False),
    "improver": Strength(exact=4, slips=8, counts=False),
    "club": Strength(exact=7, slips=4, counts=False),
    "expert": Strength(exact=10, slips=1, counts=True),
    "perfect": Strength(exact=MAX_TRICKS, slips=0, counts=True),
}


def best_card(at: Position, engine: Engine, nodes: int | None = None) -> Card:
    """Return the lowest card that costs nothing.

    If the search needs more than `nodes` nodes, return the best card found so far or, failing that, the card that
    looks best at a glance.
    """
    return choose_card(at, engine, Strength(MAX_TRICKS, 0, True, nodes), _first)


def choose_card(at: Position, engine: Engine, strength: Strength, chance: Chance[int]) -> Card:
    """Return the card that a player of this strength plays. Raise SolverError if the play is over."""
    legal = at.now.legal if at.now.left else ()
    if not legal:
        raise SolverError("The play is over: there is no card to choose.")
    if len(legal) == 1:
        return legal[0]
    ranked = _ranked(at, _values(at, engine, strength))
    slips = strength.slips and chance(PERCENT) < strength.slips
    return ranked[1][0] if slips and len(ranked) > 1 else ranked[0][0]


def accepts(at: Position, claimant: str, takes: int, engine: Engine, nodes: int | None = None) -> bool:
    """True if a player of any strength accepts this claim of `takes` tricks.

    The player accepts the claim if those tricks are lost even with the best play.

    A search of at most `nodes` nodes has to prove this. A claim of no tricks needs no proof.
    """
    try:
        return takes == 0 or takes <= still_takes(at, claimant, engine, nodes)
    except OutOfNodes:
        return False


def best_call(auction: SolvedAuction, stand: Stand) -> str:
    """Of the calls that cost nothing, return the call that scores best if everyone then passes.

    Among equal calls, choose the call that leads to the shortest line. A pass over the player's own bid, or a pass
    that ends the auction, comes first, so that nobody raises their own bid for nothing.
    """
    held, sign = auction.best_calls(stand), 1 if stand.caller == "S" else -1
    if PASS in held and (auction.ends(stand, PASS) or stand.bidder == stand.caller):
        return PASS
    return max(held, key=lambda call: sign * auction.left_at(stand, call))


def choose_call(auction: SolvedAuction, stand: Stand, strength: Strength, chance: Chance[int]) -> str:
    """Return the call that a player of this strength makes. `auction` has their ten values (see `values_to_bid_by`).

    A slip is the cheapest call that costs something. Nobody slips into a double, a bid at the seven level or a raise of
    their own bid.
    """
    if not (strength.slips and chance(PERCENT) < strength.slips):
        return best_call(auction, stand)
    best, sign = auction.worth(stand).points, 1 if stand.caller == "S" else -1
    costs = {call: sign * (best - worth) for call, worth in auction.worths(stand).items()}
    bids = "" if stand.bid and stand.passed else "123456"
    bad = [call for call in costs if costs[call] > 0 and (call == PASS or call[0] in bids)]
    return min(bad, key=lambda call: costs[call], default=best_call(auction, stand))


def auction_seen(
    hands: Sequence[Cards], found: Found, caller: str, score: Score, ends: str = "two_passes"
) -> SolvedAuction:
    """Return a whole deal's auction as this caller sees it, from the exact values in `found` or else from estimates.

    With estimates, a caller expects one trick fewer in their own contracts. Only exact values let a caller
    redouble, or bid for more tricks than the caller's own estimate.
    """
    tricks = values_to_bid_by(hands, found, caller)

    def thinkable(stand: Stand, call: str) -> bool:
        if call == REDOUBLE:
            return _exact(found, stand.bid[1], stand.bidder)
        strain = call[-1]
        seen = call == DOUBLE or tricks[strain][stand.caller] >= int(call[0]) + BOOK
        return seen or _exact(found, strain, stand.caller)

    known = all(_exact(found, strain, who) for strain in STRAINS for who in PLAYERS)
    return SolvedAuction(tricks, score, ends, None if known else thinkable)


def values_to_bid_by(hands: Sequence[Cards], found: Found, caller: str) -> Tricks:
    """Return the ten values of a whole deal as this caller sees them.

    Estimates of the caller's own contracts are one trick lower.
    """
    dealt = tuple(hands)

    def seen(strain: str, who: str) -> int:
        exact = found.get(strain, {}).get(who)
        return max(0, expected_tricks(dealt, strain, who) - (who == caller)) if exact is None else exact

    return {strain: {who: seen(strain, who) for who in PLAYERS} for strain in STRAINS}


def _exact(found: Found, strain: str, declarer: str) -> bool:
    return found.get(strain, {}).get(declarer) is not None


def _values(at: Position, engine: Engine, strength: Strength) -> dict[Card, int]:
    if at.now.left <= strength.exact:
        try:
            return engine.values(at, nodes=strength.nodes)
        except OutOfNodes:
            found = _found_so_far(at, engine, strength.nodes or 0)
            if found:
                return found
    return _by_eyes(at)


def _found_so_far(at: Position, engine: Engine, nodes: int) -> dict[Card, int]:
    """Return the exact values of as many cards as `nodes` allows, starting with the most promising."""
    found = dict[Card, int]()
    for group in _ranked(at, _by_eyes(at)):
        for card in group:
            before = engine.nodes
            try:
                found[card] = engine.value(at.after(card), nodes=nodes)
            except OutOfNodes:
                return found
            nodes -= engine.nodes - before
    return found


def _by_eyes(at: Position) -> dict[Card, int]:
    return {card: _by_eye(at.now.after(card, at.strain), at.strain) for card in at.now.legal}


def _by_eye(now: Now, strain: str) -> int:
    """Finish the current trick with each hand playing cheaply for itself, and then value the cards left to each side.

    Return South's gain in hundredths of a trick.
    """
    while now.trick.cards:
        now = now.after(_cheap(now, strain), strain)
    return 100 * now.south + _standing(now, strain)


def _cheap(now: Now, strain: str) -> Card:
    """Return the lowest card that wins the trick from the opponent's side, or else the lowest card of all."""
    winners = []
    for card in now.legal:
        trick = now.trick.with_card(card)
        if trick.winner(strain) == now.trick.to_play and _enemy_holds(now, strain):
            winners.append(card)
    return min(winners or now.legal, key=lambda card: (card.suit == strain, card.strength))


def _enemy_holds(now: Now, strain: str) -> bool:
    winner = now.trick.winner(strain)
    return (winner in (SEATS[1], SEATS[2])) != (now.player == "S")


def _standing(now: Now, strain: str) -> int:
    """Return the value of the cards left: more for high cards and trumps, less for cards buried in a dummy."""
    south = 0
    for seat, hand in zip(SEATS, now.hands, strict=True):
        worth = sum(_worth(card, strain) for card in hand)
        if seat in DUMMIES:
            worth = worth * 3 // 4
        south += worth if seat in (SEATS[1], SEATS[2]) else -worth
    return south // 2


def _worth(card: Card, strain: str) -> int:
    return max(0, card.strength - 9) ** 2 * 3 + (40 if card.suit == strain else 0)


def _ranked(at: Position, values: dict[Card, int]) -> list[list[Card]]:
    """Return the legal cards in groups of equal value, best group first and the lowest card first in each group."""
    sign = 1 if at.now.player == "S" else -1
    groups = sorted(set(values.values()), key=lambda value: -sign * value)
    assert groups[0] == best_value(at, values)
    low_first = sorted(values, key=lambda card: (card.suit == at.strain, card.strength))
    return [[card for card in low_first if values[card] == value] for value in groups]


def _first(items: Sequence[T]) -> T:
    return items[0]
