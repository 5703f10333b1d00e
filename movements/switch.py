"""The arrow switch: the whole room swaps N/S and E/W in the last rounds, so that there is one winner."""

from dataclasses import replace

from movements.balance import quality
from movements.errors import MovementError
from movements.plan import Pairing, Plan


def arrow_switch(plan: Plan, rounds: int) -> Plan:
    """Return the plan as a one-winner plan in which N/S and E/W change seats for the last `rounds` rounds.

    The plan keeps its name, because a Mitchell with one winner always has an arrow switch. Raise MovementError
    unless 1 <= rounds < plan.rounds.
    """
    if not 1 <= rounds < plan.rounds:
        raise MovementError(f"An arrow switch takes 1 to {plan.rounds - 1} of {plan.rounds} rounds, not {rounds}.")
    last = plan.rounds - rounds
    rows = tuple(Pairing(p.round, p.table, p.ew, p.ns, p.boardset) if p.round > last else p for p in plan.schedule)
    return replace(plan, winners=1, schedule=rows)


def usual_switch(rounds: int) -> int:
    """Return the number of rounds that directors usually switch: an eighth of all rounds, at least one."""
    return max(1, (2 * rounds + 8) // 16)


def best_switch(plan: Plan) -> int:
    """Return the number of rounds to switch for the highest Q: the usual number, or one more or one fewer.

    If two numbers are equally good, return the smaller number. Raise MovementError for a plan with one round.
    """
    usual = usual_switch(plan.rounds)
    near = [k for k in (usual - 1, usual, usual + 1) if 1 <= k < plan.rounds]
    if not near:
        raise MovementError("A movement of one round has no arrow switch.")
    return max(near, key=lambda k: quality(arrow_switch(plan, k)))
