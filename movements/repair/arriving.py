"""Letting a late contestant take an empty seat, take the place of a robot, or become a rover or bump."""

from collections import Counter
from dataclasses import replace

from games.wording import capital, listed
from movements.errors import MovementError
from movements.plan import Away, Pairing, Plan
from movements.repair.base import (
    PLAIN,
    Change,
    Effect,
    concluded,
    later_rounds,
    no_teams,
    rounds_text,
    sits_out,
)
from movements.repair.renewing import add_table
from movements.routes import OpenSeat, Side, route, seats, with_newcomer
from movements.terms import MovementTerms

MOST_STEPS = 1_500


def late(plan: Plan, frozen: int, *, instead_of: int | None = None, words: MovementTerms = PLAIN) -> Change:
    """Add one contestant from the round after `frozen`.

    The newcomer takes the seat that nobody has, or the place of `instead_of` (a robot), which then stops playing. If
    there is neither, the newcomer goes from table to table as a rover (who makes an N/S player sit out) or a bump (who
    makes an E/W player sit out), and nobody has to sit out twice. If that fails, all later rounds are drawn again.
    Raise MovementError if the newcomer cannot be added.
    """
    later_rounds(plan, frozen)
    no_teams(plan)
    if plan.absent:
        number = _seat_with_most_opponents(plan, frozen)
        filled = fill(plan, frozen, number, words=words) if number else None
        if filled is not None:
            return filled
    elif instead_of is not None:
        return _in_place_of(plan, frozen, instead_of, words)
    else:
        going = _round_the_room(plan, frozen, words)
        if going is not None:
            return going
    return add_table(plan, frozen, 1, words=words)


def _seat_with_most_opponents(plan: Plan, frozen: int) -> int:
    """Return the absent number whose seat leaves the most contestants without an opponent from now on.

    Return 0 if there is no absent number.
    """
    left = [row for row in plan.schedule if row.round > frozen]
    waiting = Counter(
        number
        for row in left
        for number in (row.ns, row.ew)
        if number in plan.absent and len({row.ns, row.ew} - plan.missing(row.round)) == 1
    )
    return max(waiting, key=lambda number: (waiting[number], -number), default=0)


def fill(plan: Plan, frozen: int, number: int, *, words: MovementTerms = PLAIN) -> Change | None:
    """Let someone play under an absent number from now on. Rows in which the opponents would have sat out get boards.

    Return None if there are no boards left for those rows.
    """
    there = _back(plan, frozen, number, words)
    rows = [
        row
        for row in there.schedule
        if row.round > frozen and number in (row.ns, row.ew) and not {row.ns, row.ew} & there.missing(row.round)
    ]
    chosen = next((c for share in (False, True) if (c := _sets_for(there, number, rows, share)) is not None), None)
    if chosen is None:
        return None
    schedule = tuple(replace(r, boardset=chosen.get(r, r.boardset)) for r in there.schedule)
    effects = [Effect("seats", _first_seat(words, number, rows))] if rows else []
    effects += _missed(frozen, number, words)
    return concluded(replace(there, schedule=schedule), effects, words, (number,))


def _back(plan: Plan, frozen: int, number: int, words: MovementTerms) -> Plan:
    """Return the plan with this number present from the next round on. Raise MovementError if it is present already."""
    away = [a for a in plan.away if a.contestant != number]
    absences = [a for a in plan.away if a.contestant == number]
    if number in plan.absent:
        absences = [Away(number, 1, frozen)]
    elif not any(a.covers(frozen + 1) for a in absences):
        raise MovementError(f"{capital(words.contestant(number))} is playing already.")
    ended = [replace(a, last=frozen) if a.covers(frozen + 1) else a for a in absences]
    return replace(
        plan,
        absent=tuple(n for n in plan.absent if n != number),
        away=tuple(a for a in (*away, *ended) if a.last is None or a.last >= a.first),
    )


def _sets_for(plan: Plan, number: int, rows: list[Pairing], share: bool) -> dict[Pairing, int] | None:
    """Return a board set for each of these rows, or None if that is impossible. Neither contestant in a row plays that
    set in another round.

    If `share` is False, no other table plays the set in the same round.
    """
    has: dict[int, set[int]] = {}
    busy: dict[int, set[int]] = {}
    plays: Counter[int] = Counter()
    for row in plan.played():
        for contestant in (row.ns, row.ew):
            has.setdefault(contestant, set()).add(row.boardset)
        busy.setdefault(row.round, set()).add(row.boardset)
        plays[row.boardset] += 1

    def free(row: Pairing) -> list[int]:
        taken = has.get(row.ns, set()) | has.get(row.ew, set()) | (set() if share else busy.get(row.round, set()))
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


def _first_seat(words: MovementTerms, number: int, rows: list[Pairing]) -> str:
    first = rows[0]
    other = first.ew if number == first.ns else first.ns
    return (
        f"{capital(words.contestant(number))} takes the empty seat: from round {first.round} "
        f"at table {words.table(first.table)} against {words.contestant(other)}."
    )


def _missed(frozen: int, number: int, words: MovementTerms) -> list[Effect]:
    if not frozen:
        return []
    missed = rounds_text(range(1, frozen + 1))
    who = words.contestant(number)
    text = f"What was played in {missed} stays as it is: {who} has no score there, and loses nothing by it."
    return [Effect("scores", text)]


def _in_place_of(plan: Plan, frozen: int, robot: int, words: MovementTerms) -> Change:
    taken: dict[int, OpenSeat | None] = {}
    for number in later_rounds(plan, frozen):
        offers = [seat for seat in seats(plan, number, "both") if seat.displaced == robot]
        taken[number] = offers[0] if offers else None
    effects = [
        Effect("seats", f"{capital(words.contestant(robot))} plays no more: the newcomer has its places."),
        Effect("scores", f"What was played against {words.contestant(robot)} stays and counts."),
    ]
    south = all(seat.displaced == seat.row.ns for seat in taken.values() if seat)
    new_plan = _joined(plan, frozen, taken, south=south)
    away = (*new_plan.away, Away(robot, frozen + 1, None))
    return concluded(replace(new_plan, away=away), effects, words, (plan.contestants + 1,))


def _round_the_room(plan: Plan, frozen: int, words: MovementTerms) -> Change | None:
    """Return the repair with the rover or bump who sits out the fewest rounds, or None if no route was found."""
    rounds = list(later_rounds(plan, frozen))
    sides: tuple[Side, ...] = ("ns", "ew") if plan.winners == 2 else ("both",)
    newcomer, spared = plan.contestants + 1, sits_out(plan)
    for byes in range(len(rounds)):
        for side in sides:
            offers = [seats(plan, number, side) for number in rounds]
            path = route(offers, byes=byes, spared=spared, most=MOST_STEPS)
            if path is not None:
                taken = dict(zip(rounds, path, strict=True))
                joined = _joined(plan, frozen, taken, south=side != "ew")
                return concluded(joined, _going(taken, side, frozen, newcomer, words), words, (newcomer,))
    return None


def _joined(plan: Plan, frozen: int, taken: dict[int, OpenSeat | None], *, south: bool) -> Plan:
    """Return the plan with the newcomer, who counts as away in the rounds that have begun."""
    wider = with_newcomer(plan, taken, south=south)
    return replace(wider, away=(*plan.away, Away(plan.contestants + 1, 1, frozen))) if frozen else wider


def _going(
    taken: dict[int, OpenSeat | None], side: Side, frozen: int, newcomer: int, words: MovementTerms
) -> list[Effect]:
    goes = [f"table {words.table(seat.row.table)} in round {n}" for n, seat in taken.items() if seat]
    out = [f"{words.contestant(seat.displaced)} in round {n}" for n, seat in taken.items() if seat]
    idle = [n for n, seat in taken.items() if seat is None]
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
