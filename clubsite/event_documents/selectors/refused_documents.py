"""Sentences for a heat's directors about documents that the organiser's server has refused."""

import datetime

from django.utils import timezone

from clubsite.event_documents.models import EventMessage, MessageDirection, MessageState
from clubsite.event_documents.selectors.told import HUB_UNWILLING, TYPES_WITH_LINES
from clubsite.events.models import Heat

TOLD_DAYS = datetime.timedelta(days=40)
"""How long after the window directors are told about refused documents."""
REFUSED_WORDS: dict[tuple[str, ...], str] = {
    TYPES_WITH_LINES: (
        "The organiser’s server refused the results of this heat: {} Correct what it names, and all results are sent "
        "again. If they are right, ask the organiser."
    ),
    ("join",): (
        "The organiser’s server refused the plans of this heat: {} Change its start or its tables, and they are sent "
        "again."
    ),
    ("leave",): "The organiser’s server did not let this heat leave: {} Ask the organiser to leave it out.",
    ("names",): "The organiser’s server did not take over how names are shown: {} Ask the organiser to do it.",
}
"""The sentence for a refusal, by types of documents. A later document of these types replaces an earlier one."""
NOT_TAKEN = (
    "The organiser’s server has not taken documents of this heat yet. It says: {} This site sends them again by "
    "itself. If it stays so for an hour, ask the organiser, or take the documents there as a file: “Documents and key "
    "by hand” makes it."
)


def refusals_told(heat: Heat) -> list[str]:
    """Return a sentence for each refusal that nothing has mended since: what happened, and what to do.

    The first one is about documents that wait because the hub takes none of them.
    """
    if not heat.event.is_remote or heat.event.window_closes < timezone.now() - TOLD_DAYS:
        return []
    rows = EventMessage.objects.filter(heat=heat, direction=MessageDirection.OUT).order_by("-number")
    newest = {types: rows.filter(type__in=types).exclude(state=MessageState.WAITS).first() for types in REFUSED_WORDS}
    unwilling = rows.filter(state=MessageState.WAITS, answer__startswith=HUB_UNWILLING).first()
    not_taken = [NOT_TAKEN.format(unwilling.answer.removeprefix(HUB_UNWILLING).strip())] if unwilling else []
    return not_taken + [
        REFUSED_WORDS[types].format(one.answer)
        for types, one in newest.items()
        if one is not None and one.state == MessageState.REFUSED
    ]
