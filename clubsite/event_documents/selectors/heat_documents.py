"""Documents of heats, as directors and organisers read about them."""

from django.db.models import QuerySet

from clubsite.event_documents.models import EventMessage, MessageDirection, MessageState, RemoteHeat
from clubsite.events.models import Event, Heat

MAX_DOCUMENTS_SHOWN = 50  # newest first


def unanswered_documents(heat: Heat) -> QuerySet[EventMessage]:
    """Return the newest documents of a heat here that wait for the organiser's server, or that it refused."""
    rows = EventMessage.objects.filter(heat=heat, direction=MessageDirection.OUT)
    return rows.filter(state__in=(MessageState.WAITS, MessageState.REFUSED)).order_by("-number")[:MAX_DOCUMENTS_SHOWN]


def remote_heats(event: Event) -> QuerySet[RemoteHeat]:
    """Return the heats of other servers in an event that is organised here, sorted by club."""
    return RemoteHeat.objects.filter(heat__event=event).select_related("heat").order_by("heat__club_name", "heat")
