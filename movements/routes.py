"""The route of a surplus contestant, who takes a seat at a different table in each round while its holder sits out.

The displaced contestant sits at an additional "table", the stand, opposite a number that belongs to nobody. Used
for a rover or bump, and when someone arrives late.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from movements.plan import SIT_OUT, Pairing, Plan

Side = Literal["ns", "ew", "both"]
Route = tuple["OpenSeat | None", ...]
MOST_TRIES = 100_000


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat that can be taken: its row, the contestant who would be displaced, and the opponent."""

    row: Pairing
    displaced: int
    opponent: int


class _Gone(NamedTuple):
    """Bits of everything that a newcomer may not meet again: displaced contestants, opponents and board sets."""

    displaced: int
    opponents: int
    sets: int

    def lets(self, seat: OpenSeat, again: bool) -> bool:
        """True if the seat is still allowed. If `again` is true, its opponent may be met a second time."""
        met = not again and self.opponents >> seat.opponent & 1
        return not (met or self.displaced >> seat.displaced & 1 or self.sets >> seat.row.boardset & 1)

    def plus(self, seat: OpenSeat) -> "_Gone":
        return _Gone(
            self.displaced | 1 << seat.displaced,
            self.opponents | 1 << seat.opponent,
            self.sets | 1 << seat.row.boardset,
        )


def seats(plan: Plan, number: int, side: Side) -> list[OpenSeat]:
    """Return the seats in a round that a newcomer could take."""
    open_seats = []
    for row in plan.round(number):
        if row.boardset != SIT_OUT:
            open_seats += [OpenSeat(row, row.ns, row.ew)] if side != "ew" else []
            open_seats += [OpenSeat(row, row.ew, row.ns)] if side != "ns" else []
    return open_seats


def route(
    rounds: Sequence[Sequence[OpenSeat]],
    *,
    rematches: int = 0,
    byes: int = 0,
    spared: Collection[int] = (),
    most: int = MOST_TRIES,
) -> Route | None:
    """Return one seat for each round, with different displaced contestants, opponents and sets, or None.

    `rematches` is the number of opponents who may be met again, and `byes` the number of rounds that may have no
    seat. `spared` contestants are never displaced. None means that no route exists, or that none was found in
    `most` attempts.
    """
    chosen: dict[int, OpenSeat | None] = {}
    tries = 0

    def extend(again: int, idle: int, gone: _Gone) -> bool:
        nonlocal tries
        tries += 1
        if len(chosen) == len(rounds):
            return True
        if tries > most:
            return False
        index, open_seats = _scarcest(rounds, chosen, gone, again > 0)
        for seat in open_seats:
            chosen[index] = seat
            if extend(again - (gone.opponents >> seat.opponent & 1), idle, gone.plus(seat)):
                return True
            del chosen[index]
        if idle:
            chosen[index] = None
            if extend(again, idle - 1, gone):
                return True
            del chosen[index]
        return False

    success = extend(rematches, byes, _Gone(sum(1 << number for number in set(spared)), 0, 0))
    return tuple(chosen[index] for index in range(len(rounds))) if success else None


def _scarcest(
    rounds: Sequence[Sequence[OpenSeat]], chosen: Mapping[int, OpenSeat | None], gone: _Gone, again: bool
) -> tuple[int, list[OpenSeat]]:
    """Return the undecided round with the fewest allowed seats, and those seats."""
    open_to = (
        (index, [seat for seat in row if gone.lets(seat, again)])
        for index, row in enumerate(rounds)
        if index not in chosen
    )
    return min(open_to, key=lambda choice: len(choice[1]))


def with_newcomer(plan: Plan, taken: Mapping[int, OpenSeat | None], *, south: bool) -> Plan:
    """Return the plan with a stand and two more numbers, for the newcomer and for the absent opponent at the stand.

    `taken` has the newcomer's seat for each round. In a round without a seat, the newcomer sits out. If `south`,
    the contestant at the stand is N/S.
    """
    newcomer, nobody, stand = plan.contestants + 1, plan.contestants + 2, plan.tables + 1
    rows = []
    for row in plan.schedule:
        seat = taken.get(row.round)
        if seat is not None and seat.row == row:
            row = replace(row, ns=newcomer) if seat.displaced == row.ns else replace(row, ew=newcomer)
        rows.append(row)
    for number in range(1, plan.rounds + 1):
        seat = taken.get(number)
        idle = newcomer if seat is None else seat.displaced
        pair = (idle, nobody) if south else (nobody, idle)
        rows.append(Pairing(number, stand, *pair, SIT_OUT))
    rows.sort(key=lambda row: (row.round, row.table))
    return replace(plan, tables=stand, contestants=nobody, absent=(nobody,), schedule=tuple(rows))
