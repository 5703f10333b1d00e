"""The key of the boards of another server's event: asked for at its hub, or typed from a sealed envelope."""

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.duplicate.models import Session, SessionStatus
from clubsite.event_documents.messages.faults import BadDocument
from clubsite.event_documents.services.answers import boards_key_take
from clubsite.event_documents.services.hub_requests import HubSilent
from clubsite.event_documents.services.outgoing import hub_ask, hub_tell, message_send
from clubsite.events.models import EventAction, Heat, HeatStatus
from clubsite.events.sealing import NotUnsealed, key_typed
from clubsite.events.services.heat_deals import NO_SEALED_BOARDS

KEY_NOT_GIVEN = "The organiser’s server does not give the key of the boards: {}"


def session_key_fetch(*, session: Session) -> None:
    """Ask the hub for the key if a session that is about to start plays a heat of another server's event.

    This waits for the hub, so it runs before the transaction that starts the session. A hub that does not answer
    stops nobody who has the key already. Raise Refused as `heat_key_fetch` does.
    """
    heat = Heat.objects.select_related("event").filter(session=session).exclude(event__hub_key="").first()
    if heat is not None and session.status == SessionStatus.DRAFT:
        heat_key_fetch(heat=heat)


def heat_key_fetch(*, heat: Heat) -> None:
    """Ask the hub for the key and the boards, unless they are here or the heat does not take part.

    The hub first hears of a start that was announced a moment ago. Raise Refused if it answers why it gives no key.
    """
    there = bool(heat.boards_key) and bool(heat.event.sealed_boards)
    if not heat.event.is_remote or there or heat.status != HeatStatus.ACCEPTED:
        return
    wants = ("event", "key") if heat.event.sealed_boards else ("event", "sealed", "key")
    try:
        for message in hub_tell(heat=heat):
            message_send(message=message)
        asked = hub_ask(heat=heat, wants=wants)
    except HubSilent:
        return
    finally:
        heat.refresh_from_db()
        heat.event.refresh_from_db()
    asked.refresh_from_db()
    if not heat.boards_key and asked.answer:
        raise Refused(KEY_NOT_GIVEN.format(asked.answer))


def envelope_key_type(*, heat: Heat, text: str, user: User) -> None:
    """Use a key that was typed from a sealed envelope, log it, and tell the hub. Raise Refused if it does not fit."""
    if not heat.event.is_remote or not heat.event.sealed_boards:
        raise Refused(NO_SEALED_BOARDS, "key")
    try:
        key = key_typed(text)
        boards_key_take(event=heat.event, heat=heat, key=key, action=EventAction.ENVELOPE_USED, user=user)
    except (NotUnsealed, BadDocument) as no:
        raise Refused(str(no), "key") from no
    try:
        hub_ask(heat=heat, wants=(), envelope=True)
    except HubSilent:
        return  # the document waits, and the sweep sends it
