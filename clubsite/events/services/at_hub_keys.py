"""The key of the boards of another server's event: asked for at its hub, or typed from a sealed envelope."""

from clubsite.accounts.models import User
from clubsite.core.other_servers import ServerSilent
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.events.models import EventAction, Heat, HeatStatus
from clubsite.events.sealing import boards_unsealed, key_typed
from clubsite.events.selectors.answer_rules import KEY
from clubsite.events.services.at_hub_events import heat_hear
from clubsite.events.services.at_hub_requests import HubRefused, answer_read, heat_asked, heat_tell_ask
from clubsite.events.services.at_hub_telling import plans_tell
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.heat_deals import NO_SEALED_BOARDS

KEY_NOT_GIVEN = "The organiser’s server does not give the key of the boards: {}"
OTHER_NUMBER = (
    "The organiser’s server gives a key for another public number than it has told this site. Try again in a minute."
)
START_SECONDS = 8.0
"""How long each question may take while a director waits for the start."""


def heat_key_fetch(*, heat: Heat) -> None:
    """Ask the hub for the key and the boards, unless they are here or the heat does not take part.

    This waits for the hub, so it runs before any transaction. The hub first hears of a start that was announced a
    moment ago. If it does not answer, the heat has no key. Raise Refused if it answers why it gives none.
    """
    there = bool(heat.boards_key) and bool(heat.event.sealed_boards)
    at_hub = getattr(heat, "at_hub", None)
    if at_hub is None or not at_hub.is_connected or there or heat.status != HeatStatus.ACCEPTED:
        return
    try:
        plans_tell(heat=heat, seconds=START_SECONDS)
        heat_hear(heat=heat, seconds=START_SECONDS)
        given = answer_read(KEY, heat_asked(heat, "POST", "key/", body={}, seconds=START_SECONDS))
    except HubRefused as no:
        raise Refused(KEY_NOT_GIVEN.format(no)) from no
    except ServerSilent:
        return
    heat.event.refresh_from_db()
    if given["public_number"] != heat.event.public_number:
        raise Refused(OTHER_NUMBER)
    if heat.event.sealed_boards:
        _key_keep(heat, given["key"], EventAction.KEY_RECEIVED)


def envelope_key_type(*, heat: Heat, text: str, user: User) -> None:
    """Use a key that was typed from a sealed envelope, log it, and tell the hub. Raise Refused if it does not fit."""
    if not heat.event.is_remote or not heat.event.sealed_boards:
        raise Refused(NO_SEALED_BOARDS, "key")
    _key_keep(heat, key_typed(text), EventAction.ENVELOPE_USED, user)
    heat_tell_ask(heat=heat)


def _key_keep(heat: Heat, key: str, action: EventAction, user: User | None = None) -> None:
    """Keep the key of the boards for a heat, and log it. Raise Refused if it does not open them."""
    boards_unsealed(heat.event, key)
    heat.boards_key = Sealed.of(key)
    heat.save(update_fields=["boards_key"])
    event_log_add(heat.event, action, heat.club_name, heat=heat, user=user)
