"""Compute `data/barometers.json`: who sits N/S in the barometers for 2 to 30 tables.

`python -m movements.make_barometers > movements/data/barometers.json` writes the file again.

Every contestant has the same directions as seen from the place of the round: signs s(-x) = -s(x) round a circle of q =
2T - 1 places, with E/W at x = 0. The competition of two contestants d places apart is T + sum s(i) s(i + d), so the
more even the autocorrelation, the better. For a prime q = 3 mod 4, the squares modulo q are perfect. For other q,
single signs are changed from many random starting points as long as each change is an improvement.
"""

import json
import sys
from collections.abc import Iterator

SIZES = range(2, 31)
MAX_STARTS = 300


def from_squares(circle: int) -> str | None:
    """Return the perfect turns for a circle of 4n + 3 places if that number is prime, or None for other circles."""
    if circle % 4 != 3 or any(circle % p == 0 for p in range(3, circle, 2)):
        return None
    squares = {x * x % circle for x in range(1, circle)}
    return "".join("01"[x not in squares] for x in range(1, (circle + 1) // 2))


def autocorrelation(turned: list[int]) -> list[int]:
    """Return the sums of s(i) s(i + d) for d = 1 .. T-1."""
    signs = [-1, *turned, *(-sign for sign in reversed(turned))]
    circle = len(signs)
    double = signs + signs
    return [sum(map(int.__mul__, signs, double[d : d + circle])) for d in range(1, (circle + 1) // 2)]


def unevenness(turned: list[int]) -> int:
    """Return the sum of the squared competitions of pairs of contestants on the circle, up to a factor."""
    tables = len(turned) + 1
    return sum((tables + a) ** 2 for a in autocorrelation(turned))


def starts(length: int) -> Iterator[list[int]]:
    """Yield pseudo-random lists of signs, which are the same in every run."""
    state = 1
    for _ in range(MAX_STARTS):
        signs = []
        for _ in range(length):
            state = state * 48271 % 2147483647
            signs.append(1 if state & 1024 else -1)
        yield signs


def downhill(turned: list[int]) -> tuple[int, list[int]]:
    """Change one sign at a time until no change makes the turns more even."""
    best, unchanged, x = unevenness(turned), 0, 0
    while unchanged < len(turned):
        turned[x] = -turned[x]
        now = unevenness(turned)
        if now < best:
            best, unchanged = now, 0
        else:
            turned[x], unchanged = -turned[x], unchanged + 1
        x = (x + 1) % len(turned)
    return best, turned


def found(tables: int) -> str:
    """Return the most even turns found for this number of tables."""
    perfect = from_squares(2 * tables - 1)
    if perfect is not None:
        return perfect
    _, signs = min(downhill(start) for start in starts(tables - 1))
    return "".join("01"[sign < 0] for sign in signs)


def as_text() -> str:
    """Return the turns as JSON, with one size per line."""
    return "{\n" + ",\n".join(f"{json.dumps(str(t))}: {json.dumps(found(t))}" for t in SIZES) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.write(as_text())
