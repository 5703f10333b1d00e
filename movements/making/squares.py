"""Perfectly even full Howells, for a prime 2T - 1 that is 3 more than a multiple of 4: 4, 6, 10, 12 ... tables."""

from movements.making.designs import Orbit, RingTurn


def from_squares(turn: RingTurn) -> list[Orbit]:
    """Return the design of a cyclic turn with one contestant who never moves, including its directions.

    Let q = 2T - 1 be the number of contestants in the ring and g a primitive root. g^2i meets g^(2i+1) on the board
    set halfway between them, and sits N/S if half their difference is a square modulo q (Paley). Contestant 2T meets
    contestant 0 on set 0.
    """
    q = turn.rounds[0]
    squares = {x * x % q for x in range(1, q)}
    g = next(g for g in range(2, q) if len({pow(g, i, q) for i in range(q - 1)}) == q - 1)
    half = (q + 1) // 2
    first = [(0, 0, q, 0)]
    for i in range((q - 1) // 2):
        x, y = pow(g, 2 * i, q), pow(g, 2 * i + 1, q)
        ns, ew = (x, y) if (x - y) * half % q in squares else (y, x)
        first.append((0, (x + y) * half % q, ns, ew))
    return [turn.orbit(meeting) for meeting in first]
