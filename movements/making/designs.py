"""Howell designs by exact cover: who meets whom, in which round, on which board set.

T tables in R rounds with R board sets make RT meetings. Every contestant sits once in every round and plays every
board set once, no two meetings share both round and board set, and nobody meets anyone twice. The search is limited to
designs that a turn maps to themselves. The turn moves contestants, rounds and board sets on by one place, in rings
whose lengths divide its order, so that a whole orbit of meetings is chosen at once. A turn of order R with one ring of
R rounds is the movement in which everyone follows the contestant with the next lower number (starter and adder). Order
1 means no symmetry.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, chain, combinations

from movements.howell import next_places
from movements.making.chance import Chance

Meeting = tuple[int, int, int, int]  # round, board set, N/S, E/W; all from 0
Orbit = tuple[Meeting, ...]
MAX_ATTEMPTS, MAX_NODES = 200, 3000  # attempts, each with shuffled orbits; nodes of one attempt


@dataclass(frozen=True, slots=True)
class RingTurn:
    """A turn: the lengths of the contestant rings and round rings that it moves on by one place.

    Board sets have the same rings as rounds. `halves` gives the half, 0 or 1, to which each contestant ring
    belongs. Within a half, only contestants at the same place in two rings of equal length may meet. If `halves` is
    empty, any two contestants may meet. `loose` has each (round, board set) that several tables may share, for
    sizes that have no design without shared sets.
    """

    contestants: tuple[int, ...]
    rounds: tuple[int, ...]
    halves: tuple[int, ...] = ()
    loose: frozenset[tuple[int, int]] = frozenset()

    def orbits(self) -> list[Orbit]:
        """Return every orbit of meetings in which no contestant repeats a round, board set or opponent.

        The contestant with the highest number, who often never moves, is always N/S.
        """
        orbits: list[Orbit] = []
        seen: set[Meeting] = set()
        highest = sum(self.contestants) - 1
        couples = self._couples()
        for first in _starts(self.rounds):
            for boardset in range(sum(self.rounds)):
                for lower, other in couples:
                    meeting = (first, boardset, lower, other) if other < highest else (first, boardset, other, lower)
                    if meeting not in seen:
                        orbit = self.orbit(meeting)
                        seen.update(orbit, [(r, b, ew, ns) for r, b, ns, ew in orbit])
                        if self._is_consistent(orbit):
                            orbits.append(orbit)
        return orbits

    def _couples(self) -> list[tuple[int, int]]:
        """Return the couples who may meet, each with the lower number first."""
        everybody = combinations(range(sum(self.contestants)), 2)
        if not self.halves:
            return list(everybody)
        places = [
            (half, length, offset)
            for half, length in zip(self.halves, self.contestants, strict=True)
            for offset in range(length)
        ]
        return [
            (lower, other)
            for lower, other in everybody
            if places[lower][0] != places[other][0] or places[lower] == places[other]
        ]

    def orbit(self, meeting: Meeting) -> Orbit:
        """Return a meeting and the meetings that follow from it, in order."""
        later, following = next_places(self.rounds), next_places(self.contestants)
        orbit = [meeting]
        while True:
            r, b, ns, ew = orbit[-1]
            after = (later[r], later[b], following[ns], following[ew])
            if after == meeting:
                return tuple(orbit)
            orbit.append(after)

    def _is_consistent(self, orbit: Orbit) -> bool:
        rounds = {(r, c) for r, _, *both in orbit for c in both}
        sets = {(b, c) for _, b, *both in orbit for c in both}
        couples = {frozenset(both) for _, _, *both in orbit}
        places = [(r, b) for r, b, _, _ in orbit if (r, b) not in self.loose]
        once = len(rounds) == len(sets) == 2 * len(orbit) and len(couples) == len(orbit)
        return once and len(set(places)) == len(places)


def design(turn: RingTurn, seed: int, attempts: int = MAX_ATTEMPTS) -> list[Orbit]:
    """Return the design for this turn and seed. Raise LookupError if none was found, perhaps because none exists."""
    chance = Chance(seed)
    orbits = turn.orbits()
    options, missing = _exact_cover(turn, orbits)
    for _ in range(attempts):
        chance.shuffle(options)
        chosen = _Cover(MAX_NODES).chosen(options, missing)
        if chosen is not None:
            return [orbits[number] for number in sorted(chosen)]
    raise LookupError(f"no design for {turn} with seed {seed}")


@dataclass(frozen=True, slots=True)
class _Option:
    """An orbit: `takes` has the bits that it occupies, and `covers` the contestants' rounds and board sets."""

    number: int
    takes: int
    covers: frozenset[int]


class _Cover:
    """An exact cover search that tries the scarcest item first and gives up after a number of nodes."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes

    def chosen(self, options: list[_Option], missing: frozenset[int]) -> list[int] | None:
        """Return the numbers of disjoint options that cover all of `missing`, or None if none were found in time."""
        if not missing:
            return []
        self._nodes -= 1
        if self._nodes < 0:
            return None
        counts = Counter(chain.from_iterable(option.covers for option in options))
        scarcest = min(missing, key=lambda thing: (counts[thing], thing))
        for option in options:
            if scarcest in option.covers:
                left = [other for other in options if not other.takes & option.takes]
                more = self.chosen(left, missing - option.covers)
                if more is not None:
                    return [option.number, *more]
        return None


def _exact_cover(turn: RingTurn, orbits: list[Orbit]) -> tuple[list[_Option], frozenset[int]]:
    """Return the orbits as options, and what they have to cover: all contestants' rounds, then their board sets."""
    later, following = next_places(turn.rounds), next_places(turn.contestants)
    seats, couples, places = (
        _classes(later, following),
        _classes(following, following),
        _classes(later, later),
    )
    highest = 1 + max(map(max, seats))
    options = []
    for number, orbit in enumerate(orbits):
        r, b, contestant, other = orbit[0]
        covers = {seats[r][contestant], seats[r][other], highest + seats[b][contestant], highest + seats[b][other]}
        couple = 2 * highest + min(couples[contestant][other], couples[other][contestant])
        place = 2 * highest + 1 + max(map(max, couples)) + places[r][b]
        takes = covers | {couple} | (set() if (r, b) in turn.loose else {place})
        options.append(_Option(number, sum(1 << thing for thing in takes), frozenset(covers)))
    return options, frozenset(range(2 * highest))


def _classes(next_left: list[int], next_right: list[int]) -> list[list[int]]:
    """Number the couples (left, right) from 0. Couples that the turn maps to each other get the same number."""
    numbers = [[-1] * len(next_right) for _ in next_left]
    free = 0
    for left in range(len(next_left)):
        for right in range(len(next_right)):
            if numbers[left][right] < 0:
                while numbers[left][right] < 0:
                    numbers[left][right] = free
                    left, right = next_left[left], next_right[right]
                free += 1
    return numbers


def _starts(rings: tuple[int, ...]) -> Iterator[int]:
    return (end - length for length, end in zip(rings, accumulate(rings), strict=True))
