"""The data classes for results, whether live or published."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from games.wording import group_name, group_title, of_sections
from scoring.board import BoardMP
from scoring.lines import Line, group_of, is_compared
from scoring.result import BoardResult
from scoring.session_scores import RankingRow
from scoring.settings import ScoringSettings

Side = Literal["ns", "ew"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TravellerLine:
    """One board at one table, with its contestants, its result and its points.

    `table` is the table's number, or text such as "B3" if there are several sections. `board_key` is used in
    addresses. `ns` and `ew` are contestants' ids; `south` and `north` are their names as they may be shown today.
    `points` are match points, or IMPs with a top of 1. `corrected` means that a director replaced the score of a
    play.
    """

    table_board: int
    section: str
    table: int | str
    round: int
    board: int
    board_key: str
    ns: int
    ew: int
    south: str = ""
    north: str = ""
    four_handed: bool
    result: BoardResult | None
    points: BoardMP | None
    corrected: bool = False

    @property
    def best_first(self) -> tuple[bool, int, str]:
        """The sort key by which the best score for South comes first, and lines without a score last."""
        score = self.result.ns_score if self.result else None
        return (score is None, -(score or 0), str(self.table).rjust(5))

    def side_of(self, contestant: int | None) -> Side | None:
        """Return the side on which a contestant played this line, or None if the contestant did not play it."""
        return "ns" if contestant == self.ns else "ew" if contestant == self.ew else None

    def mp_of(self, side: Side) -> Fraction | None:
        """Return a side's points on the line, or None if the line does not count."""
        return None if self.points is None else self.points.ns if side == "ns" else self.points.ew

    def share_of(self, side: Side) -> Fraction | None:
        """Return a side's match points as a percentage of the top, or None if the line does not count."""
        won = self.mp_of(side)
        return None if won is None or self.points is None or not self.points.top else won / self.points.top * 100


@dataclass(frozen=True, slots=True)
class PublishedBoard:
    """A published board. `own` is the letter of a section that has its own boards, else ""; `key` begins with `own`."""

    id: int
    number: int
    key: str
    own: str
    top: int
    lines: tuple[TravellerLine, ...]

    @property
    def field(self) -> list[Line]:
        """The two-handed scores with the board's own cards, as scoring takes them. A fouled board had other cards."""
        results = [(line.table_board, line.result) for line in self.lines if not line.four_handed]
        lines = [result.line(key) for key, result in results if result is not None]
        return [line for line in lines if is_compared(line) and not group_of(line)]


@dataclass(frozen=True, slots=True)
class PublishedSection:
    """A section of a publication. `together` names the sections that are ranked together with it, including itself."""

    id: int
    name: str
    four_handed: bool
    together: tuple[str, ...]
    own_boards: bool
    winners: int
    rankings: tuple["RankingList", ...]
    teams: dict[str, Any] | None

    @property
    def rankings_of_all(self) -> list["RankingList"]:
        """The rankings of everyone, without strata and handicaps. Only these count when sessions are combined."""
        return [ranking for ranking in self.rankings if ranking.whole]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingList:
    """A ranking list. `direction` is NS, EW or ALL. `sections` is empty unless the session has several sections.

    If `stratum` is "", everyone is ranked. The rows include handicaps only if `handicap` is True.
    """

    direction: str
    sections: tuple[str, ...]
    four_handed: bool
    stratum: str
    handicap: bool
    imps: bool
    rows: tuple[RankingRow, ...]

    @property
    def title(self) -> str:
        return group_title(self.direction, self.four_handed, self.sections) + self._part

    @property
    def who(self) -> str:
        """The words for the list's contestants after a number, such as "South players" in "of 12 South players"."""
        return of_sections(group_name(self.direction, self.four_handed), self.sections) + self._part

    @property
    def _part(self) -> str:
        """The words that mark a list of one stratum or with handicaps: `, stratum B` or `, with handicaps`."""
        stratum = f", stratum {self.stratum}" if self.stratum else ""
        return f"{stratum}, with handicaps" if self.handicap else stratum

    @property
    def whole(self) -> bool:
        """True if the list ranks everyone, without handicaps."""
        return not (self.stratum or self.handicap)

    @property
    def penalised(self) -> list[RankingRow]:
        """The rows that have a penalty or an award."""
        return [row for row in self.rows if row.penalty]

    @property
    def carries(self) -> bool:
        """True if the figures include carry-over from an earlier session."""
        return any(row.carried for row in self.rows)

    @property
    def trophy(self) -> str:
        """The name of the trophy's winner if a tie for first place was split, else ""."""
        return next((row.name for row in self.rows if row.trophy), "")

    @property
    def ranked(self) -> list[RankingRow]:
        """The rows of the list, excluding those of robots."""
        return [row for row in self.rows if not row.robot]

    @property
    def full(self) -> int:
        return max((row.possible for row in self.rows), default=0)

    @property
    def uneven(self) -> bool:
        """True if someone sat out, so that totals can be compared only after they are factored."""
        return any(row.possible != self.full for row in self.rows)


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that a publication says. `boards` has each section's boards, with its own lines, by section name."""

    settings: ScoringSettings
    sections: list[PublishedSection]
    boards: dict[str, list[PublishedBoard]]
