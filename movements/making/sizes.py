"""Which turns the designs of each size are looked for with."""

from itertools import combinations_with_replacement

from movements.making.designs import Turn

# No design exists without sharing: every (round, board set), from 0, that several tables then share.
SHARED: dict[tuple[int, int], frozenset[tuple[int, int]]] = {
    (2, 2): frozenset({(0, 0), (1, 1)}),
    (2, 3): frozenset({(0, 0), (1, 1), (2, 2)}),
    (3, 5): frozenset({(4, 4)}),
    (4, 5): frozenset({(4, 4)}),
}


def cyclic_turns(tables: int, rounds: int) -> list[Turn]:
    """Turns of order R with one ring of R contestants, the others in rings whose lengths divide R.

    R odd and T even with R = T + 1 has none but by smaller rings; see docs/movements.md.
    """
    if (tables, rounds) in SHARED:
        return [Turn((3, 1), (3,), loose=SHARED[2, 3])] if rounds == 3 else []
    others = 2 * tables - rounds
    lengths = [length for length in range(rounds, 0, -1) if rounds % length == 0]
    rings = (ring for count in range(others + 1) for ring in combinations_with_replacement(lengths, count))
    return [Turn((rounds, *ring), (rounds,)) for ring in rings if sum(ring) == others]


def free_turns(tables: int, rounds: int) -> list[Turn]:
    """The turns of designs whose tables are then turned round one by one."""
    if (tables, rounds) in SHARED:
        return [Turn((1,) * (2 * tables), (1,) * rounds, loose=SHARED[tables, rounds])]
    if (tables, rounds) in ((4, 6), (5, 8)):
        return [Turn((1,) * (2 * tables), (1,) * rounds)]
    if rounds == tables + 1 and tables % 2 == 0:
        return [Turn((tables, tables), (tables, 1))]
    if rounds == tables and tables % 2 == 0:
        return [Turn((tables, tables), (tables,))]
    return [Turn((rounds,) + (1,) * (2 * tables - rounds), (rounds,))]
