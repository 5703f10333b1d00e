"""The hub's side of an event's boards: encrypted for other servers, and the key when a heat starts."""

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.event_documents.messages.bodies import KeyBody, SealedBody
from clubsite.events.models import Event, EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.sealing import boards_key, boards_sealed, key_written
from clubsite.events.selectors.heats import DEALER_EARLY
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.shut_boards import boards_shut
from games.event_seed import event_deals, event_seed

EARLY_FOR_KEY = (
    "It is too early for the key: a heat gets it from an hour before its announced start. If it starts earlier, "
    "announce another start."
)
EARLY_FOR_WINDOW = "It is too early for the key: the window has not opened, and the heat has announced no start."
NO_NUMBER_YET = "The boards are dealt once the public number is known: {}."


def sealed_boards_of(event: Event, heat: Heat) -> SealedBody:
    """Return the event's boards, encrypted. Raise Refused if the heat does not take part or if they are not dealt."""
    _refuse_stranger(event, heat)
    seed = event_seed(event.secret.open(), event.public_number, event.public_id)
    deals = event_deals(seed, event.boards)
    key = boards_key(event.secret.open(), event.public_id)
    return SealedBody(boards=boards_sealed(deals, key=key, event_id=event.public_id))


def boards_key_give(*, event: Event, heat: Heat, again: bool = False) -> KeyBody:
    """Return the key of the boards for a heat that starts now, and log it unless it was given `again`.

    A heat that has announced its start gets it from an hour before on, and any other heat inside the window. Raise
    Refused otherwise. A heat that has it already can have it again as long as the window is open.
    """
    _refuse_stranger(event, heat)
    now = timezone.now()
    if event.is_closed(now):
        raise Refused("The window of the event has closed, so no heat gets the key any more.")
    opens = heat.planned_at - DEALER_EARLY if heat.planned_at is not None else event.window_opens
    if heat.released_at is None and now < opens:
        raise Refused(EARLY_FOR_KEY if heat.planned_at is not None else EARLY_FOR_WINDOW)
    first = heat.released_at is None
    if first:
        heat.released_at = now
        heat.save(update_fields=["released_at"])
        boards_shut(event=event)
    if first or not again:  # the same question may have been too early before
        event_log_add(event, EventAction.KEY_SENT, heat.club_name, heat=heat)
    return KeyBody(key=boards_key(event.secret.open(), event.public_id), public_number=event.public_number)


def envelope_key(*, event: Event, heat: Heat, user: User) -> str:
    """Return the key as it is printed for a sealed envelope, for a club without a line to this server.

    The event's log tells everybody. Raise Refused if the heat is of a club here or does not take part, if the boards
    are not dealt, or once the window has closed.
    """
    _refuse_stranger(event, heat)
    if heat.club_id is not None:
        raise Refused("This club is on this server, so its heat needs no key.")
    if event.is_closed():
        raise Refused("The window of the event has closed, so no heat needs the key any more.")
    with transaction.atomic():
        if heat.envelope_at is None:
            heat.envelope_at = timezone.now()
            heat.save(update_fields=["envelope_at"])
            boards_shut(event=event)
        event_log_add(event, EventAction.ENVELOPE_PRINTED, heat.club_name, heat=heat, user=user)
        return key_written(boards_key(event.secret.open(), event.public_id))


def _refuse_stranger(event: Event, heat: Heat) -> None:
    if heat.status != HeatStatus.ACCEPTED:
        raise Refused("The organiser has not accepted this heat, or it takes part no longer.")
    if event.status != EventStatus.ANNOUNCED:
        raise Refused("The event does not take place any more, or is over.")
    if event.awaits_public_number():
        raise Refused(NO_NUMBER_YET.format(event.public_number_name))
