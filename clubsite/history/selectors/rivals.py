"""A person's most frequent opponents and the results against them, with one row per opponent."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from clubsite.core.names import name_order
from clubsite.history.selectors.lines import Year
from clubsite.privacy.names import may_be_followed
from clubsite.readers.visitor import ClubVisitor
from scoring.spread import Sample, sample_of

MAX_OPPONENTS_LISTED = 20
FORGOTTEN_KEY = -1  # the index in `shown_names.FACTS`


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent. `boards` is how many boards were played against them; `share` is the match points on the boards
    that have any, as a percentage of the top.
    """

    person: int
    name: str
    boards: int
    share: Sample

    @property
    def band(self) -> tuple[Fraction, Fraction] | None:
        """The band for the mean share, within 0 and 100 per cent."""
        return self.share.band(0, 100)


@dataclass(frozen=True, slots=True)
class Rivals:
    """The opponents. `rows` holds at most `MAX_OPPONENTS_LISTED`, the most frequent first.

    `others` counts boards against other people whom the reader can tell apart; `unnamed` counts boards against
    robots, pairs and people who are not shown.
    """

    rows: list[Rival]
    others: int
    unnamed: int

    @property
    def boards(self) -> int:
        return sum(row.boards for row in self.rows) + self.others + self.unnamed


def rivals_of(year: Year, visitor: ClubVisitor, leave: Collection[int]) -> Rivals:
    """Return the opponents on a year's played boards. Boards in `leave` do not count."""
    met: defaultdict[int | None, int] = defaultdict(int)
    shares: defaultdict[int | None, list[Fraction]] = defaultdict(list)
    names = {pk: _known(year, pk, visitor) for pk in year.people}
    for one in year.boards:
        if not one.played or one.board in leave:
            continue
        who = one.opponent if one.opponent is not None and names[one.opponent] else None
        met[who] += 1
        if one.share is not None:
            shares[who].append(one.share)
    unnamed = met.pop(None, 0)
    known = [(pk, boards) for pk, boards in met.items() if pk is not None]
    order = sorted(known, key=lambda one: (-one[1], name_order(names[one[0]]), one[0]))
    rows = [Rival(pk, names[pk], boards, sample_of(shares[pk])) for pk, boards in order[:MAX_OPPONENTS_LISTED]]
    return Rivals(rows, sum(boards for _, boards in order[MAX_OPPONENTS_LISTED:]), unnamed)


def _known(year: Year, person: int, visitor: ClubVisitor) -> str:
    """Return the person's name, or "" if the reader cannot tell this person from others."""
    facts = year.people[person]
    called = visitor.called(*facts)
    return called if may_be_followed(called, facts[FORGOTTEN_KEY]) else ""
