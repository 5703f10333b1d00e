"""The two sheets of a sealed envelope: the key of an event's boards, and what stands on the outside."""

import datetime

from django.utils import timezone

from clubsite.events.models import Heat
from clubsite.events.selectors.heats import DEALER_EARLY
from clubsite.pdf.key_envelope import key_envelope
from clubsite.pdf.paper import PaperSize


def envelope_sheets(heat: Heat, key: str, size: PaperSize) -> bytes:
    """Return the two sheets of a heat's envelope as a PDF."""
    event = heat.event
    return key_envelope(
        event=event.name,
        club=heat.club_name,
        organiser=event.organiser_name,
        key=key,
        outside=outside_words(heat),
        inside=INSIDE,
        size=size,
    )


def outside_words(heat: Heat) -> list[str]:
    """Return the paragraphs that say when a heat's envelope may be opened."""
    event = heat.event

    def day(at: datetime.datetime) -> str:
        local = timezone.localtime(at, event.zone)
        return f"{local:%A} {local.day} {local:%B %Y, %H:%M} ({local:%Z})"

    start = "The start of this heat is not announced yet."
    if heat.planned_at is not None:
        start = f"Announced start of this heat: {day(heat.planned_at)}."
    hours = round(DEALER_EARLY.total_seconds() / 3600)
    return [
        f"Open it only if your server cannot reach the organiser’s, and only for the start of the heat: from "
        f"{day(event.window_opens)} to {day(event.window_closes)}.",
        f"{start} A dealer who was named for the heat, and who plays in no heat, may open it "
        f"{hours} hour{'s' if hours > 1 else ''} before.",
        "Whoever opens it can see the cards of all boards. The event’s log tells everybody when the key was printed, "
        "and when it was typed.",
        "If it was not needed, give it back unopened, or destroy it once the window has closed.",
    ]


INSIDE = [
    "On your own server: Directing, Events, the heat, “At the organiser’s server”. Type the key there. "
    "Blanks and small letters do not matter. A key has no 0, no 1 and no 8.",
    "Then start the night, or let the dealer have the cards. Keep this page away from everybody who plays, and "
    "destroy it afterwards.",
]
