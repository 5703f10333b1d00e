"""What search reads of a page of results: the night as an event, and where the page stands (schema.org, JSON-LD).

No name of a person is in it, and nothing of a club whose results are for its members. A script of this type is data:
browsers run none of it, and the site's policy refuses none of it.
"""

import json
from typing import Any

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from clubsite.clubs.models import Club
from clubsite.clubs.name_choices import ResultsFor
from clubsite.core.links import base_of
from clubsite.duplicate.models import Session

register = template.Library()
ESCAPES = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}
SCHEMA = "https://schema.org"


@register.simple_tag(takes_context=True)
def night_data(context: dict[str, Any]) -> str:
    """The night of the page as a SportsEvent."""
    session: Session = context["session"]
    club: Club = context["club"]
    if not _told(context, club):
        return ""
    base = base_of(context["request"])
    address = base + reverse("results:ranking", args=[session.public_id])
    front = base + reverse("results:club", args=[club.slug])
    event = {
        "@type": "SportsEvent",
        "@id": address,
        "name": f"{session.name}, {club.name}",
        "sport": "Contract bridge",
        "startDate": session.date.isoformat(),
        "endDate": session.date.isoformat(),
        "eventStatus": f"{SCHEMA}/EventScheduled",
        "eventAttendanceMode": f"{SCHEMA}/OfflineEventAttendanceMode",
        "location": {"@type": "Place", "name": club.name, "address": club.venue or club.name},
        "organizer": {"@type": "SportsOrganization", "name": club.name, "url": front},
        "url": address,
        "image": f"{address}picture.png",  # of an app above this one
    }
    return _script(event)


@register.simple_tag(takes_context=True)
def breadcrumbs(context: dict[str, Any], board: int | None = None) -> str:
    """The way from the club's front page to this one: its results, the night, the board."""
    club: Club = context["club"]
    session: Session | None = context.get("session") or None
    if not _told(context, club):
        return ""
    request: HttpRequest = context["request"]
    steps = [
        (club.name, reverse("results:club", args=[club.slug])),
        ("Results", reverse("results:club-results", args=[club.slug])),
    ]
    if session is not None:
        steps.append((session.name, reverse("results:ranking", args=[session.public_id])))
    if board is not None:
        steps.append((f"Board {board}", request.path))
    base = base_of(request)
    items = [
        {"@type": "ListItem", "position": number, "name": name, "item": base + path}
        for number, (name, path) in enumerate(steps, 1)
    ]
    return _script({"@type": "BreadcrumbList", "itemListElement": items})


def _told(context: dict[str, Any], club: Club) -> bool:
    return context.get("request") is not None and club.results_for == ResultsFor.EVERYBODY


def _script(data: dict[str, Any]) -> SafeString:
    text = json.dumps({"@context": SCHEMA, **data}, ensure_ascii=False).translate(ESCAPES)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')
