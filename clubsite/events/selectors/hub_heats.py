"""Heats of other servers in an event of this one: whose token it is, what is missing, and the organiser's page."""

from typing import Any

from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.core.names import fold
from clubsite.core.not_found import found_or_404
from clubsite.core.tokens import hash_token
from clubsite.events.heat_state import HeatState
from clubsite.events.models import STILL_THERE, Event, EventStatus, Heat, HeatAccess, HeatInvitation
from clubsite.events.models.servers import INVITATION_LIVES
from clubsite.events.selectors.event_facts import WITHOUT_RESULT
from clubsite.events.selectors.heat_states import heat_rows

MAX_BOARDS_TOLD = 10


def heat_access_of(token: str) -> HeatAccess | None:
    """Return the access that a heat's token opens, or None."""
    rows = HeatAccess.objects.select_related("heat__event__club")
    return rows.filter(token_hash=hash_token(token), revoked_at=None, heat__event__hub="").first()


def event_announced(public_id: str) -> Event:
    """Return an announced event that is organised here. Raise Http404 if there is none."""
    rows = Event.objects.select_related("club").filter(hub="", announced_at__isnull=False)
    return found_or_404(rows.filter(public_id=public_id).first(), "No such event")


def places_lost(heat: Heat, state: HeatState) -> list[tuple[int, int, str]]:
    """Return the places of a heat's results (board, round, table) of which a state has no result, in their order."""
    there: Any = heat.lines.exclude(status__in=WITHOUT_RESULT).order_by("board", "round", "table")
    kept = {line.place for line in state.lines if line.result.status not in WITHOUT_RESULT}
    return [place for place in there.values_list("board", "round", "table") if place not in kept]


def what_is_missing(heat: Heat) -> list[str]:
    """Return a sentence for each thing that a heat of another server has still to do."""
    event = heat.event
    if not heat.counts or event.status != EventStatus.ANNOUNCED:
        return []
    found = []
    if event.awaits_public_number():
        found.append(f"The public number of the event is missing: {event.public_number_words}.")
    if heat.planned_at is None and heat.released_at is None:
        found.append("Say when the heat starts: its key of the boards comes from an hour before on.")
    if heat.state_number:
        played = heat.lines.exclude(status__in=WITHOUT_RESULT).values_list("board", flat=True)
        if boards := [str(number) for number in sorted({*range(1, event.boards + 1)} - {*played})]:
            more = f", and {len(boards) - MAX_BOARDS_TOLD} more" if len(boards) > MAX_BOARDS_TOLD else ""
            found.append(f"There is no result of board {', '.join(boards[:MAX_BOARDS_TOLD])}{more}.")
    if event.is_closed() and heat.confirmed_at is None:
        found.append("The heat is not confirmed.")
    return found


def hub_heat_page(heat: Heat) -> dict[str, Any]:
    """Return what the page of a heat of another server shows to the organiser.

    `access` is None until its server has joined, and for a club whose files go by hand. `alike` says that the club has
    the name of another one. `invited_until` is None if the key of the invitation opens nothing any more.
    """
    access = HeatAccess.objects.filter(heat=heat).first()
    waiting = (access.waiting if access is not None else None) or {}
    unused = HeatInvitation.objects.filter(heat=heat, used_at=None, made_at__gt=timezone.now() - INVITATION_LIVES)
    return {
        "row": heat_rows([heat])[0],
        "invited_until": next((one.lives_until for one in unused), None),
        "access": access,
        "kept": heat.kept_states.defer("body"),
        "waiting": [place_words(*place) for place in waiting.get("lines", [])],
        "alike": alike_names(heat.event, [heat]).get(heat.pk, ""),
        "missing": what_is_missing(heat),
        "log": heat.event.log.filter(heat=heat),
    }


def alike_names(event: Event, heats: list[Heat]) -> dict[int, str]:
    """Map the heats of other servers whose club has the name of a club here, or of another one in the event, to a
    sentence that says so. Capitals, accents and hyphens do not matter.
    """
    keys = {heat.pk: fold(heat.club_name) for heat in heats if heat.club_id is None}
    here = set(Club.objects.filter(name_key__in=keys.values()).values_list("name_key", flat=True))
    there = [(pk, fold(name)) for pk, name in event.heats.filter(status__in=STILL_THERE).values_list("pk", "club_name")]
    found = {}
    for heat, key in keys.items():
        if key in here:
            found[heat] = "A club of this site has the same name."
        elif any(other == key and pk != heat for pk, other in there):
            found[heat] = "Another heat of the event has the same name."
    return found


def place_words(board: Any, number: Any, table: Any) -> str:
    """Return the place of a line in words, such as "board 3, round 1, table 2"."""
    return f"board {board}, round {number}" + (f", table {table}" if table else "")
