"""How the published ranking of another server's event differs from a heat that is stored here."""

from typing import Any

from clubsite.events.models import EventStatus, Heat
from clubsite.events.selectors.event_payload import newest_publication
from clubsite.events.selectors.stored_states import stored_state

OTHER_STATE = (
    "The ranking was made from other results of this heat than are stored here{}. If that stays so after the next "
    "version, ask the organiser."
)


def ranking_differs(heat: Heat) -> list[str]:
    """Return a sentence if the published ranking counts other results of a heat than are stored here, or []."""
    newest = newest_publication(heat.event) if heat.event.status == EventStatus.PUBLISHED else None
    said = newest.payload.get("digests", {}).get(heat.public_id) if newest is not None else None
    if newest is None or said is None or said == stored_state(heat).digest:
        return []
    ranked = {row["entrant"]: row["boards"] for one in newest.payload["lists"] for row in one["rows"]}
    own = dict(heat.entrants.values_list("pk", "label"))
    played = {pk: len(_boards_of(heat, pk)) for pk in own}
    where = [own[pk] for pk in own if ranked.get(pk, 0) != played[pk]]
    return [OTHER_STATE.format(f", such as for contestant {', '.join(where[:5])}" if where else "")]


def _boards_of(heat: Heat, entrant: int) -> set[int]:
    lines: Any = heat.lines.filter(south=entrant).values_list("board", flat=True)
    others: Any = heat.lines.filter(north=entrant).values_list("board", flat=True)
    return {*lines, *others}
