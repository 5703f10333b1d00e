"""The faults that make a movement unplayable, by code and place. A plan without faults can be played.

Things a director may want (shared boards, a second meeting, several sit-outs) are not faults: see `movements.notes`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from movements.plan import DECLARABLE, SIT_OUT, Pairing, Plan

Place = tuple[int, int]


class FaultCode(StrEnum):
    EMPTY = "empty"  # no table, round or board set
    SEATS = "seats"  # tables and contestants do not fit together
    WINNERS = "winners"
    NOBODY = "nobody"  # fewer than two contestants
    IDLE = "idle"  # no boards are played at all
    ABSENT = "absent"  # an absent number that does not exist
    DECLARES = "declares"
    ROUND = "round"  # a row of a round that does not exist
    TABLE = "table"
    BOARD_SET = "board_set"
    CONTESTANT = "contestant"
    TABLE_TWICE = "table_twice"
    TABLE_MISSING = "table_missing"
    TWO_SEATS = "two_seats"  # a contestant at two tables in a round
    NO_SEAT = "no_seat"
    REPLAY = "replay"  # a contestant plays a board set twice
    NO_BOARDS = "no_boards"  # two present contestants, and no board set
    BOARDS_FOR_NOBODY = "boards_for_nobody"  # a board set where somebody is missing


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that makes a plan unplayable. `places` lists every (round, table) where it occurs.

    `number` is the contestant, table, board set or count to which the code refers. `boardset` is used for a replay
    and for boards that nobody plays.
    """

    code: FaultCode
    places: tuple[Place, ...] = ()
    round: int = 0
    number: int = 0
    boardset: int = 0
    word: str = ""


def faults(plan: Plan) -> list[Fault]:
    checks = (_counts, _ranges, _seats, _replays, _boards)
    return [fault for check in checks for fault in check(plan)]


def _counts(plan: Plan) -> Iterator[Fault]:
    if plan.tables < 1 or plan.rounds < 1 or plan.board_sets < 1:
        yield Fault(FaultCode.EMPTY)
    if plan.contestants != 2 * plan.tables:
        yield Fault(FaultCode.SEATS, number=plan.contestants, boardset=plan.tables)
    if plan.winners not in (1, 2):
        yield Fault(FaultCode.WINNERS, number=plan.winners)
    for absent in plan.absent:
        if not 1 <= absent <= plan.contestants:
            yield Fault(FaultCode.ABSENT, number=absent, boardset=plan.contestants)
    for word in plan.declares:
        if word not in DECLARABLE:
            yield Fault(FaultCode.DECLARES, word=word)
    if plan.tables and len(plan.present) < 2:
        yield Fault(FaultCode.NOBODY, number=len(plan.present))
    elif all(row.boardset == SIT_OUT for row in plan.schedule):
        yield Fault(FaultCode.IDLE)


def _ranges(plan: Plan) -> Iterator[Fault]:
    for p in plan.schedule:
        here = ((p.round, p.table),)
        if not 1 <= p.round <= plan.rounds:
            yield Fault(FaultCode.ROUND, here, p.round, plan.rounds)
        if not 1 <= p.table <= plan.tables:
            yield Fault(FaultCode.TABLE, here, p.round, plan.tables)
        if not SIT_OUT <= p.boardset <= plan.board_sets:
            yield Fault(FaultCode.BOARD_SET, here, p.round, boardset=p.boardset)
        for contestant in (p.ns, p.ew):
            if not 1 <= contestant <= plan.contestants:
                yield Fault(FaultCode.CONTESTANT, here, p.round, contestant)


def _seats(plan: Plan) -> Iterator[Fault]:
    rows: defaultdict[int, list[Pairing]] = defaultdict(list)
    for p in plan.schedule:
        rows[p.round].append(p)
    for number in range(1, plan.rounds + 1):
        here = rows[number]
        yield from _tables(plan, number, [p.table for p in here])
        yield from _contestants(plan, number, here)


def _tables(plan: Plan, number: int, tables: list[int]) -> Iterator[Fault]:
    if len(tables) == plan.tables and set(tables) == set(range(1, plan.tables + 1)):
        return
    times = Counter(tables)
    for table in range(1, plan.tables + 1):
        if times[table] > 1:
            yield Fault(FaultCode.TABLE_TWICE, ((number, table),), number, table)
        elif not times[table]:
            yield Fault(FaultCode.TABLE_MISSING, ((number, table),), number, table)


def _contestants(plan: Plan, number: int, here: list[Pairing]) -> Iterator[Fault]:
    seated = [contestant for p in here for contestant in (p.ns, p.ew)]
    if len(seated) == plan.contestants and set(seated) == set(range(1, plan.contestants + 1)):
        return
    at: defaultdict[int, list[Place]] = defaultdict(list)
    for p in here:
        for contestant in (p.ns, p.ew):
            at[contestant].append((p.round, p.table))
    for contestant in range(1, plan.contestants + 1):
        if len(at[contestant]) > 1:
            yield Fault(FaultCode.TWO_SEATS, tuple(at[contestant]), number, contestant)
        elif not at[contestant] and contestant not in plan.absent:
            yield Fault(FaultCode.NO_SEAT, (), number, contestant)


def _replays(plan: Plan) -> Iterator[Fault]:
    at: defaultdict[Place, list[Place]] = defaultdict(list)
    for p in plan.schedule:
        if p.boardset != SIT_OUT:
            for contestant in {p.ns, p.ew} - plan.missing(p.round):
                at[contestant, p.boardset].append((p.round, p.table))
    for (contestant, boardset), places in at.items():
        if len(places) > 1:
            yield Fault(FaultCode.REPLAY, tuple(places), number=contestant, boardset=boardset)


def _boards(plan: Plan) -> Iterator[Fault]:
    for p in plan.schedule:
        missing = {p.ns, p.ew} & plan.missing(p.round)
        if bool(missing) == (p.boardset == SIT_OUT):
            continue
        code = FaultCode.BOARDS_FOR_NOBODY if missing else FaultCode.NO_BOARDS
        yield Fault(code, ((p.round, p.table),), p.round, min(missing, default=0), p.boardset)
