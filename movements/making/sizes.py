"""The turns used to search for designs of each size."""

from itertools import chain, combinations_with_replacement, islice

from movements.making.designs import RingTurn

MOST_RINGS = 4  # combinations of small rings to try
WITHOUT_SYMMETRY = {(4, 6), (5, 8)}  # no cyclic design exists
# No design exists without sharing. These are the (round, board set), from 0, that several tables share.
SHARED: dict[tuple[int, int], frozenset[tuple[int, int]]] = {
    (2, 2): frozenset({(0, 0), (1, 1)}),
    (2, 3): frozenset({(0, 0), (1, 1), (2, 2)}),
    (3, 5): frozenset({(4, 4)}),
    (4, 5): frozenset({(4, 4)}),
}


def cyclic_turns(tables: int, rounds: int) -> list[RingTurn]:
    """Return turns of order R with a ring of R contestants. The other contestants stay, or move in a few rings
    whose lengths divide R.
    """
    if (tables, rounds) in SHARED:
        return [RingTurn((3, 1), (3,), loose=SHARED[2, 3])] if rounds == 3 else []
    others = 2 * tables - rounds
    lengths = [length for length in range(rounds, 0, -1) if rounds % length == 0]
    rings = chain.from_iterable(combinations_with_replacement(lengths, count) for count in range(1, others))
    moving = islice((ring for ring in rings if sum(ring) == others), MOST_RINGS)
    return [RingTurn((rounds, *ring), (rounds,)) for ring in ((1,) * others, *moving)]


def free_turns(tables: int, rounds: int) -> list[RingTurn]:
    """Return turns for designs whose tables are then turned one at a time: cyclic turns and turns of smaller order."""
    if (tables, rounds) in SHARED:
        return [RingTurn((1,) * (2 * tables), (1,) * rounds, loose=SHARED[tables, rounds])]
    if (tables, rounds) in WITHOUT_SYMMETRY:
        return [RingTurn((1,) * (2 * tables), (1,) * rounds)]
    half = tables // 2
    if tables % 2 == 0 and rounds == tables:
        quarters = RingTurn((half,) * 4, (half,) * 2)
        # As in a Mitchell, nobody meets anybody from the own half.
        return [quarters, RingTurn((tables - 1, 1, tables - 1, 1), (tables - 1, 1), halves=(0, 0, 1, 1))]
    if tables % 2 == 0 and rounds == tables + 1:
        return [RingTurn((half,) * 4, (half, half, 1), halves) for halves in ((0, 0, 1, 1), ())]
    orders = [order for order in range(rounds - 1, 1, -1) if rounds % order == 0 or (rounds - 1) % order == 0]
    return cyclic_turns(tables, rounds) + [
        RingTurn(
            (order,) * rings + (1,) * (2 * tables - rings * order),
            (order,) * (rounds // order) + (1,) * (rounds % order),
        )
        for order in orders
        if 3 * order >= rounds - 1
        for rings in (2 * tables // order, 2 * tables // order - 1)
    ]
