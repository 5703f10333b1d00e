"""An event as an iCalendar file (RFC 5545): its window, in UTC."""

from django.urls import reverse
from icalendar import Calendar
from icalendar import Event as CalendarEntry

from clubsite.coming.calendar_file import utc
from clubsite.events.models import Event, EventStatus

TYPE = "text/calendar; charset=utf-8"
PRODUCT = "-//Two Handed Solo Bridge//Simultaneous events//EN"


def event_calendar(event: Event, base: str) -> bytes:
    """Return the calendar file of an announced event. `base` is this site's address."""
    url = base + reverse("events:event", args=[event.public_id])
    cancelled = event.status == EventStatus.CANCELLED
    entry = CalendarEntry()
    entry.add("uid", f"{event.public_id}@two-handed-solo-bridge")
    entry.add("dtstamp", utc(event.announced_at or event.created_at))
    entry.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    entry.add("dtstart", utc(event.window_opens))
    entry.add("dtend", utc(event.window_closes))
    entry.add("summary", f"Cancelled: {event.name}" if cancelled else event.name)
    fee = f"Fee: {event.fee}" if event.fee else ""
    words = f"{event.boards} boards, the same in every club. Organised by {event.organiser_name}."
    entry.add("description", "\n".join(filter(None, [words, fee, f"Clubs that take part: {url}"])))
    entry.add("transp", "TRANSPARENT")  # a window of several days keeps nobody busy
    entry.add("url", url)
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", PRODUCT)
    calendar.add("method", "PUBLISH")
    calendar.add_component(entry)
    return bytes(calendar.to_ical())
