"""Where a heat's contestants stand in the event: for walls and seats and, after the publication, on their cards."""

from fractions import Fraction
from itertools import groupby
from typing import Any

from django.urls import reverse

from clubsite.core.templatetags.bridge import imps, pct
from clubsite.duplicate.models import SectionKind, Session
from clubsite.events.models import EventEntrant, EventPlace, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.selectors.event_lines import figure_here
from clubsite.events.selectors.event_reader import EventReader, figure_of
from clubsite.events.selectors.event_standing import event_standing
from clubsite.leaderboard.wider import WiderList, WiderRanking, WiderRow
from clubsite.rankings.selectors.published import Published
from clubsite.results.over_all import CardOverAll
from games.wording import group_name, group_title
from scoring.ranking import Place


def wider_ranking(session: Session) -> WiderRanking | None:
    """Return the event that a session is a heat of, with the places of the heat's contestants, or None.

    Nothing is named but clubs, so that everybody may read it who may read the session's own places.
    """
    heats = Heat.objects.filter(session=session, status=HeatStatus.ACCEPTED).select_related("event__club")
    heat = heats.exclude(event__status=EventStatus.CANCELLED).first()
    if heat is None:
        return None
    event = heat.event
    rows = EventPlace.objects.filter(entrant__heat=heat, entrant__contestant__isnull=False, stratum="", possible__gt=0)
    found = list(rows.select_related("entrant").order_by("kind", "line", "position"))
    several, as_imps, standing = len({one.kind for one in found}) > 1, event_settings(event).imps, event_standing(event)
    lists = [
        _list(list(own), standing.of(*key), several, as_imps)
        for key, own in groupby(found, key=lambda one: (one.kind, one.line))
    ]
    return WiderRanking(event.name, standing.words, tuple(sorted(lists, key=lambda one: one.title, reverse=True)))


def _list(rows: list[EventPlace], standing: dict[str, Any] | None, several: bool, as_imps: bool) -> WiderList:
    line, pairs, unit = rows[0].line, rows[0].kind == SectionKind.FOUR_HANDED, "IMPs" if as_imps else "%"
    leader = ""
    if standing is not None:
        first = "first equal" if standing["place"].endswith("=") else "first"
        figure = _figure(standing["won"], standing["possible"], as_imps)
        leader = f"{first} with {figure}\N{NO-BREAK SPACE}{unit} at {standing['club']}"
    return WiderList(
        title=group_title(line, pairs),
        who="" if line == "ALL" and not several else group_name(line, pairs),
        unit=unit,
        of=standing["placed"] if standing else 0,
        leader=leader,
        rows=tuple(
            WiderRow(row.entrant.contestant_id or 0, row.place, _figure(row.won, row.possible, as_imps)) for row in rows
        ),
    )


def _figure(won: str, possible: int, as_imps: bool) -> str:
    """Return the figure of a place: a percentage, or the IMPs won."""
    return imps(Fraction(won)) if as_imps else pct(figure_of(won, possible, False))


def here_and_over_all(published: Published, contestant: int) -> CardOverAll | None:
    """Return a contestant's place in an event, and the figures of the club night and of the event, or None.

    There is none before the event is published, and so never while its window is open.
    """
    entrants = EventEntrant.objects.filter(contestant=contestant, heat__status=HeatStatus.ACCEPTED)
    entrants = entrants.filter(heat__event__status=EventStatus.PUBLISHED).select_related("heat__event__club")
    entrant = entrants.first()
    if entrant is None or not entrant.heat.event.is_closed():
        return None
    event = entrant.heat.event
    reader = EventReader(event, published.visitor.visitor)
    lists = (reader.list_of(key, only=[entrant.pk]) for key in reader.keys if not key.stratum)
    shown = next((found for found in lists if found.rows), None)
    if shown is None:
        return None
    (row,), plain = shown.rows, not reader.imps and not published.imps
    place, figure = Place.read(row.place), imps(row.won) if reader.imps else pct(row.figure)
    words = f"{place.name} of {shown.placed} {shown.key.who}" if place is not None else "Without a place"
    return CardOverAll(
        title=event.name,
        address=event.get_absolute_url(),
        card=reverse("events:card", args=[event.public_id, entrant.heat.public_id, entrant.label]),
        words=f"{words}, {figure}\N{NO-BREAK SPACE}{'IMPs' if reader.imps else '%'}",
        here=figure_here(published, contestant) if plain else None,
        over=row.figure if plain else None,
    )
