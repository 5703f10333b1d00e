"""Correcting who sat where: two contestants changed places, or a table had the wrong players or directions."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from games.wording import capital, listed
from movements.errors import MovementError
from movements.notes import declaring
from movements.plan import SIT_OUT, Pairing, Plan
from movements.repair.base import (
    PLAIN,
    Change,
    Effect,
    concluded,
    newly_alone,
    playing,
    replays,
)
from movements.terms import MovementTerms

SCORES_FOLLOW_PLAYERS = "Scores of these boards go to those who really played them; all others stay."


def swap(plan: Plan, frozen: int, first: int, other: int, number: int, *, words: MovementTerms = PLAIN) -> Change:
    """Exchange the places of two contestants in round `number`.

    If nobody replays a board, only that round changes, perhaps with other boards at some tables. Otherwise the two
    contestants stay exchanged until the end. Raise MovementError if they have already played those boards.
    """
    for contestant in (first, other):
        playing(plan, contestant, number, words)
    if first == other:
        raise MovementError("Choose two different contestants.")
    names = f"{words.contestant(first)} and {words.contestant(other)}"
    effects = [
        _now(f"In round {number} {names} sit in each other's places."),
        Effect("scores", SCORES_FOLLOW_PLAYERS),
    ]
    return _first_sound(plan, {first: other, other: first}, number, frozen, effects, words)


def flip(plan: Plan, number: int, table: int, *, words: MovementTerms = PLAIN) -> Change:
    """Exchange N/S and E/W at one table in one round, because the players really sat that way."""
    row = row_at(plan, number, table)
    _real(plan, row)
    turned = replace(plan, schedule=tuple(_turned(r) if r == row else r for r in plan.schedule))
    effects = [
        _now(f"Round {number}, table {words.table(table)}: {words.seated(row.ew, row.ns)}."),
        Effect(
            "scores",
            "Scores of these boards stay as they are written: each side's go to who really sat there.",
        ),
    ]
    effects += lists_kept(plan, turned, words)
    return concluded(turned, effects, words)


def lists_kept(before: Plan, after: Plan, words: MovementTerms) -> list[Effect]:
    """If there are two winners, say on which list a contestant who has sat in both directions is ranked."""
    if before.winners != 2 or "directions" not in declaring(after).declares:
        return []
    moved = sorted(before.south() ^ after.south())
    if not moved:
        return [Effect("scores", "Everybody stays in the list in which they sit most.")]
    lists = (f"{words.contestant(c)} with {words.sides[c not in after.south()]}" for c in moved)
    return [Effect("scores", f"Ranked from now on where they sit most: {listed(lists)}.")]


def re_pair(
    plan: Plan, frozen: int, number: int, table: int, ns: int, ew: int, *, words: MovementTerms = PLAIN
) -> Change:
    """Put `ns` and `ew` at this table in this round, because they really played there.

    The contestants whom they displace take the places where `ns` and `ew` would have sat.
    """
    row = row_at(plan, number, table)
    _real(plan, row)
    for contestant in (ns, ew):
        playing(plan, contestant, number, words)
    if ns == ew:
        raise MovementError("Nobody can play against themselves: choose two different contestants.")
    if (ns, ew) == (row.ns, row.ew):
        raise MovementError("That is how they sit already.")
    seats = _both(row, ns, ew)
    once = permuted(plan, seats, [number])
    where = f"Round {number}, table {words.table(table)}"
    effects = [_now(f"{where}: {words.seated(ns, ew)}.")]
    effects += [
        _now(f"Round {number}, table {words.table(new.table)}: {_who(plan, new, words)}.")
        for old, new in _changes(plan, once)
        if new.table != table
    ]
    effects.append(Effect("scores", SCORES_FOLLOW_PLAYERS))
    return _first_sound(plan, seats, number, frozen, effects, words)


def permuted(plan: Plan, seats: dict[int, int], numbers: Iterable[int]) -> Plan:
    """Return the plan with contestants exchanged in these rounds. `seats` maps a contestant to its replacement."""
    rounds = set(numbers)
    rows = tuple(
        replace(r, ns=seats.get(r.ns, r.ns), ew=seats.get(r.ew, r.ew)) if r.round in rounds else r
        for r in plan.schedule
    )
    return replace(plan, schedule=rows)


def _both(row: Pairing, ns: int, ew: int) -> dict[int, int]:
    """Return the exchanges that give `ns` and `ew` the two seats of a row: at most two, one made after the other."""
    first = {row.ns: ns, ns: row.ns}
    there = first.get(row.ew, row.ew)
    second = {there: ew, ew: there}
    whose = {row.ns, row.ew, ns, ew}
    return {c: second.get(first.get(c, c), first.get(c, c)) for c in whose}


def row_at(plan: Plan, number: int, table: int) -> Pairing:
    """Return a table's row in a round. Raise MovementError if there is no such row."""
    row = next((r for r in plan.round(number) if r.table == table), None)
    if row is None:
        raise MovementError(f"There is no table {table} in round {number}.")
    return row


def _first_sound(
    plan: Plan, seats: dict[int, int], number: int, frozen: int, effects: list[Effect], words: MovementTerms
) -> Change:
    """Try the exchange in round `number` alone, then with other boards at the affected tables, then until the end."""
    later = range(max(number, frozen) + 1, plan.rounds + 1)
    once = permuted(plan, seats, [number])
    _could_be(once, later.start - 1, words)
    mended = other_boards(once, later.start)
    if next(replays(once), None) is None:
        return _with_lists(plan, once, effects, words)
    if mended.board_sets == plan.board_sets:
        return _with_lists(plan, mended, [*effects, *_boards_instead(once, mended, words)], words)
    staying = _now("They stay so to the end: back in their own places somebody would replay boards.")
    try:
        return _with_lists(plan, permuted(plan, seats, [number, *later]), [*effects, staying], words)
    except MovementError:
        return _with_lists(plan, mended, [*effects, *_boards_instead(once, mended, words)], words)


def other_boards(plan: Plan, first: int) -> Plan:
    """Return the plan with other boards in rows, from round `first` on, where someone would otherwise replay boards.

    New board sets are added if needed.
    """
    has = Counter((c, row.boardset) for row in plan.played() for c in (row.ns, row.ew))
    plays = Counter(row.boardset for row in plan.played())
    sets = plan.board_sets
    rows: list[Pairing] = []
    for row in plan.schedule:
        both = row.ns, row.ew
        if row.round >= first and row.boardset and any(has[c, row.boardset] > 1 for c in both):
            busy = {r.boardset for r in (*rows, *plan.schedule) if r.round == row.round}
            free = [s for s in range(1, sets + 1) if not any(has[c, s] for c in both)]
            other = min(free, key=lambda s: (s in busy, plays[s] == 0, plays[s]), default=sets + 1)
            sets = max(sets, other)
            for c in both:
                has[c, row.boardset] -= 1
                has[c, other] += 1
            row = replace(row, boardset=other)
        rows.append(row)
    return replace(plan, board_sets=sets, schedule=tuple(rows))


def _boards_instead(before: Plan, after: Plan, words: MovementTerms) -> list[Effect]:
    effects = [
        Effect(
            "boards",
            f"Round {new.round}, table {words.table(new.table)} plays {words.boards(new.boardset)} instead of "
            f"{words.boards(old.boardset)}, which one of them has played.",
        )
        for old, new in _changes(before, after)
    ]
    fresh = [words.boards(s) for s in range(before.board_sets + 1, after.board_sets + 1)]
    if fresh:
        effects.append(Effect("boards", f"New boards are needed: {listed(fresh)}."))
    return [*effects, *newly_alone(before, after, words)]


def _with_lists(before: Plan, after: Plan, effects: list[Effect], words: MovementTerms) -> Change:
    return concluded(after, [*effects, *lists_kept(before, after, words)], words)


def _could_be(plan: Plan, frozen: int, words: MovementTerms) -> None:
    """Raise MovementError if someone would have played a board twice in the rounds that have begun."""
    past = replace(plan, rounds=frozen, schedule=tuple(r for r in plan.schedule if r.round <= frozen))
    for contestant, boardset, earlier, later in replays(past):
        who, boards = capital(words.contestant(contestant)), words.boards(boardset)
        raise MovementError(f"{who} has {boards} in round {earlier} and cannot have them in round {later} too.")


def _real(plan: Plan, row: Pairing) -> None:
    if row.boardset == SIT_OUT:
        raise MovementError(f"Nobody plays at table {row.table} in round {row.round}: there is nothing to put right.")


def _turned(row: Pairing) -> Pairing:
    return replace(row, ns=row.ew, ew=row.ns)


def _changes(before: Plan, after: Plan) -> list[tuple[Pairing, Pairing]]:
    return [(old, new) for old, new in zip(before.schedule, after.schedule, strict=True) if old != new]


def _who(plan: Plan, row: Pairing, words: MovementTerms) -> str:
    there = [c for c in (row.ns, row.ew) if c not in plan.missing(row.round)]
    if row.boardset == SIT_OUT:
        return f"{words.contestant(there[0])} sits out" if there else "nobody"
    return words.seated(row.ns, row.ew)


def _now(text: str) -> Effect:
    return Effect("seats", text)
