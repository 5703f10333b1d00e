"""Where a heat's contestants stand in the event: for walls and seats and, after the publication, on their cards."""

from fractions import Fraction
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils import timezone

from clubsite.core.templatetags.bridge import imps, pct
from clubsite.duplicate.models import SectionKind, Session
from clubsite.events.models import EventEntrant, EventPlace, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.event_cards import figure_here
from clubsite.events.selectors.event_facts import event_settings
from clubsite.events.selectors.event_payload import newest_publication
from clubsite.events.selectors.event_standing import event_standing
from clubsite.events.selectors.events import event_address
from clubsite.leaderboard.wider import WiderList, WiderRanking, WiderRow
from clubsite.rankings.selectors.published import Published
from clubsite.results.over_all import CardOverAll
from games.wording import group_name, group_title
from scoring.ranking import Place
from scoring.settings import ScoringSettings

Json = dict[str, Any]


def wider_ranking(session: Session) -> WiderRanking | None:
    """Return the event that a session is a heat of, with the places of the heat's contestants, or None.

    Nothing is named but clubs, so that everybody may read it who may read the session's own places.
    """
    heats = Heat.objects.filter(session=session, status=HeatStatus.ACCEPTED).select_related("event__club")
    heat = heats.exclude(event__status=EventStatus.CANCELLED).first()
    if heat is None:
        return None
    event = heat.event
    rows = EventPlace.objects.filter(entrant__heat=heat, stratum="", possible__gt=0).select_related("entrant")
    found = list(rows.exclude(entrant__contestant=None).order_by("kind", "line", "position"))
    several, as_imps, standing = len({one.kind for one in found}) > 1, event_settings(event).imps, event_standing(event)
    lists = [
        _list(list(own), standing.of(*key), several, as_imps)
        for key, own in groupby(found, key=lambda one: (one.kind, one.line))
    ]
    return WiderRanking(event.name, standing.words, tuple(sorted(lists, key=lambda one: one.title, reverse=True)))


def _list(rows: list[EventPlace], standing: Json | None, several: bool, as_imps: bool) -> WiderList:
    line, pairs = rows[0].line, rows[0].kind == SectionKind.FOUR_HANDED
    leader = ""
    if standing is not None:
        first = "first equal" if standing["place"].endswith("=") else "first"
        figure = _figure(standing["won"], standing["possible"], as_imps, unit=True)
        leader = f"{first} with {figure} at {standing['club']}"
    return WiderList(
        title=group_title(line, pairs),
        who="" if line == "ALL" and not several else group_name(line, pairs),
        unit="IMPs" if as_imps else "%",
        of=standing["placed"] if standing else 0,
        leader=leader,
        rows=tuple(
            WiderRow(row.entrant.contestant_id, row.place, _figure(row.won, row.possible, as_imps))
            for row in rows
            if row.entrant.contestant_id is not None
        ),
    )


def here_and_over_all(published: Published, contestant: int) -> CardOverAll | None:
    """Return a contestant's place in an event, and the figures of the club night and of the event, or None.

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
    if publication is None or entrant is None or found is None:
        return None
    event, (listed, row) = entrant.heat.event, found
    as_imps = ScoringSettings.from_json(publication.payload["scoring"]).imps
    plain = not as_imps and not published.imps
    return CardOverAll(
        title=event.name,
        address=event_address(event),
        card=reverse("events:card", args=[event.public_id, entrant.heat.public_id, entrant.label]),
        words=_words(listed, row, as_imps),
        here=figure_here(published, contestant) if plain else None,
        over=100 * Fraction(row["won"]) / row["possible"] if plain and row["possible"] else None,
    )


def _row_of(payload: Json, entrant: EventEntrant) -> tuple[Json, Json] | None:
    """Return the entrant's list of everybody, and the entrant's row in it."""
    lists = [found for found in payload["lists"] if not found["stratum"] and found["kind"] == entrant.kind]
    return next(((found, row) for found in lists for row in found["rows"] if row["entrant"] == entrant.pk), None)


def _words(listed: Json, row: Json, as_imps: bool) -> str:
    place, figure = Place.read(row["place"]), _figure(row["won"], row["possible"], as_imps, unit=True)
    if place is None:
        return f"Without a place, {figure}"
    of = sum(1 for other in listed["rows"] if other["place"])
    who = group_name(listed["line"], listed["kind"] == SectionKind.FOUR_HANDED)
    return f"{place.name} of {of} {who}, {figure}"


def _figure(won: str, possible: int, as_imps: bool, *, unit: bool = False) -> str:
    """Return the figure of a place: a percentage, or the IMPs won."""
    figure = imps(Fraction(won)) if as_imps else pct(100 * Fraction(won) / possible if possible else None)
    return f"{figure}\N{NO-BREAK SPACE}{'IMPs' if as_imps else '%'}" if unit else figure
