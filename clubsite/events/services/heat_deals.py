"""The cards of a heat: from the event's secret or, for an event of another server, from its sealed boards and key."""

from clubsite.core.refused import Refused
from clubsite.events.models import Heat
from clubsite.events.sealing import boards_unsealed, dealt_boards_of
from games.deals import Deal

NO_KEY = (
    "The organiser’s server has not given the key of the boards. Try again in a moment, or type the key from the "
    "sealed envelope on the heat’s page."
)
NO_SEALED_BOARDS = (
    "The boards of the event have not come from the organiser’s server yet. Ask for them on the heat’s page."
)


def heat_deals(heat: Heat) -> dict[int, Deal]:
    """Return the deals of a heat's event, by board. Raise Refused if another server's key has not come, or does not
    open them.
    """
    event = heat.event
    if not event.is_remote:
        return dealt_boards_of(event)
    if not event.sealed_boards:
        raise Refused(NO_SEALED_BOARDS)
    if not heat.boards_key:
        raise Refused(NO_KEY)
    return boards_unsealed(event, heat.boards_key.open())
