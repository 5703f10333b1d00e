"""Every movement by name: how it is made, for which tables and rounds it exists, a line for `list`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from movements import howell, mitchell
from movements.errors import MovementError
from movements.plan import Plan, with_sit_out


def _two_a_table(tables: int) -> tuple[int, ...]:
    return 2 * tables, 2 * tables - 1


def _last(plan: Plan) -> int:
    return plan.contestants


@dataclass(frozen=True, slots=True)
class Family:
    """A movement by name.

    `rounds(T)` are the numbers of rounds that exist for T tables, ascending, empty if that size does not exist;
    `fields(T)` the numbers of contestants, the usual one first; `missing(plan)` the number left out of an odd
    field; `make(T, R)` the plan, raising MovementError with the reason.
    """

    title: str
    sizes: str
    about: str
    make: Callable[[int, int], Plan]
    rounds: Callable[[int], Sequence[int]]
    fields: Callable[[int], tuple[int, ...]] = _two_a_table
    missing: Callable[[Plan], int] = _last


FAMILIES: dict[str, Family] = {
    "mitchell": Family(
        "Mitchell",
        f"1-{mitchell.MAX_TABLES} tables, up to T rounds (T odd) or T/2 (T even)",
        "N/S stay, E/W go up one table, boards go down one; two winners",
        mitchell.straight,
        lambda tables: range(1, mitchell.straight_rounds(tables) + 1),
    ),
    "skip-mitchell": Family(
        "Skip Mitchell",
        f"2-{mitchell.MAX_TABLES} tables (even), up to T-1 rounds",
        "as mitchell, E/W go up two tables after round T/2; two winners",
        mitchell.skip,
        lambda tables: range(1, mitchell.skip_rounds(tables) + 1),
    ),
    "howell": Family(
        "Howell",
        f"{howell.MIN_TABLES}-{howell.MAX_TABLES} tables, 2T-1 rounds or fewer",
        "everybody meets everybody once; one winner (2 and 3 tables share boards)",
        howell.howell,
        lambda tables: range(1, howell.howell_rounds(tables) + 1),
    ),
}


def family(name: str) -> Family:
    """The family of this name. Raises MovementError with the names there are."""
    found = FAMILIES.get(name)
    if found is None:
        raise MovementError(f"There is no movement called {name!r}. There are: {', '.join(FAMILIES)}.")
    return found


def build(
    name: str,
    tables: int,
    rounds: int | None = None,
    contestants: int | None = None,
    *,
    arrow_switch: int = 0,
) -> Plan:
    """A movement by name; without `rounds` as many as there can be; an odd field gets sit-outs.

    `arrow_switch`: in that many last rounds N/S and E/W change seats, so that there is one winner. Raises
    MovementError.
    """
    kind = family(name)
    if rounds is None:
        rounds = max(kind.rounds(tables), default=1)
    plan = kind.make(tables, rounds)
    if contestants is None or contestants == plan.contestants:
        return plan
    if contestants == plan.contestants - 1:
        return with_sit_out(plan, kind.missing(plan))
    raise MovementError(
        f"{tables} tables are for {plan.contestants} contestants, "
        f"or {plan.contestants - 1} with a sit-out, not {contestants}."
    )
