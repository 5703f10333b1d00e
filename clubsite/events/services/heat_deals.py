"""The cards of a heat: from the event's secret or, for an event of another server, from its sealed boards and key."""

from clubsite.core.refused import Refused
from clubsite.events.models import Heat
from clubsite.events.sealing import NotUnsealed, boards_unsealed
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
    except NotUnsealed as no:
        raise Refused(str(no)) from no
    if missing := [number for number in range(1, event.boards + 1) if number not in deals]:
        raise Refused(f"Board {missing[0]} is missing among the boards that the organiser’s server has sent.")
    return deals
