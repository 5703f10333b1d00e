"""Nights as an iCalendar file (RFC 5545): one, or a feed that calendars ask for again and again.

Times are UTC (form 2 of DATE-TIME), so no VTIMEZONE is needed. What a line may hold is made here alone: text with
its signs escaped (3.3.11), lines of at most 75 octets (3.1), CRLF. The stamp is the last change, so that the same
nights are the same file.
"""

import datetime
from collections.abc import Iterable, Iterator

from django.urls import reverse

from clubsite.clubs.models import Club
from clubsite.coming.models import ComingNight
from clubsite.coming.words import KINDS

TYPE = "text/calendar; charset=utf-8"
PRODUCT = "-//Two Handed Solo Bridge//Coming nights//EN"
MOST_OCTETS = 75
ASK_AGAIN = "PT12H"
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def calendar_file(club: Club, nights: Iterable[ComingNight], base: str) -> str:
    """The whole file. `base`: this site's address."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{text(club.name)}",
        f"X-WR-CALNAME:{text(club.name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{ASK_AGAIN}",
        f"X-PUBLISHED-TTL:{ASK_AGAIN}",
    ]
    for night in nights:
        lines += _event(club, night, base)
    return "".join(part + "\r\n" for line in [*lines, "END:VCALENDAR"] for part in folded_line(line))


def _event(club: Club, night: ComingNight, base: str) -> list[str]:
    url = base + reverse("coming:night", args=[club.slug, night.public_id])
    ends_at = night.ends_at
    return [
        "BEGIN:VEVENT",
        f"UID:{night.public_id}@two-handed-solo-bridge",
        f"DTSTAMP:{utc(night.changed_at)}",
        f"LAST-MODIFIED:{utc(night.changed_at)}",
        f"SEQUENCE:{night.sequence}",
        f"STATUS:{'CANCELLED' if night.cancelled else 'CONFIRMED'}",
        f"DTSTART:{utc(night.starts_at)}",
        *([f"DTEND:{utc(ends_at)}"] if ends_at else []),
        f"SUMMARY:{text(('Cancelled: ' if night.cancelled else '') + club.name)}",
        *([f"LOCATION:{text(night.place)}"] if night.place else []),
        f"DESCRIPTION:{text(_description(night, url))}",
        f"URL:{url}",
        "END:VEVENT",
    ]


def _description(night: ComingNight, url: str) -> str:
    kind = KINDS[night.kind]  # type: ignore[index]
    fee = f"Fee: {night.fee}" if night.fee else ""
    said = "This night does not take place." if night.cancelled else ""
    return "\n".join(filter(None, [said, kind, fee, night.note, f"Say that you come: {url}"]))


def utc(moment: datetime.datetime) -> str:
    """ "20261125T063000Z"."""
    return moment.astimezone(datetime.UTC).strftime("%Y%m%dT%H%M%SZ")


def text(value: str) -> str:
    """A TEXT value (3.3.11): no control characters, four signs escaped."""
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(sign for sign in value if sign == "\n" or sign.isprintable()).translate(ESCAPED)


def folded_line(line: str) -> Iterator[str]:
    """A content line in pieces of at most 75 octets, each after the first with a blank before it; no letter is cut."""
    piece, size = "", 0
    for sign in line:
        octets = len(sign.encode())
        if size + octets > MOST_OCTETS:
            yield piece
            piece, size = " ", 1
        piece, size = piece + sign, size + octets
    yield piece
