"""The sentence for a heat's directors while the organiser's server does not answer and the heat has no key yet."""

from clubsite.event_documents.models import EventMessage, MessageDirection, MessageState
from clubsite.events.models import EventStatus, Heat

HUB_SILENT = "The organiser’s server does not answer. What is waiting is sent as soon as it does."
NO_KEY_YET = (
    "The organiser’s server does not answer at the moment, and this heat cannot start without the key of its boards. "
    "If that may last, get the key in a sealed envelope from the organiser, and type it under “Documents and key by "
    "hand”."
)
NO_BOARDS_YET = (
    "The organiser’s server does not answer at the moment, and the boards of this heat are not here yet. If that may "
    "last, get them by hand: save the file under “Documents and key by hand”, and bring the organiser’s answers back "
    "together with the key in a sealed envelope."
)


def silence_told(heat: Heat) -> list[str]:
    """Return what to do about a hub that has not answered the newest tries, or [] if the heat does not need it now."""
    event = heat.event
    needed = event.is_remote and heat.counts and not heat.boards_key and not heat.results_file
    if not needed or event.status != EventStatus.ANNOUNCED or event.is_closed():
        return []
    waiting = EventMessage.objects.filter(event=event, direction=MessageDirection.OUT, state=MessageState.WAITS)
    if not waiting.filter(answer__startswith=HUB_SILENT).exists():
        return []
    return [NO_KEY_YET if event.sealed_boards else NO_BOARDS_YET]
