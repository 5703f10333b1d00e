"""Swiss: the next round is drawn from the standings.

In rank order, the leader meets the best-placed contestant whom the leader has not met yet, then the next free
contestant does the same, and so on. This settles the first three tables (with fewer than six tables, the upper half).
If the last contestants cannot be paired, the draw is changed from the bottom. Of all draws without a rematch, the one
chosen keeps to the rank order as far down as possible. The bye goes to the lowest-placed contestant among those with
the fewest byes so far.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from movements.errors import MovementError
from movements.layout import wrap
from movements.matching import largest_matching, perfect_in_order
from movements.plan import SIT_OUT, Pairing, Plan

Couple = tuple[int, int]
KEPT_TABLES = 3
MAX_SWISS_FIELD = 200


@dataclass(frozen=True, slots=True)
class SwissDraw:
    """The draw for a round. `couples` is in table order, with the better-placed contestant first in each couple.

    `bye` is the contestant who sits out, or None. `rematches` lists the couples who meet again.
    """

    couples: tuple[Couple, ...]
    bye: int | None
    rematches: tuple[Couple, ...] = ()


def draw(
    standings: Sequence[int],
    met: Iterable[Couple],
    byes: Iterable[int] = (),
    *,
    kept: int = KEPT_TABLES,
    rematches: bool = False,
) -> SwissDraw:
    """Draw the next round. `standings` lists the contestants, best first, and `met` the couples who have met.

    `byes` has a contestant's number for each past sit-out. `kept` is how many of the first tables are never changed.
    Raise MovementError if there is no draw without a rematch. If `rematches` is true, as few couples as possible meet
    again.
    """
    order = list(standings)
    if len(set(order)) != len(order) or len(order) < 2:
        raise MovementError("A draw needs the standings of 2 or more contestants, each of them once.")
    known = {frozenset(couple) for couple in met}
    lowest = _in_line_for_the_bye(order, byes) if len(order) % 2 else [None]
    for bye in lowest:
        couples = _without_rematch([c for c in order if c != bye], known, kept)
        if couples is not None:
            return SwissDraw(tuple(couples), bye)
    if not rematches:
        raise MovementError(
            "There is no draw in which nobody meets an opponent again and the first tables stay. "
            "Untangle the first tables too, or draw with a rematch."
        )
    return _with_rematches([c for c in order if c != lowest[0]], known, lowest[0])


def _in_line_for_the_bye(order: Sequence[int], byes: Iterable[int]) -> list[int | None]:
    times = Counter(byes)
    fewest = min(times[c] for c in order)
    return [c for c in reversed(order) if times[c] == fewest]


def _top(order: Sequence[int], known: Collection[frozenset[int]], kept: int) -> list[Couple] | None:
    """Return the couples at the tables that are never changed, or None if a contestant there has met everyone."""
    left, couples = list(order), list[Couple]()
    while len(couples) < min(kept, len(order) // 4):
        first = left.pop(0)
        second = next((c for c in left if frozenset((first, c)) not in known), None)
        if second is None:
            return None
        left.remove(second)
        couples.append((first, second))
    return couples


def _without_rematch(order: Sequence[int], known: Collection[frozenset[int]], kept: int) -> list[Couple] | None:
    top = _top(order, known, kept)
    if top is None:
        return None
    seated = {c for couple in top for c in couple}
    rest = [c for c in order if c not in seated]
    below = perfect_in_order(_strangers(rest, known), rest)
    return None if below is None else [*top, *below]


def _with_rematches(order: Sequence[int], known: Collection[frozenset[int]], bye: int | None) -> SwissDraw:
    mate = largest_matching(_strangers(order, known))
    left = iter(c for c in order if c not in mate)
    again = list(zip(left, left, strict=True))
    fresh = [(c, mate[c]) for i, c in enumerate(order) if c in mate and mate[c] in order[i:]]
    place = {c: i for i, c in enumerate(order)}
    return SwissDraw(tuple(sorted([*fresh, *again], key=lambda couple: place[couple[0]])), bye, tuple(again))


def _strangers(order: Sequence[int], known: Collection[frozenset[int]]) -> dict[int, list[int]]:
    return {a: [b for b in order if b != a and frozenset((a, b)) not in known] for a in order}


def first_round(contestants: int, *, teams: bool = False) -> Plan:
    """Return a one-round Swiss movement, drawn in number order. Everyone plays set r in round r.

    If `teams` is true, `contestants` is the number N of teams of two. Team t has the numbers t and N + t, and a match
    takes two tables. Raise MovementError for impossible numbers.
    """
    fewest = 2
    if not fewest <= contestants <= MAX_SWISS_FIELD:
        raise MovementError(f"A Swiss is for {fewest} to {MAX_SWISS_FIELD}, not {contestants}.")
    if teams and contestants % 2:
        raise MovementError(f"A Swiss for teams needs an even number of teams, not {contestants}.")
    tables = contestants if teams else (contestants + 1) // 2
    absent = (2 * tables,) if contestants % 2 else ()
    nothing = Plan("swiss", tables, 0, 2 * tables, 0, 1, absent, ())
    return next_round(nothing, range(1, contestants + 1), teams=teams)


def next_round(
    plan: Plan,
    standings: Iterable[int],
    *,
    teams: bool = False,
    kept: int = KEPT_TABLES,
    rematches: bool = False,
) -> Plan:
    """Return the plan with one more round, drawn from `standings`: players present (or teams), best first.

    In a match at two tables, each team sits N/S once. At other tables, the contestant who has sat N/S less often sits
    N/S. Raise MovementError as `draw` does, and if the standings do not list exactly the players present.
    """
    order, size, number = list(standings), plan.tables, plan.rounds + 1
    missing = plan.missing(number)
    _check_standings(order, range(1, size + 1) if teams else [c for c in plan.present if c not in missing])
    fresh = draw(order, _met(plan, size, teams), _byes(plan), kept=kept, rematches=rematches)
    rows = _team_rows(fresh, number, plan) if teams else _rows(fresh, number, plan)
    declared = {
        *plan.declares,
        *(["shares"] if size > 1 else []),
        *(["rematches"] if fresh.rematches else []),
    }
    if fresh.bye in _byes(plan) or (teams and missing):
        declared.add("byes")
    return replace(
        plan,
        rounds=number,
        board_sets=number,
        schedule=(*plan.schedule, *rows),
        declares=tuple(sorted(declared)),
    )


def _check_standings(order: Sequence[int], who: Sequence[int]) -> None:
    if sorted(order) != list(who):
        raise MovementError(f"The standings must name each of the {len(who)} who play once: {_difference(order, who)}.")


def _difference(order: Sequence[int], who: Iterable[int]) -> str:
    missing, strange = sorted(set(who) - set(order)), sorted(set(order) - set(who))
    if missing:
        return "missing is " + ", ".join(map(str, missing))
    return "nobody is " + ", ".join(map(str, strange)) if strange else "somebody is named twice"


def team_of(number: int, teams: int) -> int:
    """Return a contestant's team. With T teams of two, team t has the numbers t and T + t, as in American whist."""
    return wrap(number, teams)


def _met(plan: Plan, size: int, teams: bool) -> list[Couple]:
    if not teams:
        return [(p.ns, p.ew) for p in plan.schedule if p.boardset != SIT_OUT]
    return [(team_of(p.ns, size), team_of(p.ew, size)) for p in plan.schedule]


def _byes(plan: Plan) -> list[int]:
    return [c for p in plan.sit_outs() for c in (p.ns, p.ew) if c not in plan.missing(p.round)]


def _rows(fresh: SwissDraw, number: int, plan: Plan) -> list[Pairing]:
    north = Counter(p.ns for p in plan.schedule)
    rows = []
    for table, (better, worse) in enumerate(fresh.couples, start=1):
        # They were N/S equally often: alternate, so that the leaders are not all in one line.
        swap = north[better] > north[worse] or (north[better] == north[worse] and table % 2 == 0)
        ns, ew = (worse, better) if swap else (better, worse)
        rows.append(Pairing(number, table, ns, ew, number))
    idle = [] if fresh.bye is None else [fresh.bye]
    idle += sorted(plan.missing(number))
    stands = range(len(rows) + 1, plan.tables + 1)
    left = zip(stands, idle[::2], idle[1::2], strict=True)
    return rows + [Pairing(number, table, contestant, other, SIT_OUT) for table, contestant, other in left]


def _team_rows(fresh: SwissDraw, number: int, plan: Plan) -> list[Pairing]:
    """Return the rows for the matches. A contestant whose opponent has left sits out."""
    size, missing = plan.tables, plan.missing(number)
    rows = []
    for match, (better, worse) in enumerate(fresh.couples):
        for table, ns, ew in ((1, better, size + worse), (2, worse, size + better)):
            boards = SIT_OUT if missing & {ns, ew} else number
            rows.append(Pairing(number, 2 * match + table, ns, ew, boards))
    return rows
