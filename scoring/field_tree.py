"""All plays of a board as one tree. Identical beginnings are merged, and the tree branches where plays differ."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Branch:
    """The `steps` that the plays `keys` share from position `start`. The root is the branch of all plays.

    The plays in `ends` end with the last step. The other plays split into `branches`, which differ in their first
    step. The most frequent branch comes first. Of equally frequent branches, the branch whose play was given first
    comes first.
    """

    start: int
    steps: tuple[str, ...]
    keys: tuple[int, ...]
    ends: tuple[int, ...]
    branches: tuple["Branch", ...]

    @property
    def end(self) -> int:
        """The position after the last of the branch's steps."""
        return self.start + len(self.steps)

    def every(self) -> Iterator["Branch"]:
        """Yield this branch and all branches below it."""
        yield self
        for branch in self.branches:
            yield from branch.every()


def field_tree(plays: Mapping[int, Sequence[str]]) -> Branch:
    """Return the tree of these plays, each of which is a sequence of steps. Identical plays end at the same place.

    Raise ValueError if there are no plays.
    """
    if not plays:
        raise ValueError("A tree needs a play")
    return _branch(plays, tuple(plays), 0)


def _branch(plays: Mapping[int, Sequence[str]], keys: tuple[int, ...], start: int) -> Branch:
    end = _alike(plays, keys, start)
    ways: dict[str, list[int]] = {}
    for key in keys:
        if len(plays[key]) > end:
            ways.setdefault(plays[key][end], []).append(key)
    split = sorted(ways.values(), key=len, reverse=True)  # a stable order
    return Branch(
        start,
        tuple(plays[keys[0]][start:end]),
        keys,
        tuple(key for key in keys if len(plays[key]) == end),
        tuple(_branch(plays, tuple(way), end) for way in split),
    )


def _alike(plays: Mapping[int, Sequence[str]], keys: tuple[int, ...], start: int) -> int:
    """Return the position up to which these plays are identical, beginning at `start`."""
    first, *others = (plays[key] for key in keys)
    end = start
    while end < len(first) and all(len(play) > end and play[end] == first[end] for play in others):
        end += 1
    return end
