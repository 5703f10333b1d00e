"""Finds the Howells of `data/howells.json`: `python -m movements.make_howells > movements/data/howells.json`.

2T - 1 = 3, 7, 11 are primes of the form 4n + 3: T = 2, 4 and 6 are perfect by construction from squares. For
T = 5 and 7 starters and adders over Z_(2T-1) are searched until the orientation reaches the highest possible
Q. For T = 3 no Howell without a shared board set exists (no Room square of side 5): two ways to split the 15
meetings into five rounds agree in one round only, one of them gives the rounds, the other the board sets.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

from movements.balance import quality
from movements.howell import cyclic, howell_rounds, written_out

Row = list[int | None]
Position = tuple[int, int]
Round = tuple[Position, ...]

HIGHEST_Q = {5: Fraction(250, 3), 7: Fraction(2100, 23)}


def from_squares(tables: int) -> list[Row]:
    """Perfect cyclic first round for a prime q = 2T - 1 = 4n + 3."""
    q = howell_rounds(tables)
    squares = {x * x % q for x in range(1, q)}
    g = next(g for g in range(2, q) if len({pow(g, i, q) for i in range(q - 1)}) == q - 1)
    half = (q + 1) // 2
    rows: list[Row] = [[None, 0, 0]]
    for i in range((q - 1) // 2):
        x, y = pow(g, 2 * i, q), pow(g, 2 * i + 1, q)
        ns, ew = (x, y) if (x - y) * half % q in squares else (y, x)
        rows.append([ns, ew, (x + y) * half % q])
    return by_boardset(rows)


def by_search(tables: int, goal: Fraction) -> list[Row]:
    """First cyclic round in search order that is as even as `goal`."""
    modulus = howell_rounds(tables)
    for starter in starters(list(range(1, modulus)), modulus, frozenset()):
        for adder in adders(starter, modulus, frozenset(), frozenset({0})):
            for turned in product((False, True), repeat=tables - 1):
                pairs = [(y, x) if turn else (x, y) for (x, y), turn in zip(starter, turned, strict=True)]
                rows: list[Row] = [[ns, ew, b] for (ns, ew), b in zip(pairs, adder, strict=True)]
                rows = by_boardset([[None, 0, 0], *rows])
                if quality(cyclic(tables, rows)) >= goal:
                    return rows
    raise LookupError(f"no cyclic Howell of {tables} tables reaches Q = {goal}")


def starters(free: list[int], modulus: int, used: frozenset[int]) -> Iterator[Round]:
    """Every partition of `free` into couples whose differences are all distinct."""
    if not free:
        yield ()
        return
    x, *others = free
    for y in others:
        difference = min((x - y) % modulus, (y - x) % modulus)
        if difference not in used:
            rest = [position for position in others if position != y]
            for more in starters(rest, modulus, used | {difference}):
                yield ((x, y), *more)


def adders(
    starter: Round, modulus: int, taken: frozenset[int], met: frozenset[int]
) -> Iterator[tuple[int, ...]]:
    """Board sets for a starter: all distinct, and nobody plays one of them twice."""
    if not starter:
        yield ()
        return
    (x, y), *rest = starter
    for b in range(1, modulus):
        left, right = (b - x) % modulus, (b - y) % modulus
        if b not in taken and left not in met and right not in met:
            for more in adders(tuple(rest), modulus, taken | {b}, met | {left, right}):
                yield (b, *more)


def three_tables() -> list[list[list[int]]]:
    """The most even of all orientations of the one Howell with a single shared round (its last)."""
    rounds_of, sets_of = one_meeting_in_common()
    meetings = [(a, b) for a, b in combinations(range(1, 7), 2) if b != 6]
    best: tuple[Fraction, list[list[list[int]]]] | None = None
    for turned in product((False, True), repeat=len(meetings)):
        turn = dict(zip(meetings, turned, strict=True))
        rounds = [[oriented(meeting, turn, sets_of) for meeting in played] for played in rounds_of]
        q = quality(written_out(3, rounds))
        if best is None or q > best[0]:
            best = (q, rounds)
    assert best is not None
    return best[1]


def oriented(meeting: Position, turn: dict[Position, bool], sets_of: dict[Position, int]) -> list[int]:
    """[N/S, E/W, board set]; number 6 keeps N/S (turning everybody round at once changes nothing)."""
    low, high = meeting
    swapped = high == 6 or turn[meeting]
    return [high, low, sets_of[meeting]] if swapped else [low, high, sets_of[meeting]]


def one_meeting_in_common() -> tuple[list[Round], dict[Position, int]]:
    """Rounds (number 6 at table 1, the shared round last) and the board set of every meeting."""
    ways = list(splits(list(combinations(range(1, 7), 2))))
    rounds, sets = next((f, g) for f, g in combinations(ways, 2) if len(set(f) & set(g)) == 1)
    (shared,) = set(rounds) & set(sets)
    numbered = [s for s in sets if s != shared] + [shared]
    ordered = [r for r in rounds if r != shared] + [shared]
    sets_of = {meeting: n for n, played in enumerate(numbered, start=1) for meeting in played}
    return [tuple(sorted(r, key=lambda meeting: -meeting[1])) for r in ordered], sets_of


def splits(meetings: Sequence[Position]) -> Iterator[tuple[Round, ...]]:
    """Every way to split all meetings of six contestants into rounds of three tables."""
    if not meetings:
        yield ()
        return
    first = meetings[0]
    for pair in combinations(meetings[1:], 2):
        played = (first, *pair)
        if len({contestant for meeting in played for contestant in meeting}) == 6:
            for more in splits([meeting for meeting in meetings if meeting not in played]):
                yield (played, *more)


def by_boardset(rows: list[Row]) -> list[Row]:
    """Tables in the order of their board sets: boards then go down, table 1 keeps the one who stays."""
    return sorted(rows, key=lambda row: row[2] or 0)


def everything() -> dict[str, dict[str, object]]:
    """All that the data file holds, by number of tables."""
    found: dict[str, dict[str, object]] = {str(t): {"cyclic": from_squares(t)} for t in (4, 6)}
    # Two tables cannot differ in boards: both play set r in round r.
    found["2"] = {"cyclic": [[*row[:2], 0] for row in from_squares(2)]}
    found["3"] = {"rounds": three_tables()}
    found |= {str(t): {"cyclic": by_search(t, goal)} for t, goal in HIGHEST_Q.items()}
    return dict(sorted(found.items()))


def as_text(found: dict[str, dict[str, object]]) -> str:
    """JSON with one movement a line."""
    lines = (f'"{tables}": {json.dumps(what, separators=(",", ":"))}' for tables, what in found.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.write(as_text(everything()))
