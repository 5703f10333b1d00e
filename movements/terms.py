"""Names for contestants, boards, tables and sides, for use in sentences about a movement."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from games.wording import listed


@dataclass(frozen=True, slots=True)
class MovementTerms:
    """The names used in sentences for a contestant, the boards in a set, a table and its two sides."""

    contestant: Callable[[int], str] = "contestant {}".format
    boards: Callable[[int], str] = "board set {}".format
    table: Callable[[int], str] = str
    sides: tuple[str, str] = ("N/S", "E/W")

    def seated(self, ns: int, ew: int) -> str:
        """Return a phrase such as "contestant 2 sits N/S, contestant 9 E/W"."""
        return f"{self.contestant(ns)} sits {self.sides[0]}, {self.contestant(ew)} {self.sides[1]}"


def in_runs(numbers: Iterable[int]) -> str:
    """Return ascending numbers as text, such as "1 to 4 and 7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed(word for run in runs for word in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run))
