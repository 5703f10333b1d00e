"""Structured data for search engines: a session as an event, and a page's place on the site (schema.org, JSON-LD).

The data contain no personal names, and no results of a club that shows results only to members. A script of
this type is data: browsers do not run it, and the site's policy does not block it.
"""

import json
from typing import Any

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from clubsite.clubs.models import Club, ResultsFor
from clubsite.core.origins import base_of
from clubsite.nights.models import Session
from clubsite.signups.models import ComingNight

register = template.Library()
SCRIPT_ESCAPES = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}
SCHEMA = "https://schema.org"


@register.simple_tag(takes_context=True)
def session_data(context: dict[str, Any]) -> str:
    """Return the page's session as a SportsEvent."""
    session: Session = context["session"]
    club: Club = context["club"]
    if not _told(context, club):
        return ""
    address = base_of(context["request"]) + reverse("results:ranking", args=[session.public_id])
    day = session.date.isoformat()
    return _event(
        context,
        address,
        name=f"{session.name}, {club.name}",
        startDate=day,
        endDate=day,
        image=f"{address}picture.png",  # by an app above this one
    )


@register.simple_tag(takes_context=True)
def coming_data(context: dict[str, Any], night: ComingNight) -> str:
    """Return an announced club night as a SportsEvent, which also says whether the night has been cancelled."""
    if context.get("request") is None:
        return ""
    address = base_of(context["request"]) + reverse("signups:night", args=[night.club.slug, night.public_id])
    facts = {"eventStatus": f"{SCHEMA}/EventCancelled"} if night.cancelled else {}
    if night.ends_at is not None:
        facts["endDate"] = night.ends_at.isoformat()
    return _event(
        context,
        address,
        name=f"{night.title or 'Club night'}, {night.club.name}",
        startDate=night.starts_at.isoformat(),
        place=night.place,
        **facts,
    )


def _event(context: dict[str, Any], address: str, *, place: str = "", **facts: str) -> SafeString:
    club: Club = context["club"]
    front = base_of(context["request"]) + reverse("results:club", args=[club.slug])
    return _script(
        {
            "@type": "SportsEvent",
            "@id": address,
            "url": address,
            "sport": "Contract bridge",
            "eventStatus": f"{SCHEMA}/EventScheduled",
            "eventAttendanceMode": f"{SCHEMA}/OfflineEventAttendanceMode",
            "location": {"@type": "Place", "name": club.name, "address": place or club.venue or club.name},
            "organizer": {"@type": "SportsOrganization", "name": club.name, "url": front},
            **facts,
        }
    )


@register.simple_tag(takes_context=True)
def breadcrumbs(context: dict[str, Any], board: int | None = None) -> str:
    """Return the path from the club's front page to this page through its results, the session and the board."""
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
    text = json.dumps({"@context": SCHEMA, **data}, ensure_ascii=False).translate(SCRIPT_ESCAPES)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')
