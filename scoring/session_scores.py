"""All the scores of a session, computed from scratch: the points for each result, and every list of places."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from scoring.board import BoardMP
from scoring.evening import Entry, Result, Scored, has_award, with_session_awards
from scoring.lines import COMPARED_STATUSES, Line, Status
from scoring.methods import score_lines
from scoring.ranking import Place, shares_of
from scoring.result import BoardResult
from scoring.session import NOTHING_MORE, Extras, FieldRanking, carried_of, field_rankings, penalties_of
from scoring.settings import ORDINARY, ScoringSettings
from scoring.tally import Tally
from scoring.ties import split_tie
from scoring.totals import Totals

NS, EW, BOTH = "NS", "EW", "ALL"
RULED_STATUSES = (Status.ARTIFICIAL, Status.ASSIGNED)


class Outcome(NamedTuple):
    """The fields of a `BoardResult` that decide how it is scored. `status` is the value of a `Status`."""

    status: str
    ns_score: int | None = None
    ruling: str = ""
    group: str = ""

    def line(self, key: Hashable, times: int = 1) -> Line:
        """Return `times` equal lines for scoring. Raise ScoreError for a ruling that cannot be read."""
        facts = {"ns_score": self.ns_score, "ruling": self.ruling, "group": self.group}
        return BoardResult(Status(self.status), **facts).line(key, times)  # type: ignore[arg-type]


class PlayedLine(NamedTuple):
    """A board at a table, with its contestants and its outcome. The outcome is None until there is a result."""

    key: Hashable
    board: Hashable
    section: Hashable
    ns: Entry
    ew: Entry
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class SectionFacts:
    """A section: its contestants in numerical order, and the contestants in its N/S line.

    Only sections of the same `kind` are compared. `winners` is 2 if each line has its own list, or None if there
    is no plan.
    """

    key: Hashable
    kind: str
    contestants: Sequence[Entry]
    winners: int | None
    south: Set[Entry] = frozenset()


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """The facts from which a session's scores are computed. `sections` are in the order of their names.

    `sets` maps each board to the set of boards that it belongs to. `labels` has each contestant's number and its label
    as shown, which scores do not depend on.
    """

    sections: Sequence[SectionFacts]
    lines: Sequence[PlayedLine]
    sets: Mapping[Hashable, Hashable]
    settings: ScoringSettings = ORDINARY
    extras: Extras = NOTHING_MORE
    labels: Mapping[Entry, tuple[int, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingRow:
    """A contestant in a ranking list, from the scorer to the page. Figures are exact: match points, or IMPs.

    `label` is the number as shown and as used in addresses: "7", "B7". `name` is set by whoever shows the row to a
    reader. `place` is None for a robot or if no board counts. `possible` is in match points, or for IMPs a number of
    boards. `boards` counts the boards on which the contestant could win points. `percentage` is None for IMPs;
    `mean`, the IMPs per board, is None for match points; both are None if no board counts. `penalty` is the total,
    negative for an award. `carried` is the carry-over in `won`. `handicap` is set only in a list with handicaps.
    `trophy` means that the tie for first place was split in the contestant's favour.
    """

    contestant: Any
    number: int = 0
    label: str = ""
    name: str = ""
    place: Place | None = None
    won: Fraction = Fraction(0)
    possible: int = 0
    boards: int = 0
    percentage: Fraction | None = None
    factored: Fraction | None = None
    mean: Fraction | None = None
    penalty: Fraction = Fraction(0)
    carried: Fraction = Fraction(0)
    handicap: Fraction | None = None
    trophy: bool = False
    robot: bool = False

    @property
    def place_text(self) -> str:
        """The place as text, or "" if the contestant has no place."""
        return str(self.place or "")


@dataclass(frozen=True, slots=True)
class PlacesList:
    """A list of places, stored with the first of its sections.

    `line` is NS, EW or ALL. If `stratum` is "", the list is for everyone, even contestants who have not played.
    """

    section: Hashable
    line: str
    stratum: str
    handicap: bool
    rows: Sequence[RankingRow]


@dataclass(frozen=True, slots=True)
class SessionScores:
    """The points that each line with a result is worth to both sides, or to neither, and every list of places."""

    points: Mapping[Hashable, BoardMP]
    rankings: Sequence[PlacesList]


def score_session(facts: SessionFacts) -> SessionScores:
    """Compute all scores of a session. Raise ScoreError for a ruling that cannot be read."""
    boards = ScoredBoards(facts)
    return SessionScores(boards.points, session_lists(facts, boards))


def session_lists(facts: SessionFacts, boards: "ScoredBoards") -> list[PlacesList]:
    """Return every list of places of a session whose boards have been scored."""
    return [places for group in ranked_together(facts) for places in _lists(facts, group, boards)]


def ranked_together(facts: SessionFacts) -> list[list[SectionFacts]]:
    """Return the groups of sections that share lists. Sections without contestants are left out."""
    sections = [section for section in facts.sections if section.contestants]
    if facts.settings.sections != "together":
        return [[section] for section in sections]
    kinds = dict.fromkeys(section.kind for section in sections)
    return [[section for section in sections if section.kind == kind] for kind in kinds]


def worth_of(times: Mapping[Outcome, int], full: int, settings: ScoringSettings = ORDINARY) -> dict[Outcome, BoardMP]:
    """Return the points that each outcome of one board is worth in a field of `full` lines.

    `times` is the number of lines that have each outcome. Raise ScoreError for a ruling that cannot be read.
    """
    scored = score_lines([outcome.line(outcome, n) for outcome, n in times.items()], full, settings)
    return {outcome: _of_both(scored[outcome]) for outcome in times}


class ScoredBoards:
    """All boards, scored in their fields: points for each line, everyone's totals, and each section's largest top.

    `played` is on how many boards each contestant could win points.
    """

    def __init__(self, facts: SessionFacts) -> None:
        self._facts = facts
        self.points: dict[Hashable, BoardMP] = {}
        self.tops: defaultdict[Hashable, int] = defaultdict(int)
        self.played: defaultdict[Entry, int] = defaultdict(int)
        self._totals = Totals()
        self._awarded: set[Entry] = set()
        fields = _fields(facts)
        full: defaultdict[Hashable, int] = defaultdict(int)
        for (group, board), lines in fields.items():
            full[group, facts.sets[board]] = max(full[group, facts.sets[board]], _expected(lines))
        for (group, board), lines in fields.items():
            self._score(lines, full[group, facts.sets[board]])

    def tally(self, entries: Iterable[Entry]) -> Tally:
        """Return the totals before Law 12C2 of all entries that have a counting board, in the order given."""
        possible, won = self._totals.possible, self._totals.won
        counted = [entry for entry in entries if possible.get(entry)]
        columns = [won[entry] for entry in counted], [possible[entry] for entry in counted]
        return Tally(counted, *columns, self._totals.below)

    @cached_property
    def award_changes(self) -> dict[Entry, Fraction]:
        """Return what Law 12C2 adds or deducts, comparing average plus and minus with the contestant's other boards."""
        before = self.scored_of(self._awarded) if self._awarded else []
        changes: defaultdict[Entry, Fraction] = defaultdict(Fraction)
        for flat, final in zip(before, with_session_awards(before), strict=True):
            sides = (
                (flat.result.ns, flat.points.ns, final.points.ns),
                (flat.result.ew, flat.points.ew, final.points.ew),
            )
            for entry, had, has in sides:
                if had is not None and has is not None and had != has:
                    changes[entry] += has - had
        return changes

    def scored_of(self, entries: Collection[Entry]) -> list[Scored]:
        """Return every line that counts for these contestants, with the points awarded for it."""
        return [
            Scored(Result(0, row.ns, row.ew, row.outcome.line(row.key)), self.points[row.key])
            for row in self._facts.lines
            if row.outcome is not None
            and (row.ns in entries or row.ew in entries)
            and self.points[row.key].ns is not None
        ]

    def _score(self, lines: Sequence[PlayedLine], full: int) -> None:
        times = Counter([row.outcome for row in lines if row.outcome is not None])
        worth = worth_of(times, full, self._facts.settings)
        self.points |= {row.key: worth[row.outcome] for row in lines if row.outcome is not None}
        self._add(lines, {outcome: mp for outcome, mp in worth.items() if mp.ns is not None})
        awards = {o for o in times if Status(o.status) in RULED_STATUSES and has_award(o.line(o))}
        if awards:
            mine = [row for row in lines if row.outcome in awards]
            self._awarded |= {row.ns for row in mine} | {row.ew for row in mine}

    def _add(self, lines: Sequence[PlayedLine], worth: Mapping[Outcome | None, BoardMP]) -> None:
        totals, tops = self._totals, self.tops
        totals.fit(figure.denominator for mp in worth.values() for figure in (mp.ns, mp.ew) if figure is not None)
        units = {outcome: _units(mp, totals.below) for outcome, mp in worth.items()}
        won, possible, played = totals.won, totals.possible, self.played
        for _, _, section, ns, ew, outcome in lines:
            if outcome in units:
                south, north, top = units[outcome]
                won[ns] += south
                won[ew] += north
                possible[ns] += top
                possible[ew] += top
                if top:
                    played[ns] += 1
                    played[ew] += 1
                tops[section] = max(tops[section], top)


def _fields(facts: SessionFacts) -> dict[tuple[Hashable, Hashable], list[PlayedLine]]:
    """Return the lines that are compared with one another, by field and board."""
    apart = facts.settings.field == "section"
    field = {section.key: (section.kind, section.key if apart else None) for section in facts.sections}
    by_field: defaultdict[tuple[Hashable, Hashable], list[PlayedLine]] = defaultdict(list)
    for row in facts.lines:
        by_field[field[row.section], row.board].append(row)
    return by_field


def _expected(lines: Sequence[PlayedLine]) -> int:
    """Return how many results a board should have.

    A contestant who stood in for another on the board may have a second line, which then cannot be played.
    """
    who = {entry for row in lines for entry in (row.ns, row.ew)}
    if len(who) == 2 * len(lines):
        return len(lines)
    return max(
        len(who) // 2,
        sum(row.outcome is not None and row.outcome.status in COMPARED_STATUSES for row in lines),
    )


def _of_both(mp: BoardMP) -> BoardMP:
    """Return the points, or no points if one side has none: a line counts for both sides or for neither."""
    return BoardMP(None, None, mp.top) if mp.ns is None or mp.ew is None else mp


def _units(mp: BoardMP, below: int) -> tuple[int, int, int]:
    south, north = (figure.numerator * (below // figure.denominator) for figure in (mp.ns, mp.ew) if figure is not None)
    return south, north, mp.top


def _lists(facts: SessionFacts, group: Sequence[SectionFacts], boards: ScoredBoards) -> Iterable[PlacesList]:
    settings, extras = facts.settings, facts.extras
    top = max(boards.tops[section.key] for section in group)
    changes = boards.award_changes
    for line, contestants in _directions(group, settings).items():
        tally = boards.tally(contestants)
        totals = tally.plus(changes) if changes else tally
        lost = {entry: taken for entry, taken in penalties_of(totals, top, extras.penalties).items() if taken}
        before = totals.plus({entry: -taken for entry, taken in lost.items()}) if lost else totals
        carried = carried_of(before, settings, extras)
        for places in field_rankings(None, line, totals, top, settings, extras):
            rows = _rows(facts, boards, places, lost, carried)
            if not places.stratum and not places.handicap:
                rows = _everybody(facts, rows, contestants)
                rows = _with_trophy(rows, settings, boards)
            yield PlacesList(group[0].key, line, places.stratum, places.handicap, rows)


def _directions(group: Sequence[SectionFacts], settings: ScoringSettings) -> dict[str, list[Entry]]:
    """Return the contestants of each list, ordered by section and number."""
    everybody = [(entry, section) for section in group for entry in section.contestants]
    if any(section.winners is None or (settings.winners or section.winners) != 2 for section in group):
        return {BOTH: [entry for entry, _ in everybody]}
    south = [entry for entry, section in everybody if entry in section.south]
    north = [entry for entry, section in everybody if entry not in section.south]
    return {line: entries for line, entries in ((NS, south), (EW, north)) if entries}


def _rows(
    facts: SessionFacts,
    boards: ScoredBoards,
    places: FieldRanking,
    lost: Mapping[Entry, Fraction],
    carried: Mapping[Entry, Fraction],
) -> list[RankingRow]:
    handicaps, none = facts.extras.handicaps if places.handicap else {}, Fraction(0)
    return [
        replace(
            _row(facts, row.entry),
            place=Place.read(row.place),
            won=row.won,
            possible=int(row.possible),
            boards=boards.played[row.entry],
            **shares_of(row, imps=facts.settings.imps),
            penalty=lost.get(row.entry, none),
            carried=carried.get(row.entry, none),
            handicap=handicaps.get(row.entry),
        )
        for row in places.rows
    ]


def _row(facts: SessionFacts, contestant: Entry) -> RankingRow:
    """Return the row of a contestant who has not played."""
    number, label = facts.labels.get(contestant, (0, ""))
    return RankingRow(contestant=contestant, number=number, label=label)


def _everybody(facts: SessionFacts, rows: list[RankingRow], contestants: Iterable[Entry]) -> list[RankingRow]:
    """Add the contestants who have not played after the placed contestants, and move robots to the end."""
    listed, robots = {row.contestant for row in rows}, facts.extras.unplaced
    rows = rows + [_row(facts, contestant) for contestant in contestants if contestant not in listed]
    if not robots:
        return rows
    people = [row for row in rows if row.contestant not in robots]
    return people + [replace(row, robot=True) for row in rows if row.contestant in robots]


def _with_trophy(rows: list[RankingRow], settings: ScoringSettings, boards: ScoredBoards) -> list[RankingRow]:
    """Mark the winner of the trophy if first place is shared and the session's settings say that ties are split."""
    tied = [row.contestant for row in rows if row.place == Place(1, tied=True)]
    if settings.ties != "split" or not tied:
        return rows
    best = split_tie(tied, with_session_awards(boards.scored_of(set(tied))))[0]
    return [replace(row, trophy=True) if [row.contestant] == best else row for row in rows]
