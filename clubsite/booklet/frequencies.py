"""The frequencies of a board: each score, how many tables had it, what was played, and each player's percentage."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubsite.booklet.field import AS_PLAYED, BookletLine
from games.wording import over_text
from scoring.ruling_text import status_words


@dataclass(frozen=True, slots=True)
class PlayedContract:
    """A contract with its doubles, its declarer (or ""), the tricks over it, and the number of tables that played it.

    `alone` is True if all tables with the same score played it.
    """

    contract: str
    declarer: str
    over: int
    count: int
    alone: bool

    @property
    def over_text(self) -> str:
        """The tricks over the contract, such as `=`, `+1` or `−2`."""
        return over_text(self.over) if self.declarer else ""

    @property
    def by(self) -> str:
        """The declarer, and the number of tables if the others played something else: `S (3)`."""
        return self.declarer if self.alone else f"{self.declarer} ({self.count})".strip()

    @property
    def printed(self) -> tuple[str, str]:
        """The code of the contract, such as 4SX, or "" if the board was passed out, and the text after it."""
        return (
            (self.contract, f"{self.over_text} {self.by}") if self.declarer else ("", f"Passed out {self.by}".strip())
        )


@dataclass(frozen=True, slots=True)
class Frequency:
    """One or more tables with one score and the same percentages.

    `score` is South's, or None if `words` says why there is none. `played` has the contracts, the most frequent first.
    """

    score: int | None
    count: int
    played: tuple[PlayedContract, ...]
    percent_south: Fraction | None
    percent_north: Fraction | None
    words: str = ""


def frequencies_of(lines: Sequence[BookletLine]) -> tuple[Frequency, ...]:
    """Return the frequencies of all lines, the best score for South first, and lines without a score last."""
    groups: dict[tuple[object, ...], list[BookletLine]] = {}
    for line in lines:
        key = (line.result.ns_score, _words(line), line.percent_south, line.percent_north)
        groups.setdefault(key, []).append(line)
    found = [_frequency(group) for group in groups.values()]
    return tuple(sorted(found, key=lambda one: (one.score is None, -(one.score or 0), one.words)))


def _frequency(group: Sequence[BookletLine]) -> Frequency:
    results = [line.result for line in group if line.result.contract]
    contracts = Counter((result.contract, result.declarer, result.over or 0) for result in results)
    alone = len(contracts) == 1
    played = tuple(PlayedContract(*contract, count, alone) for contract, count in contracts.most_common())
    first = group[0]
    return Frequency(first.result.ns_score, len(group), played, first.percent_south, first.percent_north, _words(first))


def _words(line: BookletLine) -> str:
    """Return what a line is called that was not played, or not compared with the whole field."""
    if line.result.status in AS_PLAYED:
        return "Compared apart" if line.result.group else ""
    return status_words(line.result.status, line.result.ruling)
