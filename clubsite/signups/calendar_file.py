"""Nights as an iCalendar file (RFC 5545): one night, or a feed that calendars fetch regularly.

Times are in UTC (form 2 of DATE-TIME), so no VTIMEZONE is needed. The stamp is the time of the last change, so
that the same nights always give the same file.
"""

import datetime
from collections.abc import Iterable

from django.urls import reverse
from icalendar import Calendar, Event, vDuration

from clubsite.clubs.models import Club
from clubsite.signups.models import ComingNight, NightKind
from clubsite.signups.selectors.nights import KIND_WORDS, night_title

TYPE = "text/calendar; charset=utf-8"
PRODUCT = "-//Two Handed Solo Bridge//Coming nights//EN"
ASK_AGAIN = vDuration(datetime.timedelta(hours=12))


def calendar_file(club: Club, nights: Iterable[ComingNight], base: str) -> bytes:
    """Return the whole calendar file. `base` is this site's address."""
    calendar = calendar_of(PRODUCT, [_event(club, night, base) for night in nights])
    calendar.add("name", club.name)  # RFC 7986; the next line is for older programs
    calendar.add("x-wr-calname", club.name)
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", ASK_AGAIN)
    return bytes(calendar.to_ical())


def _event(club: Club, night: ComingNight, base: str) -> Event:
    url = base + reverse("signups:night", args=[club.slug, night.public_id])
    event = calendar_entry(night.public_id, night_title(night), url, night.changed_at, cancelled=night.cancelled)
    event.add("last-modified", utc(night.changed_at))
    event.add("sequence", night.sequence)
    event.add("dtstart", utc(night.starts_at))
    if night.ends_at:
        event.add("dtend", utc(night.ends_at))
    if night.place:
        event.add("location", night.place)
    event.add("description", _description(night, url))
    return event


def calendar_of(product: str, entries: Iterable[Event]) -> Calendar:
    """Return a calendar with these entries, made by a part of this site."""
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", product)
    calendar.add("method", "PUBLISH")
    for entry in entries:
        calendar.add_component(entry)
    return calendar


def calendar_entry(public_id: str, title: str, url: str, stamp: datetime.datetime, *, cancelled: bool) -> Event:
    """Return an entry without times."""
    entry = Event()
    entry.add("uid", f"{public_id}@two-handed-solo-bridge")
    entry.add("dtstamp", utc(stamp))
    entry.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    entry.add("summary", f"Cancelled: {title}" if cancelled else title)
    entry.add("url", url)
    return entry


def utc(moment: datetime.datetime) -> datetime.datetime:
    """Return the moment in UTC, in whole seconds."""
    return moment.astimezone(datetime.UTC).replace(microsecond=0)


def _description(night: ComingNight, url: str) -> str:
    fee = f"Fee: {night.fee}" if night.fee else ""
    notice = "This night does not take place." if night.cancelled else ""
    lines = [notice, KIND_WORDS[NightKind(night.kind)], fee, night.note, f"Say that you come: {url}"]
    return "\n".join(filter(None, lines))
