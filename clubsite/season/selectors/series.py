"""A series: its sessions and its current table, from published results only."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from clubsite.clubs.models import Club
from clubsite.core.responses import found_or_404
from clubsite.nights.models import Session
from clubsite.rankings.models import PublishedSession
from clubsite.rankings.selectors.person_results import Names, figures_of, person_names
from clubsite.readers.visitor import ClubVisitor, Visitor
from clubsite.season.models import Series, SeriesSession, SeriesSubstitute
from scoring.series import CountedSession, SeriesPlace, SeriesRules, series_table
from scoring.settings import ScoringSettings

COUNTS, WAITS, COMES, DIFFERS = "counts", "waits", "comes", "differs"


@dataclass(frozen=True, slots=True)
class SeriesColumn:
    """A column of a series.

    `state` says that the column's session counts, that it awaits publication, that no session has been chosen, or
    that the session does not count because it was scored differently from the series.
    """

    number: int
    session: Session | None
    state: str

    @property
    def published(self) -> bool:
        return self.state in (COUNTS, DIFFERS)


@dataclass(slots=True)
class SeriesCell:
    """A session in a player's row. `state` is counted, dropped or none; `substitute` names the person who sat in."""

    column: SeriesColumn
    score: Fraction | None
    percentage: Fraction | None
    """The score, unless the series goes by IMPs."""
    state: str
    substitute: str = ""


@dataclass(slots=True)
class SeriesRow:
    place: SeriesPlace
    name: str
    percentage: Fraction | None
    """The place's score, unless the series goes by IMPs."""
    cells: list[SeriesCell]

    @property
    def held(self) -> list[SeriesCell]:
        """The cells of the sessions that count so far."""
        return [cell for cell in self.cells if cell.column.state == COUNTS]


@dataclass(slots=True)
class SeriesPage:
    """A series, with its table if requested. `chosen_as` maps column numbers to the chosen sessions. `scores` holds
    the facts from which the table is computed.
    """

    club: Club
    series: Series
    rules: SeriesRules
    columns: list[SeriesColumn]
    chosen_as: dict[int, SeriesSession]
    rows: list[SeriesRow] = field(default_factory=list)
    scores: list[CountedSession] = field(default_factory=list)

    @property
    def counting(self) -> list[SeriesColumn]:
        return [column for column in self.columns if column.state == COUNTS]

    @property
    def held(self) -> int:
        """The number of sessions that count so far."""
        return len(self.counting)

    @property
    def left(self) -> int:
        """The number of sessions that are still to come, including sessions without published results."""
        return self.rules.sessions - self.held

    @property
    def chosen(self) -> list[SeriesColumn]:
        return [column for column in self.columns if column.session]

    @property
    def coming(self) -> int:
        """The number of columns without a session."""
        return len(self.columns) - len(self.chosen)

    @property
    def differing(self) -> list[SeriesColumn]:
        return [column for column in self.columns if column.state == DIFFERS]

    @property
    def counted(self) -> list[int]:
        """The ids of the sessions that count so far."""
        return [self.chosen_as[column.number].session_id for column in self.counting]

    @property
    def width(self) -> int:
        """The number of columns in the table: place, player, score, one per session, and what is still needed."""
        return 3 + self.held + bool(self.left)

    @property
    def groups(self) -> list[tuple[str, list[SeriesRow]]]:
        """The rows in groups, each with its heading: placed (no heading), short of sessions, or out of the running."""
        short = [row for row in self.rows if row.place.short]
        out = [row for row in self.rows if row.place.out]
        placed = [row for row in self.rows if not row.place.short and not row.place.out]
        heads = (("", placed), ("Short of nights for a place", short), ("Out of the running", out))
        return [(head, rows) for head, rows in heads if rows]

    @property
    def substitutes(self) -> list[tuple[int, str, str]]:
        """The substitutes as (session, player, substitute), sorted by session."""
        lines = [(c.column.number, row.name, c.substitute) for row in self.rows for c in row.cells]
        return sorted(line for line in lines if line[2])


def series_for(club: Club, public_id: str) -> Series:
    """Return a series of the club. Raise Http404 if there is no such series."""
    return found_or_404(
        club.series.filter(public_id=public_id).first() if public_id.isalnum() else None, "No such series"
    )


def sessions_of_series(series: Series) -> list[SeriesSession]:
    """Return the chosen sessions, sorted by number, with their substitutes."""
    rows = series.sessions.select_related("session", "series__club")
    return list(rows.prefetch_related("substitutes__player", "substitutes__stand_in"))


def series_heads(series: Sequence[Series]) -> list[SeriesPage]:
    """Return some of a club's series without their tables."""
    shown = ("series", "number", "session__public_id", "session__date", "session__published__scoring")
    rows = SeriesSession.objects.filter(series__in=series).select_related("session__published").only(*shown)
    chosen: dict[int, dict[int, SeriesSession]] = defaultdict(dict)
    for row in rows.order_by("series", "number"):
        chosen[row.series_id][row.number] = row
    return [_head(each_series, chosen[each_series.pk]) for each_series in series]


def series_page(series: Series, visitor: ClubVisitor | None = None) -> SeriesPage:
    """Return the table after the published sessions. Without a `visitor`, return it as a stranger sees it.

    Raise MembersOnly if the visitor may not read the club's results.
    """
    return series_pages([series], (visitor or Visitor.as_public().at(series.club)).require_access())[0]


def series_pages(
    series: Sequence[Series], visitor: ClubVisitor, names: Names | None = None, best: int | None = None
) -> list[SeriesPage]:
    """Return several series of the visitor's club with their tables, each with only the `best` rows.

    Pass `names` if they have already been read.
    """
    heads = series_heads(series)
    figures: dict[str, dict[int, dict[Any, Fraction]]] = {
        figure: figures_of({pk for head in heads if head.rules.figure == figure for pk in head.counted}, figure)
        for figure in {head.rules.figure for head in heads}
    }
    stands: dict[int, list[SeriesSubstitute]] = defaultdict(list)
    rows = SeriesSubstitute.objects.filter(series_session__series__in=series).select_related("stand_in")
    for stand in rows.order_by("pk"):
        stands[stand.series_session_id].append(stand)
    scored = [_session_scores(head, figures[head.rules.figure], stands, visitor) for head in heads]
    names = names or person_names((night.player for scores, _ in scored for night in scores), visitor)
    for head, (scores, substitutes) in zip(heads, scored, strict=True):
        head.rows, head.scores = _rows(head, scores, substitutes, names, best), scores
    return heads


def _head(series: Series, chosen: dict[int, SeriesSession]) -> SeriesPage:
    rules = SeriesRules.from_json(series.rules)
    out = {n: published for n, night in chosen.items() if (published := getattr(night.session, "published", None))}
    counting = _counting(rules, out)
    columns = []
    for number in range(1, rules.sessions + 1):
        state = COUNTS if number in counting else DIFFERS if number in out else WAITS
        session = chosen[number].session if number in chosen else None
        columns.append(SeriesColumn(number, session, state if session else COMES))
    return SeriesPage(series.club, series, rules, columns, chosen)


def way_of(settings: ScoringSettings) -> str:
    """Return the scoring method. Only sessions scored by the same method count together, as IMPs can differ in size."""
    return f"{settings.method} {settings.imp_divisor}" if settings.method == "cross_imps" else settings.method


def goes_by(rules: SeriesRules, way: str) -> bool:
    """True if a series with these rules accepts sessions scored by this method."""
    return rules.imps is (way != "match_points")


def _counting(rules: SeriesRules, out: dict[int, PublishedSession]) -> set[int]:
    """Return the numbers of the published sessions that can be counted together.

    If sessions were scored by different kinds of IMPs, only sessions scored by the same method as the first count.
    """
    ways = {number: way_of(session.settings) for number, session in sorted(out.items())}
    fit = {number: way for number, way in ways.items() if goes_by(rules, way)}
    return {number for number, way in fit.items() if way == next(iter(fit.values()))}


def _rows(
    head: SeriesPage,
    scores: list[CountedSession],
    substitutes: dict[tuple[Any, int], str],
    names: Names,
    best: int | None,
) -> list[SeriesRow]:
    by_number: dict[tuple[Any, int], Fraction] = {(night.player, night.number): night.score for night in scores}
    rows = []
    for place in series_table(head.rules, scores, head.held)[:best]:
        cells = [_cell(head.rules, place, column, by_number, substitutes) for column in head.columns]
        percentage = None if head.rules.imps else place.score
        rows.append(SeriesRow(place, names[place.player], percentage, cells))
    return rows


def _cell(
    rules: SeriesRules,
    place: SeriesPlace,
    column: SeriesColumn,
    by_number: dict[tuple[Any, int], Fraction],
    substitutes: dict[tuple[Any, int], str],
) -> SeriesCell:
    number = column.number
    state = "counted" if number in place.counted else "dropped" if number in place.dropped else "none"
    key = (place.player, number)
    score = by_number.get(key)
    return SeriesCell(column, score, None if rules.imps else score, state, substitutes.get(key, ""))


def _session_scores(
    head: SeriesPage,
    figures: dict[int, dict[Any, Fraction]],
    stands: dict[int, list[SeriesSubstitute]],
    visitor: ClubVisitor,
) -> tuple[list[CountedSession], dict[tuple[Any, int], str]]:
    """Return everyone's score in each session that counts, and the substitutes' names by (player, session)."""
    scores: list[CountedSession] = []
    names: dict[tuple[Any, int], str] = {}
    for column in head.counting:
        number, chosen = column.number, head.chosen_as[column.number]
        own = dict(figures.get(chosen.session_id, {}))
        played = set(own)
        for stand in stands[chosen.pk]:
            if stand.stand_in_id in own and stand.player_id not in played:
                scores.append(CountedSession(number, stand.player_id, own.pop(stand.stand_in_id), True))
                names[stand.player_id, number] = visitor.called_person(stand.stand_in)
        scores += [CountedSession(number, person, score) for person, score in own.items()]
    return scores, names
