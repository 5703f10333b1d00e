"""The frequencies of a board: each score, how many tables had it, what was played, and each player's percentage."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubsite.booklet.field import AS_PLAYED, BookletLine
from games.wording import contract_written, over_text
from scoring.ruling_text import status_words

PlayedContract = tuple[str, str, int]  # contract, declarer, and tricks over it


@dataclass(frozen=True, slots=True)
class Frequency:
    """One or more tables with one score and the same percentages.

    `score` is South's, or None if `words` says why there is none. `contracts` has what was played and how often, the
    most frequent first.
    """

    score: int | None
    count: int
    contracts: tuple[tuple[PlayedContract, int], ...]
    percent_south: Fraction | None
    percent_north: Fraction | None
    words: str = ""

    @property
    def contract_texts(self) -> list[str]:
        """The contracts as written in tables: `4S= S`, with the number of tables if there are several contracts."""
        written = [_written(contract) for contract, _ in self.contracts]
        if len(written) == 1:
            return written
        return [f"{text} ({count})" for text, (_, count) in zip(written, self.contracts, strict=True)]


def frequencies_of(lines: Sequence[BookletLine]) -> tuple[Frequency, ...]:
    """Return the frequencies of all lines, the best score for South first, and lines without a score last."""
    groups: dict[tuple[object, ...], list[BookletLine]] = {}
    for line in lines:
        key = (line.result.ns_score, _words(line), line.percent_south, line.percent_north)
        groups.setdefault(key, []).append(line)
    found = [_frequency(group) for group in groups.values()]
    return tuple(sorted(found, key=lambda one: (one.score is None, -(one.score or 0), one.words)))


def _frequency(group: Sequence[BookletLine]) -> Frequency:
    first = group[0]
    contracts = Counter(
        (line.result.contract, line.result.declarer, line.result.over or 0) for line in group if line.result.contract
    )
    score, words = first.result.ns_score, _words(first)
    return Frequency(score, len(group), tuple(contracts.most_common()), first.percent_south, first.percent_north, words)


def _words(line: BookletLine) -> str:
    """Return what a line is called that was not played, or not compared with the whole field."""
    if line.result.status in AS_PLAYED:
        return "Compared apart" if line.result.group else ""
    return status_words(line.result.status, line.result.ruling)


def _written(played: PlayedContract) -> str:
    contract, declarer, over = played
    return f"{contract}{over_text(over)} {declarer}" if declarer else contract_written(contract)
