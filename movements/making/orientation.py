"""Swapping N/S and E/W at tables until everyone competes as evenly as possible with everyone else.

Let D be the directions (+1 N/S, -1 E/W) of 2T contestants on R board sets, and M = 1 where two contestants meet. If
everyone plays every set, the competition of two contestants is C = D D' + T M off the diagonal. The sum of all C does
not depend on how tables are turned, so Q = 100 S^2 / (N sum C^2) is best where the sum of the squares is smallest.
"""

from collections.abc import Sequence
from math import log
from operator import add, mul, sub

from movements.making.chance import Chance
from movements.making.designs import Meeting

LOGS = tuple(round(-1024 * log((i + 0.5) / 1024)) for i in range(1024))


class Directions:
    """The N/S contestant of each meeting of a design (at first as listed), and the sum of the squares of all C."""

    def __init__(self, meetings: Sequence[Meeting], contestants: int) -> None:
        self.contestants = contestants
        self._of = [[0] * contestants for _ in range(1 + max(b for _, b, _, _ in meetings))]
        self._c = [[0] * contestants for _ in range(contestants)]
        for _, boardset, contestant, other in meetings:
            self._of[boardset][contestant], self._of[boardset][other] = 1, -1
            self._c[contestant][other] = self._c[other][contestant] = contestants // 2
        for column in self._of:
            for contestant, direction in enumerate(column):
                row = self._c[contestant]
                self._c[contestant] = [c + direction * d for c, d in zip(row, column, strict=True)]
        for contestant, row in enumerate(self._c):
            row[contestant] = 0

    @property
    def squares(self) -> int:
        """The sum of C^2 over all couples."""
        return sum(sum(map(mul, row, row)) for row in self._c) // 2

    def is_turned(self, meeting: Meeting) -> bool:
        """True if the two contestants in a meeting sit the opposite way from how they are listed."""
        return self._of[meeting[1]][meeting[2]] < 0

    def gain(self, meeting: Meeting) -> int:
        """Return a quarter of the amount that turning the meeting adds to `squares`."""
        _, boardset, contestant, other = meeting
        column, left, right = self._of[boardset], self._c[contestant], self._c[other]
        pull: int = sum(map(mul, column, map(sub, left, right)))
        return 4 * (self.contestants // 2 - 1) - column[contestant] * pull - 2 * left[other]

    def turn(self, meeting: Meeting) -> None:
        """Make the two contestants in a meeting change seats."""
        _, boardset, contestant, other = meeting
        column, between = self._of[boardset], self._c[contestant][other]
        change = [2 * column[contestant] * d for d in column]
        left, right = list(map(sub, self._c[contestant], change)), list(map(add, self._c[other], change))
        left[contestant] = right[other] = 0
        left[other] = right[contestant] = between
        self._c[contestant], self._c[other] = left, right
        for c, row in enumerate(self._c):
            row[contestant], row[other] = left[c], right[c]
        column[contestant], column[other] = -column[contestant], -column[other]


def anneal(directions: Directions, meetings: Sequence[Meeting], heat: int, steps: int, seed: int) -> None:
    """Turn single meetings while cooling evenly from `heat` to zero (Kirkpatrick, Gelatt and Vecchi).

    `heat` is in quarters of a square. The highest contestant's meetings are never turned. Turning all the meetings
    of a board set changes no C, so the highest contestant may keep one direction.
    """
    chance = Chance(seed)
    free = [meeting for meeting in meetings if meeting[2] != directions.contestants - 1]
    for left in range(steps, 0, -1):
        meeting = free[chance.below(len(free))]
        luck = LOGS[chance.bits() & 1023]
        if directions.gain(meeting) * 1024 * steps <= heat * left * luck:
            directions.turn(meeting)


def best_of_all(directions: Directions, orbits: Sequence[Sequence[Meeting]]) -> None:
    """Turn whole orbits of meetings, trying all 2^(orbits - 1) combinations in Gray code order and keeping the best.

    The last orbit is never turned.
    """
    least, best = directions.squares, 0
    squares, code = least, 0
    for step in range(1, 1 << (len(orbits) - 1)):
        lowest = (step & -step).bit_length() - 1
        for meeting in orbits[lowest]:
            squares += 4 * directions.gain(meeting)
            directions.turn(meeting)
        code ^= 1 << lowest
        if squares < least:
            least, best = squares, code
    for number, orbit in enumerate(orbits):
        if (code ^ best) >> number & 1:
            for meeting in orbit:
                directions.turn(meeting)
