"""The lines of a heat that were sent to its hub, and whether the hub took them."""

from django.db.models import QuerySet

from clubsite.event_documents.models import EventMessage, MessageDirection
from clubsite.events.models import Heat

TYPES_WITH_LINES = ("lines", "heat", "correction")
HUB_UNWILLING = "The organiser’s server has not taken this document yet, and it is sent again. It says:"
"""How the answer of a document begins to which the hub has said no without a signature."""


def lines_told(heat: Heat) -> QuerySet[EventMessage]:
    """Return the documents with lines that were made for a heat, the newest first."""
    rows = EventMessage.objects.filter(heat=heat, direction=MessageDirection.OUT, type__in=TYPES_WITH_LINES)
    return rows.order_by("-number")
