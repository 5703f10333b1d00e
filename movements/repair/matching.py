"""Matching as many keys as possible with a different value each (bipartite), or pairing off all contestants."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

L = TypeVar("L", bound=Hashable)
R = TypeVar("R", bound=Hashable)
MOST_STEPS = 400


def one_each(options: Mapping[L, Sequence[R]]) -> dict[L, R]:
    """Match as many keys as possible with a different value each, preferring earlier options (augmenting paths)."""
    holder: dict[R, L] = {}

    def seat(left: L, tried: set[R]) -> bool:
        for right in options[left]:
            if right not in tried:
                tried.add(right)
                if right not in holder or seat(holder[right], tried):
                    holder[right] = left
                    return True
        return False

    for left in sorted(options, key=lambda left: len(options[left])):
        seat(left, set())
    return {left: right for right, left in holder.items()}


def into_couples(people: Sequence[int], may: Callable[[int, int], bool], turn: int = 0) -> list[tuple[int, int]] | None:
    """Put everyone into an allowed couple, beginning with the people who have the fewest possible partners.

    Return None if no solution was found in time.
    """
    count = len(people)
    place = {person: at for at, person in enumerate(people)}
    near = {
        person: sorted(
            (other for other in people if other != person and may(person, other)),
            key=lambda other, first=person: (place[other] + place[first] - turn) % count,  # type: ignore[misc]
        )
        for person in people
    }
    steps = 0

    def rest(free: frozenset[int]) -> list[tuple[int, int]] | None:
        nonlocal steps
        if not free:
            return []
        steps += 1
        if steps > MOST_STEPS:
            return None
        first = min(free, key=lambda person: (sum(other in free for other in near[person]), place[person]))
        for other in near[first]:
            if other in free:
                couples = rest(free - {first, other})
                if couples is not None:
                    return [(first, other), *couples]
        return None

    return rest(frozenset(people))
