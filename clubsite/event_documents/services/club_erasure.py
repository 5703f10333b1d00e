"""A club that is erased here: its documents to and from other servers."""

from clubsite.clubs.models import Club
from clubsite.event_documents.models import EventMessage, MessageState, RemoteHeat
from clubsite.events.services.club_erasure import events_of_nobody_else

STILL_SENDS = (
    "The club’s heat in “{}” has documents that have not reached the organiser yet. Wait until they are sent, or take "
    "them there as files. Nothing was changed."
)


def club_documents_refusal(club: Club) -> str:
    """Return why a club cannot be erased yet, or "" if it can: a document of it still waits to be sent. A
    question to the organiser's server keeps nobody.
    """
    rows = EventMessage.objects.filter(heat__club=club, state=MessageState.WAITS).exclude(type="ask")
    waiting = rows.select_related("event").first()
    return STILL_SENDS.format(waiting.event) if waiting is not None else ""


def club_documents_let_go(*, club: Club) -> int:
    """Delete the documents of events that no other club needs, and empty the others of the club.

    Return how many rows were deleted. Runs in the caller's transaction, before `club_let_go`.
    """
    events = events_of_nobody_else(club)
    found = (RemoteHeat.objects.filter(heat__event__in=events), EventMessage.objects.filter(event__in=events))
    deleted = sum(rows._raw_delete(rows.db) or 0 for rows in found)
    EventMessage.objects.filter(heat__club=club).update(body="")
    return deleted
