"""A player's card at the club and over all, side by side, and why the two differ. Only from what is published."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.utils import timezone

from clubsite.core.templatetags.bridge import mp
from clubsite.duplicate.models import SectionKind
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.selectors.rankings import rankings_published
from clubsite.rankings.shapes import RankingRow, Side, TravellerLine
from clubsite.results.over_all import BoardOverAll, CardOverAll, WorthInField
from clubsite.simultaneous.models import EventEntrant, EventLine, EventStatus, HeatStatus
from clubsite.simultaneous.selectors.event_payload import newest_publication
from clubsite.simultaneous.selectors.events import event_address
from clubsite.simultaneous.selectors.places import figure_of
from games.wording import group_name
from scoring.board import MAX_TINY_GROUP
from scoring.lines import COMPARED_STATUSES, Status
from scoring.ranking import Place
from scoring.settings import ScoringSettings

Json = dict[str, Any]


def here_and_over_all(published: Published, contestant: int) -> CardOverAll | None:
    """Return a contestant's published card in an event beside that of the club night, or None.

    There is none before the event is published, and so never while its window is open.
    """
    entrants = EventEntrant.objects.filter(
        contestant=contestant,
        heat__status=HeatStatus.ACCEPTED,
        heat__event__status=EventStatus.PUBLISHED,
        heat__event__window_closes__lte=timezone.now(),
    )
    entrant = entrants.select_related("heat__event__club").first()
    publication = newest_publication(entrant.heat.event) if entrant else None
    found = _row_of(publication.payload, entrant) if publication and entrant else None
    here = _row_here(published, contestant)
    if publication is None or entrant is None or found is None or here is None:
        return None
    event, (listed, row) = entrant.heat.event, found
    settings = ScoringSettings.from_json(publication.payload["scoring"])
    plain = not settings.imps and not published.imps
    boards = _boards(published, contestant, entrant, publication.payload, settings) if plain else ()
    return CardOverAll(
        title=event.name,
        address=event_address(event),
        words=_words(listed, row, settings),
        here=here.percentage,
        over=100 * Fraction(row["won"]) / row["possible"] if plain and row["possible"] else None,
        boards=boards,
        reasons=tuple(_reasons(boards, here, Fraction(row["won"]))) if plain else (),
    )


def _row_of(payload: Json, entrant: EventEntrant) -> tuple[Json, Json] | None:
    """Return the entrant's list of everybody, and the entrant's row in it."""
    lists = [found for found in payload["lists"] if not found["stratum"] and found["kind"] == entrant.kind]
    return next(((found, row) for found in lists for row in found["rows"] if row["entrant"] == entrant.pk), None)


def _row_here(published: Published, contestant: int) -> RankingRow | None:
    lists = [found for found in rankings_published(published) if found.whole]
    return next((row for found in lists for row in found.rows if row.contestant == contestant), None)


def _words(listed: Json, row: Json, settings: ScoringSettings) -> str:
    place = Place.read(row["place"])
    figure = figure_of(Fraction(row["won"]), row["possible"], settings.imps)
    unit = "IMPs" if settings.imps else "%"
    if place is None:
        return f"Without a place, {figure}\N{NO-BREAK SPACE}{unit}"
    of = sum(1 for other in listed["rows"] if other["place"])
    who = group_name(listed["line"], listed["kind"] == SectionKind.FOUR_HANDED)
    return f"{place.name} of {of} {who}, {figure}\N{NO-BREAK SPACE}{unit}"


def _boards(
    published: Published, contestant: int, entrant: EventEntrant, payload: Json, settings: ScoringSettings
) -> tuple[BoardOverAll, ...]:
    fields = {field["number"]: field for field in payload["boards"] if field["kind"] == entrant.kind}
    lines = {line.table_board_id: line for line in EventLine.objects.filter(heat=entrant.heat_id)}
    counted = {
        board.key: sum(1 for line in board.lines if line.points is not None and line.points.ns is not None)
        for board in published.boards
    }
    return tuple(
        BoardOverAll(
            line.board,
            line.board_key,
            _worth_here(line, side, counted[line.board_key], published.settings),
            _worth_over(lines[line.table_board], side, fields, settings, entrant)
            if line.table_board in lines and line.board in fields
            else None,
        )
        for line, side in published.lines_of(contestant)
    )


def _worth_here(line: TravellerLine, side: Side, results: int, settings: ScoringSettings) -> WorthInField:
    points, top = line.mp_of(side), line.points.top if line.points else 0
    compared = line.result is not None and line.result.status in COMPARED_STATUSES and not line.result.group
    return WorthInField(points, top, results, _how(points, top, results, settings) if compared else "")


def _worth_over(
    line: EventLine, side: Side, fields: Mapping[int, Json], settings: ScoringSettings, entrant: EventEntrant
) -> WorthInField | None:
    field = fields[line.board]
    outcome = (line.status, line.ns_score, line.ruling, line.group)
    heats = ("", entrant.heat.public_id)
    rows = [
        row
        for row in field["frequencies"]
        if (row["status"], row["ns_score"], row["ruling"], row["group"]) == outcome and row["heat"] in heats
    ]
    if not rows:  # it has been corrected since the event was published
        return None
    points = Fraction(rows[0][side]) if rows[0][side] is not None else None
    compared = Status(line.status) in COMPARED_STATUSES and not rows[0]["heat"]
    how = _how(points, field["top"], field["results"], settings) if compared else ""
    return WorthInField(points, field["top"], field["results"], how)


def _how(points: Fraction | None, top: int, results: int, settings: ScoringSettings) -> str:
    """Return how points among fewer results were converted to the field's size by Neuberg's formula, or ""."""
    field = top // 2 + 1
    tiny = settings.tiny_groups and results <= MAX_TINY_GROUP and results * 3 <= field
    if points is None or not 1 < results < field or tiny:
        return ""
    if settings.fewer_results != "neuberg" or settings.rounding != "exact":
        return ""
    own = (points + 1) * results / field - 1
    return f"{field} ÷ {results} × ({mp(own)} + 1) − 1, by Neuberg’s formula"


def _reasons(boards: Iterable[BoardOverAll], here: RankingRow, won: Fraction) -> list[str]:
    """Return why the totals differ, one sentence for each reason."""
    rows = list(boards)
    both = [row for row in rows if row.over is not None]
    found = []
    if both:
        most_here = max(row.here.results for row in both)
        most_over = max(row.over.results for row in both if row.over is not None)
        found.append(
            f"A board was compared with up to {most_here - 1} other results here, "
            f"and with up to {most_over - 1} over all."
        )
    local = len(rows) - len(both)
    if local:
        found.append(f"{local} board{'' if local == 1 else 's'} counted here only.")
    if here.penalty:
        found.append(f"The penalties here, {mp(here.penalty)} match points, do not count over all.")
    if here.carried:
        found.append(f"The carry-over here, {mp(here.carried)} match points, does not count over all.")
    total = sum((row.over.points for row in both if row.over and row.over.points is not None), Fraction(0))
    if won != total:
        found.append(
            f"Over all, average plus and minus came to {mp(won - total)} match points more than the boards say "
            "(Law 12C2)."
        )
    return found
