"""Drawing the remaining rounds again: nobody replays a board, and everything else is as good as possible.

In each round, contestants who have not met are paired (a matching). Then each table gets a board set that neither
contestant has played (again a matching, so that tables share only if they must). If no old boards work for a round,
every table gets one new set. Several variants of the search are tried and the best result is kept. Nothing is random.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from movements.errors import MovementError
from movements.plan import SIT_OUT, Pairing, Plan
from movements.repair.matching import into_couples, one_each

Couple = tuple[int, int]
MOST_TURNS, MAX_WORK = 24, 3000


@dataclass(slots=True)
class Past:
    """Each contestant's history so far. `plays` counts how many tables played each of the `sets` board sets."""

    sets: int
    played: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    met: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    outs: Counter[int] = field(default_factory=Counter)
    plays: Counter[int] = field(default_factory=Counter)
    home: dict[int, int] = field(default_factory=dict)
    lean: Counter[int] = field(default_factory=Counter)  # rounds N/S less rounds E/W
    cost: Counter[str] = field(default_factory=Counter)

    def add(self, row: Pairing, missing: frozenset[int]) -> None:
        """Add one more row to the history."""
        for contestant in {row.ns, row.ew} - missing:
            self.home[contestant] = row.table
            self.outs[contestant] += row.boardset == SIT_OUT
        if row.boardset == SIT_OUT:
            return
        self.cost["rematches"] += row.ew in self.met[row.ns]
        self.met[row.ns].add(row.ew)
        self.met[row.ew].add(row.ns)
        self.lean[row.ns] += 1
        self.lean[row.ew] -= 1
        self.plays[row.boardset] += 1
        for contestant in (row.ns, row.ew):
            self.played[contestant].add(row.boardset)

    def free(self, contestant: int, other: int) -> list[int]:
        """Return the sets that neither contestant has played: sets in use first, beginning with the least played."""
        taken = self.played[contestant] | self.played[other]
        sets = [s for s in range(1, self.sets + 1) if s not in taken]
        return sorted(sets, key=lambda s: (self.plays[s] == 0, self.plays[s]))


def drawn(base: Plan, frozen: int, rounds: int, south: frozenset[int] | None = None) -> Plan:
    """Return `base` up to round `frozen`, followed by new rounds up to `rounds`.

    `south` is the N/S line if there are two winners. The plan has more board sets than `base` only if the old sets
    are not enough. Raise MovementError if nobody is left to play.
    """
    south = base.south() if south is None else south
    if base.winners == 2:
        tables = (base.contestants - len(base.missing(frozen + 1))) // 2
        going_on = turned(replace(base, board_sets=max(tables, base.board_sets)), frozen, rounds, south)
        if going_on is not None:
            return going_on
    turns = max(1, min(MOST_TURNS, MAX_WORK // (base.tables * max(1, rounds - frozen))))
    best: tuple[tuple[int, ...], Plan] | None = None
    for turn in range(turns):
        draw = _drawn(base, frozen, rounds, south, turn)
        if best is None or draw[0] < best[0]:
            best = draw
        if not any(best[0]):
            break
    assert best is not None
    return best[1]


def turned(base: Plan, frozen: int, rounds: int, south: frozenset[int]) -> Plan | None:
    """Continue as a Mitchell: N/S stay, E/W move up one table and boards move down one table. Return None if no
    starting position allows this.

    This is tried if there are as many N/S as E/W contestants, and nobody arrives or leaves later.
    """
    past = _past(base, frozen)
    there = [c for c in range(1, base.contestants + 1) if c not in base.missing(frozen + 1)]
    stay, move = ([c for c in there if (c in south) == side] for side in (True, False))
    if len(stay) != len(move) or any(a.first > frozen + 1 for a in base.away):
        return None
    for line in (stay, move):
        line.sort(key=lambda c: (past.home.get(c, base.tables), c))
    count, turns = len(stay), range(rounds - frozen)
    for up, down in product(range(count), range(base.board_sets)):
        lines = [
            [(stay[a], move[(a - t + up) % count], (a + t + down) % base.board_sets + 1) for a in range(count)]
            for t in turns
        ]
        if _goes(past, [seat for line in lines for seat in line]):
            return _written(base, past, frozen, lines, south)
    return None


def _goes(past: Past, seats: list[tuple[int, int, int]]) -> bool:
    """True if these seats can all be played: nobody meets the same opponent or board twice."""
    if any(ew in past.met[ns] or s in past.played[ns] or s in past.played[ew] for ns, ew, s in seats):
        return False
    pairs = {(ns, ew) for ns, ew, _ in seats}
    boards = {(c, s) for ns, ew, s in seats for c in (ns, ew)}
    return len(pairs) == len(seats) and len(boards) == 2 * len(seats)


def _written(
    base: Plan, past: Past, frozen: int, lines: list[list[tuple[int, int, int]]], south: frozenset[int]
) -> Plan:
    rows = [row for row in base.schedule if row.round <= frozen]
    for number, line in enumerate(lines, start=frozen + 1):
        couples = [(ns, ew) for ns, ew, _ in line]
        new = _seated(base, past, number, couples, {(ns, ew): s for ns, ew, s in line}, south)
        for row in new:
            past.add(row, base.missing(number))
        rows += new
    rows.sort(key=lambda row: (row.round, row.table))
    return replace(base, rounds=frozen + len(lines), schedule=tuple(rows))


def _past(base: Plan, frozen: int) -> Past:
    past = Past(base.board_sets)
    for row in base.schedule:
        if row.round <= frozen:
            past.add(row, base.missing(row.round))
    past.cost.clear()
    return past


def _drawn(base: Plan, frozen: int, rounds: int, south: frozenset[int], turn: int) -> tuple[tuple[int, ...], Plan]:
    past = _past(base, frozen)
    rows = [row for row in base.schedule if row.round <= frozen]
    for number in range(frozen + 1, rounds + 1):
        missing = base.missing(number)
        new = _round(base, past, number, south if base.winners == 2 else None, turn)
        for row in new:
            past.add(row, missing)
        rows += new
    rows.sort(key=lambda row: (row.round, row.table))
    plan = replace(base, rounds=rounds, board_sets=past.sets, schedule=tuple(rows))
    byes = sum(max(0, n - 1) for n in past.outs.values())
    shares = sum(len(s.tables) - 1 for s in plan.shares() if s.round > frozen)
    return (byes, past.cost["rematches"], past.sets - base.board_sets, shares), plan


def _round(base: Plan, past: Past, number: int, south: frozenset[int] | None, turn: int) -> list[Pairing]:
    missing = base.missing(number)
    there = [c for c in range(1, base.contestants + 1) if c not in missing]
    if len(there) < 2:
        raise MovementError(f"Fewer than two contestants are left for round {number}.")
    for again in (False, True):
        for fresh in (False, True):
            couples = _couples(past, there, south, again, fresh, turn + number)
            if couples is not None:
                sets = _fresh(past, couples) if fresh else _sets(past, couples)
                return _seated(base, past, number, couples, sets, south)
    raise MovementError(f"No pairing was found for round {number}.")


def _couples(
    past: Past, there: list[int], south: frozenset[int] | None, again: bool, fresh: bool, turn: int
) -> list[Couple] | None:
    """Return the couples, with N/S first if there are two winners (`south`), or None if no such pairing is possible."""

    def may(contestant: int, other: int) -> bool:
        return (again or other not in past.met[contestant]) and (fresh or bool(past.free(contestant, other)))

    if south is not None:
        return _across(past, there, south, may, turn)
    for out in _who_sits_out(past, there) if len(there) % 2 else [None]:
        couples = into_couples([c for c in there if c != out], may, turn)
        if couples is not None:
            return couples
    return None


def _across(
    past: Past, there: list[int], south: frozenset[int], may: Callable[[int, int], bool], turn: int
) -> list[Couple] | None:
    """Pair contestants from the two lines, or return None if that is impossible. Preferences shift with `turn`."""
    stay, move = [c for c in there if c in south], [c for c in there if c not in south]
    few, many = sorted((stay, move), key=len)
    order = {c: at for at, c in enumerate(sorted(many, key=lambda c: (-past.outs[c], c)))}
    options = {
        member: sorted((o for o in many if may(member, o)), key=lambda o: _after(order, o, few.index(member) + turn))
        for member in few
    }
    matched = one_each(options)
    if len(matched) < len(few) or not few:
        return None
    return [(member, other) if few is stay else (other, member) for member, other in matched.items()]


def _after(order: dict[int, int], other: int, start: int) -> int:
    return (order[other] - start) % len(order)


def _who_sits_out(past: Past, there: list[int]) -> list[int]:
    """Return the contestants in the order in which they should sit out: fewest sit-outs, then highest number."""
    return sorted(there, key=lambda c: (past.outs[c], -c))


def _fresh(past: Past, couples: list[Couple]) -> dict[Couple, int]:
    past.sets += 1
    return dict.fromkeys(couples, past.sets)


def _sets(past: Past, couples: list[Couple]) -> dict[Couple, int]:
    options = {couple: past.free(*couple) for couple in couples}
    sets = one_each(options)
    return {couple: sets.get(couple, options[couple][0]) for couple in couples}


def _seated(
    base: Plan,
    past: Past,
    number: int,
    couples: Sequence[Couple],
    sets: dict[Couple, int],
    south: frozenset[int] | None,
) -> list[Pairing]:
    """Give the couples tables, moving few people. Contestants without a couple get the remaining tables."""
    free = dict.fromkeys(range(1, base.tables + 1))
    rows = []
    for couple in sorted(couples, key=lambda c: min(past.home.get(x, base.tables) for x in c)):
        ns, ew = couple
        if south is None and (past.lean[ns], ns) > (past.lean[ew], ew):
            ns, ew = ew, ns
        table = next((past.home[c] for c in (ns, ew) if past.home.get(c) in free), next(iter(free)))
        free.pop(table)
        rows.append(Pairing(number, table, ns, ew, sets[couple]))
    return rows + _left_over(base, number, {c for couple in couples for c in couple}, list(free), south)


def _left_over(
    base: Plan, number: int, busy: set[int], tables: list[int], south: frozenset[int] | None
) -> list[Pairing]:
    missing = base.missing(number)
    idle = sorted((c for c in range(1, base.contestants + 1) if c not in busy), key=lambda c: (c in missing, c))
    if south is None:
        half = len(idle) // 2
        pairs = list(zip(idle[:half], reversed(idle[half:]), strict=True))
    else:
        stay, move = [c for c in idle if c in south], [c for c in idle if c not in south]
        pairs = list(zip(stay, reversed(move), strict=True))
    return [Pairing(number, table, ns, ew, SIT_OUT) for table, (ns, ew) in zip(tables, pairs, strict=True)]
