"""A contestant comes late: into an empty seat, in a robot's place, or going round as rover or bump."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from movements.errors import MovementError
from movements.plan import SIT_OUT, Away, Pairing, Plan
from movements.repair.base import (
    PLAIN,
    Effect,
    Repair,
    Words,
    capital,
    concluded,
    later_rounds,
    listed,
    no_teams,
    played,
    rounds_text,
    sits_out,
)
from movements.repair.renewing import add_table

MOST_STEPS = 1_500


def late(plan: Plan, frozen: int, *, instead_of: int | None = None, words: Words = PLAIN) -> Repair:
    """One contestant more from the round after `frozen`.

    Into the seat that nobody has; in the place of `instead_of` (a robot), who then plays no more; else from table
    to table as rover (sends a N/S player to sit out) or bump (E/W), nobody sent out twice; else all later rounds
    are drawn anew. Raises MovementError.
    """
    later_rounds(plan, frozen)
    no_teams(plan)
    if plan.absent:
        filled = fill(plan, frozen, plan.absent[0], words=words)
        if filled is not None:
            return filled
    elif instead_of is not None:
        return _in_place_of(plan, frozen, instead_of, words)
    else:
        going = _round_the_room(plan, frozen, words)
        if going is not None:
            return going
    return add_table(plan, frozen, 1, words=words)


def fill(plan: Plan, frozen: int, number: int, *, words: Words = PLAIN) -> Repair | None:
    """Somebody plays as an empty number from now on: its sit-outs get boards. None if no boards are left for them."""
    away = [a for a in plan.away if a.contestant != number]
    absences = [a for a in plan.away if a.contestant == number]
    if number in plan.absent:
        absences = [Away(number, 1, frozen)]
    elif not any(a.covers(frozen + 1) for a in absences):
        raise MovementError(f"{capital(words.contestant(number))} is playing already.")
    ended = [replace(a, last=frozen) if a.covers(frozen + 1) else a for a in absences]
    there = replace(
        plan,
        absent=tuple(n for n in plan.absent if n != number),
        away=tuple(a for a in (*away, *ended) if a.last is None or a.last >= a.first),
    )
    rows = [
        row
        for row in there.schedule
        if row.round > frozen
        and number in (row.ns, row.ew)
        and not {row.ns, row.ew} & there.missing(row.round)
    ]
    chosen = next(
        (c for share in (False, True) if (c := _sets_for(there, number, rows, share)) is not None), None
    )
    if chosen is None:
        return None
    schedule = tuple(replace(r, boardset=chosen.get(r, r.boardset)) for r in there.schedule)
    effects = [Effect("seats", _first_seat(words, number, rows))] if rows else []
    effects += _missed(frozen, number, words)
    return concluded(replace(there, schedule=schedule), effects, words, (number,))


def _sets_for(plan: Plan, number: int, rows: list[Pairing], share: bool) -> dict[Pairing, int] | None:
    """A board set for each of these rows of one contestant that nobody there plays otherwise."""
    has: dict[int, set[int]] = {}
    busy: dict[int, set[int]] = {}
    plays: Counter[int] = Counter()
    for row in played(plan):
        for contestant in (row.ns, row.ew):
            has.setdefault(contestant, set()).add(row.boardset)
        busy.setdefault(row.round, set()).add(row.boardset)
        plays[row.boardset] += 1

    def free(row: Pairing) -> list[int]:
        taken = (
            has.get(row.ns, set()) | has.get(row.ew, set()) | (set() if share else busy.get(row.round, set()))
        )
        return [s for s in range(1, plan.board_sets + 1) if s not in taken]

    options = {row: sorted(free(row), key=lambda s: (s in busy.get(row.round, ()), plays[s])) for row in rows}
    order = sorted(rows, key=lambda row: len(options[row]))

    def choose(at: int, used: frozenset[int]) -> dict[Pairing, int] | None:
        if at == len(order):
            return {}
        for boardset in options[order[at]]:
            if boardset not in used:
                more = choose(at + 1, used | {boardset})
                if more is not None:
                    return {order[at]: boardset, **more}
        return None

    return choose(0, frozenset())


def _first_seat(words: Words, number: int, rows: list[Pairing]) -> str:
    first = rows[0]
    other = first.ew if number == first.ns else first.ns
    return (
        f"{capital(words.contestant(number))} takes the empty seat: from round {first.round} "
        f"at table {words.table(first.table)} against {words.contestant(other)}."
    )


def _missed(frozen: int, number: int, words: Words) -> list[Effect]:
    if not frozen:
        return []
    missed = rounds_text(range(1, frozen + 1))
    who = words.contestant(number)
    text = f"What was played in {missed} stays as it is: {who} has no score there, and loses nothing by it."
    return [Effect("scores", text)]


@dataclass(frozen=True, slots=True)
class Visit:
    """In one round the newcomer takes the seat of `out` at this row, against `meets`."""

    row: Pairing
    out: int
    meets: int


def _with_stand(plan: Plan, frozen: int) -> tuple[Plan, int, int]:
    """The plan with a stand for one who sits out, the newcomer's number, and the number that nobody has."""
    newcomer, nobody = plan.contestants + 1, plan.contestants + 2
    away = (*plan.away, Away(newcomer, 1, frozen)) if frozen else plan.away
    wider = replace(plan, tables=plan.tables + 1, contestants=nobody, absent=(nobody,), away=away)
    return wider, newcomer, nobody


def _in_place_of(plan: Plan, frozen: int, robot: int, words: Words) -> Repair:
    visits: dict[int, Visit | None] = {}
    for number in later_rounds(plan, frozen):
        row = plan.seat_of(robot, number)
        meets = 0 if row is None else row.ew if row.ns == robot else row.ns
        visits[number] = None if row is None or row.boardset == SIT_OUT else Visit(row, robot, meets)
    effects = [
        Effect("seats", f"{capital(words.contestant(robot))} plays no more: the newcomer has its places."),
        Effect("scores", f"What was played against {words.contestant(robot)} stays and counts."),
    ]
    wide, newcomer, _ = _with_stand(plan, frozen)
    south = all(v.out == v.row.ns for v in visits.values() if v)
    found = _placed(wide, frozen, visits, south)
    return concluded(
        replace(found, away=(*found.away, Away(robot, frozen + 1, None))), effects, words, (newcomer,)
    )


def _round_the_room(plan: Plan, frozen: int, words: Words) -> Repair | None:
    """Rover or bump, with as few rounds without a game as can be; None if there is no way."""
    rounds = list(later_rounds(plan, frozen))
    sides = ("ns", "ew") if plan.winners == 2 else ("both",)
    for byes in range(len(rounds)):
        for side in sides:
            visits = _visits(plan, frozen, rounds, side, byes)
            if visits is not None:
                wide, newcomer, _ = _with_stand(plan, frozen)
                found = _placed(wide, frozen, visits, south=side != "ew")
                return concluded(found, _going(visits, side, frozen, newcomer, words), words, (newcomer,))
    return None


def _visits(
    plan: Plan, frozen: int, rounds: list[int], side: str, byes: int
) -> dict[int, Visit | None] | None:
    """A visit for every round, `byes` of them none: other opponents, other boards, others sent to sit out."""
    offers = {number: list(_offers(plan, number, side)) for number in rounds}
    steps = 0

    def search(taken: _Taken, rest: frozenset[int], left: int) -> dict[int, Visit | None] | None:
        nonlocal steps
        steps += 1
        if not rest:
            return {}
        if steps > MOST_STEPS:
            return None
        open_to = {number: [v for v in offers[number] if taken.lets(v)] for number in rest}
        number = min(rest, key=lambda n: (len(open_to[n]), n))
        ways: list[tuple[Visit | None, _Taken, int]] = [(v, taken.plus(v), left) for v in open_to[number]]
        ways += [(None, taken, left - 1)] if left else []
        for visit, then, spare in ways:
            more = search(then, rest - {number}, spare)
            if more is not None:
                return {number: visit, **more}
        return None

    found = search(_Taken(out=frozenset(sits_out(plan))), frozenset(rounds), byes)
    return None if found is None else dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class _Taken:
    """What a newcomer going round the room may not have again."""

    met: frozenset[int] = frozenset()
    seen: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()

    def lets(self, visit: Visit) -> bool:
        fresh = visit.meets not in self.met and visit.row.boardset not in self.seen
        return fresh and visit.out not in self.out

    def plus(self, visit: Visit) -> "_Taken":
        return _Taken(self.met | {visit.meets}, self.seen | {visit.row.boardset}, self.out | {visit.out})


def _offers(plan: Plan, number: int, side: str) -> Iterator[Visit]:
    for row in plan.round(number):
        if row.boardset != SIT_OUT:
            if side != "ew":
                yield Visit(row, row.ns, row.ew)
            if side != "ns":
                yield Visit(row, row.ew, row.ns)


def _placed(wide: Plan, frozen: int, visits: dict[int, Visit | None], south: bool) -> Plan:
    """The widened plan with the newcomer in the visited rows and whoever sits out at the stand."""
    newcomer, nobody, stand = wide.contestants - 1, wide.contestants, wide.tables
    rows = []
    for row in wide.schedule:
        visit = visits.get(row.round)
        if visit is not None and visit.row == row:
            row = replace(row, ns=newcomer) if visit.out == row.ns else replace(row, ew=newcomer)
        rows.append(row)
    for number in range(1, wide.rounds + 1):
        visit = visits.get(number)
        idle = visit.out if visit is not None else newcomer
        ns, ew = (idle, nobody) if south else (nobody, idle)
        rows.append(Pairing(number, stand, ns, ew, SIT_OUT))
    return replace(wide, schedule=tuple(sorted(rows, key=lambda row: (row.round, row.table))))


def _going(
    visits: dict[int, Visit | None], side: str, frozen: int, newcomer: int, words: Words
) -> list[Effect]:
    goes = [f"table {words.table(v.row.table)} in round {n}" for n, v in visits.items() if v]
    out = [f"{words.contestant(v.out)} in round {n}" for n, v in visits.items() if v]
    idle = [n for n, v in visits.items() if v is None]
    kind = {"ns": " as rover", "ew": " as bump"}.get(side, "")
    effects = [
        Effect("seats", f"{capital(words.contestant(newcomer))} goes round the room{kind}: {listed(goes)}."),
        Effect("seats", f"One sits out each round, nobody twice: {listed(out)}."),
    ]
    if idle:
        effects.append(
            Effect("seats", f"{capital(words.contestant(newcomer))} has no opponent in {rounds_text(idle)}.")
        )
    return effects + _missed(frozen, newcomer, words)
