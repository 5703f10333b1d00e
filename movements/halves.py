"""Half-rounds for two and three tables: a small Howell in which no two tables ever need the same boards at once.

Opponents stay together for two half-rounds, on two board sets. Two tables simply exchange their sets. For three
tables, there are 15 ways to split six contestants into couples. Five of these ways are the rounds of a round robin,
and the other 10 are the board sets. The couples of a set meet in three rounds, and each couple is in two sets.
"""

from collections.abc import Iterator, Sequence

from movements.errors import MovementError
from movements.layout import wrap
from movements.plan import Pairing, Plan

Couple = tuple[int, int]
Split = tuple[Couple, ...]
FULL_ROUNDS = {2: 6, 3: 10}
# The meetings, counted round by round and table by table, that sit the other way round: the most even choice.
TURNED_ROUNDS = {2: 4, 3: 157}


def half_round_lengths(tables: int) -> range:
    """Return the possible numbers of half-rounds. They are even, because two half-rounds make a round.

    They go up to 6 for two tables and up to 10 for three tables. Other numbers of tables have no half-rounds.
    """
    return range(2, FULL_ROUNDS.get(tables, 0) + 1, 2)


def half_rounds(tables: int, rounds: int) -> Plan:
    """Return a Howell for two or three tables in `rounds` half-rounds, with as many board sets as half-rounds.

    Raise MovementError for other numbers of tables or rounds.
    """
    if tables not in FULL_ROUNDS:
        raise MovementError(f"Half-rounds are for 2 or 3 tables, not {tables}: use howell.")
    if rounds not in half_round_lengths(tables):
        raise MovementError(
            f"Half-rounds of {tables} tables come in twos, 2 to {FULL_ROUNDS[tables]} of them, not {rounds}."
        )
    return turned(tables, TURNED_ROUNDS[tables]).cut(rounds)


def turned(tables: int, turns: int) -> Plan:
    """Return all half-rounds for this number of tables.

    If bit m of `turns` is set, the lower number in meeting m sits N/S instead of E/W.
    """
    rounds = [_split_of_round(tables, number) for number in range(2 * tables - 1)]
    sets = _two_sets_each(rounds)
    rows = []
    for number, split in enumerate(rounds):
        for half in (0, 1):
            for table, couple in enumerate(split):
                low, high = sorted(couple)
                ns, ew = (low, high) if turns >> (number * tables + table) & 1 else (high, low)
                rows.append(Pairing(2 * number + half + 1, table + 1, ns, ew, sets[number][table][half]))
    full = FULL_ROUNDS[tables]
    return Plan("half-rounds", tables, full, 2 * tables, full, 1, (), tuple(rows), ("rematches",))


def _split_of_round(tables: int, number: int) -> Split:
    """Return one round of a round robin in a circle. Number 2T stays at table 1."""
    circle = 2 * tables - 1
    others = ((wrap(number + x + 1, circle), wrap(number - x + 1, circle)) for x in range(1, tables))
    return ((2 * tables, number + 1), *others)


def _two_sets_each(rounds: Sequence[Split]) -> list[list[tuple[int, int]]]:
    """Return, for every meeting, the two board sets that are played in it."""
    if len(rounds[0]) == 2:
        return [[(2 * r + 1, 2 * r + 2), (2 * r + 2, 2 * r + 1)] for r in range(len(rounds))]
    known = {frozenset(map(frozenset, split)) for split in rounds}
    free = [split for split in _splits([1, 2, 3, 4, 5, 6]) if frozenset(map(frozenset, split)) not in known]

    def of(couple: Couple) -> tuple[int, int]:
        first, second = (n for n, split in enumerate(free, start=1) if tuple(sorted(couple)) in split)
        return first, second

    return [[of(couple) for couple in split] for split in rounds]


def _splits(contestants: Sequence[int]) -> Iterator[Split]:
    """Yield every way to split ascending numbers into couples."""
    if not contestants:
        yield ()
        return
    first, *others = contestants
    for other in others:
        for more in _splits([c for c in others if c != other]):
            yield ((first, other), *more)
