"""A session whose results come in one by one: one new result rescores its board and moves the totals, no more."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from fractions import Fraction

from scoring.board import BoardMP
from scoring.evening import Entry, Result, Scored, count, has_award, with_session_awards
from scoring.lines import Line, field_of
from scoring.methods import score_lines
from scoring.session import BOTH, NOTHING_MORE, Extras, Ranking, field_rankings
from scoring.settings import ORDINARY, ScoringSettings
from scoring.totals import Sums, Totals

BoardKey = tuple[Hashable, int]
Rows = dict[Hashable, Result]
LINES = {2: (("NS", ("NS",)), ("EW", ("EW",))), 1: ((BOTH, ("NS", "EW")),)}


class LiveSession:
    """Boards and totals of a session, kept up to date: the figures of `score_evening` and `session_rankings`.

    `field` is E where the movement says it; None: the largest board's number of lines so far, and when that grows
    every board is scored anew. Results are known by their line's key.
    """

    def __init__(
        self, settings: ScoringSettings = ORDINARY, *, winners: int = 1, field: int | None = None
    ) -> None:
        self._settings = settings
        self._lines = LINES[winners]
        self._field = field
        self._sizes: dict[BoardKey, int] = {}
        self._fields: dict[Hashable, int] = {}
        self._rows: dict[BoardKey, Rows] = {}
        self._points: dict[BoardKey, dict[Hashable, BoardMP]] = {}
        self._totals: dict[tuple[Hashable, str], Totals] = {}
        self._boards_of: dict[Entry, set[BoardKey]] = {}
        self._awards: dict[BoardKey, set[Hashable]] = {}

    def put(self, result: Result) -> set[BoardKey]:
        """Take a new or corrected result; the boards, as (section, number), that were scored anew.

        Raises ScoreError, and nothing has changed then.
        """
        board = self._board(result)
        return self._replace({board: {**self._rows.get(board, {}), result.line.key: result}}, [result])

    def put_all(self, results: Iterable[Result]) -> set[BoardKey]:
        """Take many results at once, each board scored once. Raises ScoreError, and nothing has changed then."""
        rows: dict[BoardKey, Rows] = {}
        fresh = list(results)
        for result in fresh:
            board = self._board(result)
            rows.setdefault(board, dict(self._rows.get(board, {})))[result.line.key] = result
        return self._replace(rows, fresh)

    def drop(self, result: Result) -> set[BoardKey]:
        """Forget a result that was entered in error; the boards that were scored anew."""
        board = self._board(result)
        kept = {key: row for key, row in self._rows.get(board, {}).items() if key != result.line.key}
        self._awards.get(board, set()).discard(result.line.key)
        return self._replace({board: kept}, [])

    def board(self, number: int, section: Hashable = "") -> dict[Hashable, BoardMP]:
        """A board's points by line as they stand; average plus and minus as they were awarded."""
        apart = self._settings.field == "section"
        return dict(self._points.get((section if apart else "", number), {}))

    def rankings(self, extras: Extras = NOTHING_MORE) -> list[Ranking]:
        """Every ranking of the session as it stands."""
        sections = list(dict.fromkeys(section for section, _ in self._totals))
        tops = (next(iter(points.values())).top for points in self._points.values() if points)
        top = Fraction(max(tops, default=0))
        return [
            ranking
            for section in sections
            for line, sides in self._lines
            for ranking in field_rankings(
                section if len(sections) > 1 else None,
                line,
                self._sums(section, line, sides),
                top,
                self._settings,
                extras,
            )
        ]

    def _board(self, result: Result) -> BoardKey:
        return (result.section if self._settings.field == "section" else "", result.board)

    def _replace(self, rows: Mapping[BoardKey, Rows], fresh: Iterable[Result]) -> set[BoardKey]:
        sizes = self._sizes | {board: field_of(_lines(lines)) for board, lines in rows.items()}
        fields = {section: self._field or 0 for section, _ in sizes}
        for (section, _), size in sizes.items():
            fields[section] = max(fields[section], size) if self._field is None else self._field
        anew = set(rows) | {board for board in sizes if self._fields.get(board[0]) != fields[board[0]]}
        held = {board: rows.get(board, self._rows.get(board, {})) for board in anew}
        points = {b: score_lines(_lines(lines), fields[b[0]], self._settings) for b, lines in held.items()}
        self._sizes, self._fields = sizes, fields
        for board in anew:
            self._count(board, -1)
            self._rows[board], self._points[board] = held[board], points[board]
            self._count(board, 1)
        for result in fresh:
            self._note(result)
        return anew

    def _count(self, board: BoardKey, times: int) -> None:
        points = self._points.get(board, {})
        fields: dict[Hashable, list[tuple[Totals, tuple[str, ...]]]] = {}
        for key, result in self._rows.get(board, {}).items():
            section = "" if self._settings.sections == "together" else result.section
            if section not in fields:
                fields[section] = [
                    (self._totals.setdefault((section, line), Totals()), sides) for line, sides in self._lines
                ]
            for totals, sides in fields[section]:
                count(totals, result, points[key], sides, times)

    def _note(self, result: Result) -> None:
        """Where somebody sat, and whether somebody has average plus or minus there."""
        board, key = self._board(result), result.line.key
        for entry in (result.ns, result.ew):
            self._boards_of.setdefault(entry, set()).add(board)
        if has_award(result.line):
            self._awards.setdefault(board, set()).add(key)
        else:
            self._awards.get(board, set()).discard(key)

    def _sums(self, section: Hashable, line: str, sides: tuple[str, ...]) -> Sums:
        sums = self._totals[section, line].sums()
        for before, after in self._awarded():
            for side, entry in (("NS", before.result.ns), ("EW", before.result.ew)):
                if side in sides and entry in sums:
                    change = (_points(after, side) or 0) - (_points(before, side) or 0)
                    sums[entry] = (sums[entry][0] + change, sums[entry][1])
        return sums

    def _awarded(self) -> Iterator[tuple[Scored, Scored]]:
        """Each result with average plus or minus, as awarded and as the session makes it (Law 12C2)."""
        awards = [self._rows[board][key] for board, keys in self._awards.items() for key in keys]
        entries = {entry for result in awards for entry in (result.ns, result.ew)}
        boards = {board for entry in entries for board in self._boards_of[entry]}
        rows = [
            row
            for board in boards
            for row in self._scored(board)
            if row.result.ns in entries or row.result.ew in entries
        ]
        return zip(rows, with_session_awards(rows), strict=True)

    def _scored(self, board: BoardKey) -> Iterator[Scored]:
        points = self._points[board]
        return (Scored(result, points[key]) for key, result in self._rows[board].items())


def _lines(rows: Rows) -> list[Line]:
    return [row.line for row in rows.values()]


def _points(row: Scored, side: str) -> Fraction | None:
    return row.points.ns if side == "NS" else row.points.ew
