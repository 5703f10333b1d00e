"""A robot's bid at 500, based on the tricks that it expects in each strain.

If all cards are exposed in the auction (FH-8), the tricks are counted exactly. They cannot be counted at no trump while
the joker is in a hand, or if cards are covered. The robot then judges them as the game's own robot does. The weaker the
robot, the more it errs in both.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.cards import JOKER
from games.end_dummies import HAND_OF, Cards
from games.five_hundred import as_bridge_card
from games.players import OPPONENT
from games.seats import SEATS
from games.variants.five_hundred_for_two.robot.bidding import CAUTION, choose_bid, most_needed, tricks_by_strain
from solver import OutOfNodes, Position
from solver.robots.seen_play import View, named
from solver.strengths import ESTIMATE_ERROR, Errors, Strength
from solver.thread_engines import solves_whole_deals, thread_engine

NO_TRUMP = "N"


def counted_call(
    view: View, skill: Strength, errors: Errors, nodes: int, chance: Callable[[Sequence[Any]], Any]
) -> str:
    """Return the call of a robot of this strength. `nodes` limits the search for all strains together."""
    judged = {strain: tricks - CAUTION for strain, tricks in tricks_by_strain(dict(view), chance).items()}
    exact = {strain: _exact_tricks(view, strain, nodes // len(judged)) for strain in judged}
    return choose_bid(dict(view), tricks_believed(judged, exact, skill, errors))


def tricks_believed(
    judged: Mapping[str, float], exact: Mapping[str, int | None], skill: Strength, errors: Errors
) -> dict[str, float]:
    """Return the tricks that a player of this strength expects in each strain, from `judged` and `exact` numbers.

    The player counts with one error and judges with another. The worse a player counts, the more weight the judgement
    gets.
    """
    trust = ESTIMATE_ERROR**2 / (ESTIMATE_ERROR**2 + skill.contract**2)
    believed = {}
    for strain, tricks in judged.items():
        believed[strain] = tricks + (1 - trust) * ESTIMATE_ERROR * errors(f"{strain} at a glance")
        counted = exact[strain]
        if counted is not None:
            with_error = counted + skill.contract * errors(strain)
            believed[strain] = trust * with_error + (1 - trust) * believed[strain]
    return believed


def _exact_tricks(view: View, strain: str, nodes: int) -> int | None:
    """Return the tricks that the viewer takes as contractor in this strain, or None if they cannot be counted."""
    me, more, theirs = view["me"], view["more"], HAND_OF[OPPONENT[view["me"]]]
    hands = {seat: named(view["hands"][seat]["cards"]) for seat in SEATS}
    if not hands[theirs] or not solves_whole_deals():
        return None
    if more["rules"]["kitty"] == "hand":
        hands[HAND_OF[me]] = most_needed(hands[HAND_OF[me]] + named(more["kitty"]), strain)
    if strain == NO_TRUMP and any(JOKER in hand for hand in hands.values()):
        return None
    leader = me if more["rules"]["first_lead"] == "contractor" else OPPONENT[me]
    at = Position.of([_as_bridge(hands[seat], strain) for seat in SEATS], strain, HAND_OF[leader])
    try:
        value = thread_engine().value(at, nodes=nodes)
    except OutOfNodes:
        return None
    return value if me == "S" else len(at.hands[0]) - value


def _as_bridge(cards: Cards, strain: str) -> Cards:
    return tuple(as_bridge_card(card, strain) for card in cards)
