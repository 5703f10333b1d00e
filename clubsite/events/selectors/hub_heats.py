"""Heats of other servers in an event of this one: what is missing, the organiser's page, and answers to their servers.

Names are looked up when they are read, as strangers may read them at that moment.
"""

from typing import Any

from django.db.models import F, Q

from clubsite.core.json_rules import moment_text
from clubsite.core.not_found import found_or_404
from clubsite.core.tokens import hash_token
from clubsite.events.heat_state import HeatState
from clubsite.events.models import Event, EventEntrant, EventPlace, EventStatus, Heat, HeatStatus
from clubsite.events.models.servers import HeatAccess, HeatInvitation
from clubsite.events.selectors.answer_rules import PLACED, RANKED
from clubsite.events.selectors.entrant_names import names_to_strangers
from clubsite.events.selectors.event_facts import WITHOUT_RESULT
from clubsite.events.selectors.event_rules import Announcement
from clubsite.events.selectors.event_standing import LIST_COLUMNS, event_standing, heat_rows, leaders

Json = dict[str, Any]


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
            more = f", and {len(boards) - 10} more" if len(boards) > 10 else ""
            found.append(f"There is no result of board {', '.join(boards[:10])}{more}.")
    if event.is_closed() and heat.confirmed_at is None:
        found.append("The heat is not confirmed.")
    return found


def hub_heat_page(heat: Heat) -> dict[str, Any]:
    """Return what the page of a heat of another server shows to the organiser."""
    access = HeatAccess.objects.filter(heat=heat).first()
    waiting = (access.waiting if access is not None else None) or {}
    return {
        "row": heat_rows([heat])[0],
        "invited_until": next((one.lives_until for one in HeatInvitation.usable().filter(heat=heat)), None),
        "access": access,
        "kept": heat.kept_states.defer("body"),
        "waiting": [place_words(*place) for place in waiting.get("lines", [])],
        "missing": what_is_missing(heat),
        "log": heat.event.log.filter(heat=heat),
    }


def place_words(board: Any, number: Any, table: Any) -> str:
    """Return the place of a line in words, such as "board 3, round 1, table 2"."""
    return f"board {board}, round {number}" + (f", table {table}" if table else "")


def facts_body(event: Event) -> Json:
    """Return what is announced about an event that is organised here."""
    return {"id": event.public_id, **Announcement.of(event).to_json()}


def heat_body(heat: Heat, sealed: str) -> Json:
    """Return a heat with the facts of its event. `sealed` are the event's boards, encrypted, or ""."""
    newest = heat.kept_states.values_list("at", flat=True).first()
    plan = {"planned_at": moment_text(heat.planned_at), "tables": heat.tables}
    return plan | {
        "heat": heat.public_id,
        "club": heat.club_name,
        "status": heat.status,
        "released_at": moment_text(heat.released_at),
        "confirmed": heat.confirmed_at is not None,
        "names": not HeatAccess.objects.filter(heat=heat, names=False).exists(),
        "event": facts_body(heat.event),
        "sealed": sealed,
        "missing": what_is_missing(heat),
        "state": {"number": heat.state_number, "digest": heat.state_digest, "at": moment_text(newest)},
    }


def standing_body(heat: Heat) -> Json:
    """Return how the event stands, and the places of this heat."""
    standing, lists = event_standing(heat.event), []
    places: Any = EventPlace.objects.filter(entrant__heat=heat)
    for first, placed in leaders(heat.event):
        who = first.entrant
        leader = {"club": who.heat.club_name, "label": who.label, "won": first.won, "possible": first.possible}
        leader["name"] = names_to_strangers(who.heat, [who])[who.pk]
        lists.append({**{name: getattr(first, name) for name in LIST_COLUMNS}, "leader": leader, "entrants": placed})
    state = {"status": heat.event.status, "number": heat.state_number, "digest": heat.state_digest}
    return state | {
        **{name: getattr(standing, name) for name in ("heats", "playing", "contestants")},
        "heats_in": standing.played + standing.playing,
        "lists": lists,
        "places": list(places.values(*PLACED, label=F("entrant__label"))),
        "set_aside": heat.set_aside,
    }


def ranking_body(event: Event) -> Json | None:
    """Return the newest published ranking, or None before there is one."""
    if (newest := event.publications.last()) is None:
        return None
    said = newest.payload
    has_results = Q(status=HeatStatus.ACCEPTED, state_number__gt=0)
    heats = event.heats.filter(has_results | Q(public_id__in=said["tables"])).select_related("club").order_by("pk")
    entrants: Any = EventEntrant.every.filter(heat__event=event).values_list("pk", "heat__public_id", "label")
    ids = {pk: {"heat": heat, "label": label} for pk, heat, label in entrants}
    return {
        "version": newest.version,
        "at": moment_text(newest.at),
        "digest": newest.digest,
        "secret": event.shown_secret,
        "facts": facts_body(event),
        "heats": [_ranked_heat(heat, said) for heat in heats],
        "lists": [
            {**one, "rows": [{**ids[row.pop("entrant")], **row} for row in one["rows"] if row["entrant"] in ids]}
            for one in said["lists"]
        ],
        "boards": said["boards"],
    }


def _ranked_heat(heat: Heat, said: Json) -> Json:
    entrants = list(EventEntrant.every.filter(heat=heat))
    names, columns = names_to_strangers(heat, entrants), RANKED.keys() - {"name"}
    return {
        "heat": heat.public_id,
        "club": heat.club_name,
        "tables": said["tables"].get(heat.public_id, 0),
        "digest": said["digests"].get(heat.public_id, heat.state_digest),
        "counts": heat.public_id in said["tables"],
        "entrants": [{**{name: getattr(one, name) for name in columns}, "name": names[one.pk]} for one in entrants],
    }
