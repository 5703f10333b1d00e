"""Players of several strengths. A player believes that a call or a card is worth its exact value plus an error.

All players see all the cards (SOLO-6). They differ in how well they count: the error grows as the strength falls and
with the number of tricks still to come. It is drawn once for each deal in the auction and for each position in the
play. It depends only on a secret, so it tells nobody anything about the cards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from statistics import NormalDist

from games.calls import DOUBLE, PASS, REDOUBLE, STRAINS
from games.cards import Card
from games.end_dummies import Cards
from games.players import PLAYERS
from solver.analysis import still_takes
from solver.auction import BOOK, Score, SolvedAuction, Stand, Tricks
from solver.by_eye import values_by_eye
from solver.engines import Engine
from solver.errors import OutOfNodes, SolverError
from solver.estimate import expected_tricks
from solver.position import MAX_TRICKS, Position
from solver.tables import Found

Errors = Callable[[str], float]
"""The error for a name, which is the same whenever it is asked for: mean 0 and standard deviation 1."""
NORMAL, BITS = NormalDist(), 64
SEVEN = 7
ESTIMATE_ERROR = 1.3
"""The standard deviation, in tricks, of exact values from `expected_tricks`."""
SURE = 2.0
"""How many standard deviations of a belief a player wants in hand before they count on all thirteen tricks."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How well a player counts: the standard deviations of the player's errors, in tricks.

    `contract` is for the tricks of a contract, in the auction. `card` is for a card at the first trick; at later tricks
    it is smaller, in proportion to the tricks still to come. `nodes` limits the first search; if it fails, the cards
    are examined one by one within the same limit. None means no limit.
    """

    contract: float
    card: float
    nodes: int | None = None


STRENGTHS = {
    "first": Strength(contract=20, card=9),
    "beginner": Strength(contract=4.8, card=3.1),
    "improver": Strength(contract=2.3, card=1.7),
    "club": Strength(contract=1.42, card=1.13),
    "tournament": Strength(contract=0.92, card=0.7),
    "expert": Strength(contract=0.58, card=0.4),
    "perfect": Strength(contract=0, card=0),
}


def errors_of(secret: str) -> Errors:
    """Return the errors of a player who has this secret in a play. Nobody else may know it."""

    def error(name: str) -> float:
        drawn = int.from_bytes(blake2b(f"{secret}/{name}".encode(), digest_size=BITS // 8).digest())
        return NORMAL.inv_cdf((drawn + 0.5) / 2**BITS)

    return error


def no_errors(name: str) -> float:
    """Return 0: the error of a player who counts everything."""
    return 0.0


def best_card(at: Position, engine: Engine, nodes: int | None = None) -> Card:
    """Return the lowest card that costs nothing.

    If the search needs more than `nodes` nodes, return the best card found so far or, failing that, the card that
    looks best at a glance.
    """
    return choose_card(at, engine, Strength(0, 0, nodes), no_errors)


def choose_card(at: Position, engine: Engine, strength: Strength, errors: Errors) -> Card:
    """Return the card that a player of this strength plays. Raise SolverError if the play is over."""
    legal = at.now.legal if at.now.left else ()
    if not legal:
        raise SolverError("The play is over: there is no card to choose.")
    if len(legal) == 1:
        return legal[0]
    sign = 1 if at.now.player == "S" else -1
    wide = strength.card * (at.now.left - 1) / (MAX_TRICKS - 1)
    played = f"{at.now.left} " + "".join(card.text for card in at.played)
    values = _values(at, engine, strength.nodes)
    believed = {card: sign * value + wide * errors(f"{played} {card.text}") for card, value in values.items()}
    return max(sorted(believed, key=lambda card: (card.suit == at.strain, card.strength)), key=believed.__getitem__)


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

    Among equal calls, choose the call that leads to the shortest line. A pass over the player's own bid, or a pass that
    ends the auction, comes before any call that does not score more, so that nobody raises their own bid for nothing.
    """
    held, sign = auction.best_calls(stand), 1 if stand.caller == "S" else -1
    left_at = {call: sign * auction.left_at(stand, call) for call in held}
    if PASS in held and (auction.ends(stand, PASS) or stand.bidder == stand.caller):
        held = tuple(call for call in held if left_at[call] > max(0, left_at[PASS])) or (PASS,)
    return max(held, key=left_at.__getitem__)


def auction_believed(
    hands: Sequence[Cards],
    values: Found,
    caller: str,
    score: Score,
    strength: Strength,
    errors: Errors,
    ends: str = "two_passes",
) -> SolvedAuction:
    """Return a whole deal's auction as this caller believes it to be.

    `values` are exact; an estimate replaces each missing value. Nobody doubles a contract that they believe will make.
    A player who may be wrong doubles a contract only if it seems to fail by two tricks, redoubles only with a trick to
    spare, and never sacrifices at the seven level. Nobody sacrifices or redoubles on an estimate.
    """
    tricks = values_believed(hands, values, caller, strength, errors)
    exact = all(_exact(values, strain, who) for strain in STRAINS for who in PLAYERS)
    if exact and not strength.contract:
        return SolvedAuction(tricks, score, ends)

    def thinkable(stand: Stand, call: str) -> bool:
        if call in (DOUBLE, REDOUBLE):
            strain, needed = stand.bid[1], int(stand.bid[0]) + BOOK
            spare = tricks[strain][stand.bidder] - needed
            return spare <= -2 if call == DOUBLE else spare >= 1 and _exact(values, strain, stand.bidder)
        level, strain = int(call[0]), call[1]
        sacrifices = _exact(values, strain, stand.caller) and level < SEVEN
        return sacrifices or tricks[strain][stand.caller] >= level + BOOK

    return SolvedAuction(tricks, score, ends, thinkable)


def values_believed(hands: Sequence[Cards], values: Found, caller: str, strength: Strength, errors: Errors) -> Tricks:
    """Return the ten values of a whole deal as this caller believes them to be.

    A player who counts badly knows it, and trusts points and lengths instead: an exact value with its error and an
    estimate are each weighted by how often they are right. Estimates of the caller's own contracts are one trick lower.
    A player who may well be wrong never counts on all thirteen tricks.
    """
    dealt = tuple(hands)
    trust = ESTIMATE_ERROR**2 / (ESTIMATE_ERROR**2 + strength.contract**2)
    all_thirteen = MAX_TRICKS - 0.5 + SURE * ESTIMATE_ERROR * (1 - trust) ** 0.5

    def believed(strain: str, who: str) -> int:
        estimate = expected_tricks(dealt, strain, who)
        value = values.get(strain, {}).get(who)
        if value is None:
            return max(0, estimate - (who == caller))
        counted = value + strength.contract * errors(f"{strain} {who}")
        belief = trust * counted + (1 - trust) * estimate
        return MAX_TRICKS if belief >= all_thirteen else min(MAX_TRICKS - 1, max(0, round(belief)))

    return {strain: {who: believed(strain, who) for who in PLAYERS} for strain in STRAINS}


def _exact(values: Mapping[str, Mapping[str, int | None]], strain: str, declarer: str) -> bool:
    return values.get(strain, {}).get(declarer) is not None


def _values(at: Position, engine: Engine, nodes: int | None) -> Mapping[Card, float]:
    """Return South and East's tricks after each legal card, or only after the cards that were examined."""
    try:
        return engine.values(at, nodes=nodes)
    except OutOfNodes:
        return _found_so_far(at, engine, nodes or 0) or values_by_eye(at)


def _found_so_far(at: Position, engine: Engine, nodes: int) -> dict[Card, int]:
    """Return the exact values of as many cards as `nodes` allows, starting with the most promising."""
    sign = 1 if at.now.player == "S" else -1
    glance = values_by_eye(at)
    values = dict[Card, int]()
    for card in sorted(glance, key=lambda card: (-sign * glance[card], card.suit == at.strain, card.strength)):
        before = engine.nodes
        try:
            values[card] = engine.value(at.after(card), nodes=nodes)
        except OutOfNodes:
            return values
        nodes -= engine.nodes - before
    return values
