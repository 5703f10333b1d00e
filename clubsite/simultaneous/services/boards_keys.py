"""The cards of a heat: from the event's secret here or, for an event of another server, from the hub's key."""

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.duplicate.models import Session, SessionStatus
from clubsite.simultaneous.messages.faults import BadDocument
from clubsite.simultaneous.messages.sealing import boards_unsealed, key_typed
from clubsite.simultaneous.models import EventAction, Heat, HeatStatus
from clubsite.simultaneous.services.answers import boards_key_take
from clubsite.simultaneous.services.outgoing import HubSilent, hub_ask
from games.deals import Deal
from games.event_seed import event_deals, event_seed

NO_KEY = (
    "The organiser’s server has not given the key of the boards. Try again in a moment, or type the key from the "
    "sealed envelope on the heat’s page."
)
NO_SEALED_BOARDS = (
    "The boards of the event have not come from the organiser’s server yet. Ask for them on the heat’s page."
)


def heat_deals(heat: Heat) -> dict[int, Deal]:
    """Return the deals of a heat's event, by board. Raise Refused if another server's key has not come."""
    event = heat.event
    if not event.is_remote:
        return event_deals(event_seed(event.secret.open(), event.public_number, event.public_id), event.boards)
    if not event.sealed_boards:
        raise Refused(NO_SEALED_BOARDS)
    if not heat.boards_key:
        raise Refused(NO_KEY)
    try:
        deals = boards_unsealed(event.sealed_boards, key=heat.boards_key.open(), event_id=event.public_id)
    except BadDocument as no:
        raise Refused(str(no)) from no
    if missing := [number for number in range(1, event.boards + 1) if number not in deals]:
        raise Refused(f"Board {missing[0]} is missing among the boards that the organiser’s server has sent.")
    return deals


def session_key_fetch(*, session: Session) -> None:
    """Ask the hub for the key if a session that is about to start plays a heat of another server's event.

    This waits for the hub, so it runs before the transaction that starts the session. A hub that does not answer
    stops nobody who has the key already.
    """
    heat = Heat.objects.select_related("event").filter(session=session).exclude(event__hub_key="").first()
    if heat is not None and session.status == SessionStatus.DRAFT:
        heat_key_fetch(heat=heat)


def heat_key_fetch(*, heat: Heat) -> None:
    """Ask the hub for the key and the boards, unless they are here or the heat does not take part."""
    there = bool(heat.boards_key) and bool(heat.event.sealed_boards)
    if not heat.event.is_remote or there or heat.status != HeatStatus.ACCEPTED:
        return
    wants = ("event", "key") if heat.event.sealed_boards else ("event", "sealed", "key")
    try:
        hub_ask(heat=heat, wants=wants)
    except HubSilent:
        return
    finally:
        heat.refresh_from_db()
        heat.event.refresh_from_db()


def envelope_key_type(*, heat: Heat, text: str, user: User) -> None:
    """Use a key that was typed from a sealed envelope, log it, and tell the hub. Raise Refused if it does not fit."""
    if not heat.event.is_remote or not heat.event.sealed_boards:
        raise Refused(NO_SEALED_BOARDS, "key")
    try:
        key = key_typed(text)
        boards_key_take(event=heat.event, heat=heat, key=key, action=EventAction.ENVELOPE_USED, user=user)
    except BadDocument as no:
        raise Refused(str(no), "key") from no
    try:
        hub_ask(heat=heat, wants=(), envelope=True)
    except HubSilent:
        return  # the document waits, and the sweep sends it
