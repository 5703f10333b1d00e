"""How a robot claims and answers claims in every game, from the views that its own seat was shown.

A claim is proved if its tricks are taken with best play by both sides in every position that the seat thinks possible.
At Solo and Whist there is only one such position, because a player who counts knows the opponent's hand.
"""

from collections.abc import Mapping, Sequence

from games.players import OPPONENT
from solver import OutOfNodes, Position, five_hundred
from solver.robots.seen_play import (
    CROW_GAMES,
    THREE_HAND_GAMES,
    View,
    ending,
    has_free_joker,
    is_misere,
    no_trump_endings,
    positions,
    unseen_by,
)
from solver.strengths import accepts
from solver.thread_engines import thread_engine
from solver.three_hand_proof import sure_of_the_rest
from solver.three_hands import takes

MAX_CARDS = 25_000  # looked at by a search in Python, for all positions together: half a second
LEAST_CLAIMED = 2  # tricks: the last one plays itself (SOLO-22c)
# Tricks that a robot looks ahead for a claim: of Solo's strengths, and of the robots that have none. A weak player who
# claimed far ahead would be spared the errors that make it weak.
HORIZONS = {"": 8, "perfect": 8, "expert": 6, "tournament": 5}
USUAL_HORIZON = 3


def claim_of(views: Sequence[View], options: Mapping[str, str], strength: str, nodes: int) -> str | None:
    """Return the robot's claim of all remaining tricks if it is certain to take them, else None.

    It does not claim again after the opponent has refused its claim. It never concedes a trick, because the opponent
    may err. `nodes` limits the search of all positions together.
    """
    horizon = HORIZONS.get(strength, USUAL_HORIZON)
    view = views[-1]
    me, left, refused = view["me"], view["claim_max"], view["claim_refused"]
    if (
        is_misere(view)
        or not view["can"]["claim"]
        or not LEAST_CLAIMED <= left <= horizon
        or (refused and refused["by"] == me)
    ):
        return None
    return f"claim:{left}" if _takes(views, options, me, left, nodes) else None


def proves_claim(views: Sequence[View], options: Mapping[str, str], nodes: int) -> bool:
    """True if the claim that the seat has to answer is certain."""
    claim = views[-1]["claim"]
    return _takes(views, options, claim["by"], claim["takes"], nodes)


def _takes(views: Sequence[View], options: Mapping[str, str], player: str, tricks: int, nodes: int) -> bool:
    """True if it is proved that this player takes at least `tricks` of the remaining tricks."""
    game = views[-1]["game"]
    try:
        if is_misere(views[-1]):
            return _at_misere(views, player, tricks)
        if has_free_joker(views):
            endings = no_trump_endings(views)
            each = MAX_CARDS // max(1, len(endings))
            return bool(endings) and all(five_hundred.takes(at, player, tricks, each) for at in endings)
        if game in CROW_GAMES:
            return _in_all_positions(positions(views), player, tricks, nodes)
        return game in THREE_HAND_GAMES and _with_three_hands(views, options, player, tricks)
    except OutOfNodes:
        return False


def _at_misere(views: Sequence[View], player: str, tricks: int) -> bool:
    """True if the contractor's claim of no tricks surely makes the misère, or the defender's surely defeats it.

    Any other claim gives the misère up (FH-32).
    """
    view, endings = views[-1], no_trump_endings(views)
    contractor = view["contract"]["declarer"]
    if (tricks > 0) if player == contractor else tricks == view["claim_max"]:
        return True
    each = MAX_CARDS // max(1, len(endings))
    forced = [five_hundred.must_take_one(at, contractor, each) for at in endings]
    return bool(endings) and (not any(forced) if player == contractor else all(forced))


def _in_all_positions(positions: Sequence[Position], player: str, tricks: int, nodes: int) -> bool:
    each = nodes // max(1, len(positions))
    return bool(positions) and all(accepts(at, player, tricks, thread_engine(), each) for at in positions)


def _with_three_hands(views: Sequence[View], options: Mapping[str, str], player: str, tricks: int) -> bool:
    view, left = views[-1], ending(views[-1], options)
    if left is None:
        return False
    if view["hands"][OPPONENT[view["me"]]]["cards"] is not None:
        return takes(left, player, tricks, MAX_CARDS)
    return player == view["me"] and sure_of_the_rest(left, player, unseen_by(views), MAX_CARDS)
