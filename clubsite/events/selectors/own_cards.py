"""What a player's card of a club night says of the event that the night was a heat of. Only from what is published."""

from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils import timezone

from clubsite.duplicate.models import SectionKind
from clubsite.events.models import EventEntrant, EventStatus, HeatStatus
from clubsite.events.selectors.event_cards import figure_here
from clubsite.events.selectors.event_payload import newest_publication
from clubsite.events.selectors.events import event_address
from clubsite.events.selectors.places import figure_of
from clubsite.rankings.selectors.published import Published
from clubsite.results.over_all import CardOverAll
from games.wording import group_name
from scoring.ranking import Place
from scoring.settings import ScoringSettings

Json = dict[str, Any]


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
    imps = ScoringSettings.from_json(publication.payload["scoring"]).imps
    plain = not imps and not published.imps
    return CardOverAll(
        title=event.name,
        address=event_address(event),
        card=reverse("events:card", args=[event.public_id, entrant.heat.public_id, entrant.label]),
        words=_words(listed, row, imps),
        here=figure_here(published, contestant) if plain else None,
        over=100 * Fraction(row["won"]) / row["possible"] if plain and row["possible"] else None,
    )


def _row_of(payload: Json, entrant: EventEntrant) -> tuple[Json, Json] | None:
    """Return the entrant's list of everybody, and the entrant's row in it."""
    lists = [found for found in payload["lists"] if not found["stratum"] and found["kind"] == entrant.kind]
    return next(((found, row) for found in lists for row in found["rows"] if row["entrant"] == entrant.pk), None)


def _words(listed: Json, row: Json, imps: bool) -> str:
    place = Place.read(row["place"])
    figure = f"{figure_of(Fraction(row['won']), row['possible'], imps)}\N{NO-BREAK SPACE}{'IMPs' if imps else '%'}"
    if place is None:
        return f"Without a place, {figure}"
    of = sum(1 for other in listed["rows"] if other["place"])
    who = group_name(listed["line"], listed["kind"] == SectionKind.FOUR_HANDED)
    return f"{place.name} of {of} {who}, {figure}"
