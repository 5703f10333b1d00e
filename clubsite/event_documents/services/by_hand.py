"""Events between servers as directors do it: hearing of an event by its address, and documents as files."""

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.duplicate.models import SessionStatus
from clubsite.event_documents.messages.documents import documents_joined, documents_split
from clubsite.event_documents.messages.faults import BadDocument
from clubsite.event_documents.models import EventMessage, MessageState
from clubsite.event_documents.services.answers import answers_take, event_hear
from clubsite.event_documents.services.hub_requests import HubSilent, hub_request
from clubsite.event_documents.services.hub_sweep import hub_wants
from clubsite.event_documents.services.outgoing import hub_tell, question_put
from clubsite.events.models import Event, Heat
from clubsite.scores.selectors.owed import owed_by

STILL_PLAYS = (
    "The file has results of boards that you still have to play. Take it along after your last board, or let another "
    "director do it."
)


def event_fetch(*, address: str, user: User) -> Event:
    """Fetch an event's announcement from its hub and take it over. Raise Refused if there is none."""
    try:
        status, data = hub_request(address)
    except HubSilent as no:
        raise Refused(f"{no} Check the address, or try later.", "address") from no
    if status != 200:
        raise Refused("There is no event at this address. Copy the address of the event’s page.", "address")
    return event_hear(data=data, user=user)


def waiting_by_hand(*, heat: Heat, user: User) -> bytes:
    """Return the documents that wait for the hub as a file, with a question for what is still missing here.

    Raise Refused if the hub has nothing to learn and nothing to give, or for a director who still has boards of the
    night to play: the file has their results (SOLO-31).
    """
    session = heat.session
    if session is not None and session.status != SessionStatus.DRAFT and owed_by(user, session):
        raise Refused(STILL_PLAYS)
    hub_tell(heat=heat)
    heat = Heat.objects.select_related("event", "club", "session").get(pk=heat.pk)
    if wants := hub_wants(heat):
        question_put(heat=heat, wants=wants)
    waiting = EventMessage.objects.filter(heat=heat, state=MessageState.WAITS).order_by("number")
    if not waiting:
        raise Refused("The organiser’s server knows everything about this heat, so there is nothing to take along.")
    return documents_joined(message.body.encode() for message in waiting)


def answers_by_hand(*, heat: Heat, data: bytes) -> None:
    """Take a file of the hub's documents. Raise Refused with what is wrong with it; then nothing of it is taken."""
    if not heat.event.is_remote:
        raise Refused("This event is organised on this server, so no documents come from elsewhere.", "file")
    try:
        answers_take(event=heat.event, documents=documents_split(data))
    except BadDocument as no:
        raise Refused(str(no), "file") from no
