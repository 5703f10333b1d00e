"""Heats on other servers at their hub, and heats here at another hub: what each side sends, as JSON, and sees.

Names are looked up on reading, as strangers may read them at that moment.
"""

import json
from collections import Counter
from datetime import timedelta
from hashlib import sha256
from typing import Any
from unicodedata import normalize

from django.db.models import F, Q
from django.utils import timezone

from clubsite.core.json_rules import moment_text
from clubsite.core.responses import found_or_404
from clubsite.core.tokens import hash_token
from clubsite.events.heat_state import HeatState, heat_fault, stored_state
from clubsite.events.models import Event, EventEntrant, EventPlace, EventStatus, Heat, HeatStatus
from clubsite.events.models.heats import HeatAccess, HeatInvitation
from clubsite.events.selectors.event_facts import LIST_COLUMNS, WITHOUT_RESULT, event_standing, heat_rows, leaders
from clubsite.events.selectors.event_rules import (
    ENTRANT,
    LINE,
    LONGEST_NAMES,
    PENALTY,
    PLACED,
    RANKED,
    RESULT,
    STATE,
    Announcement,
)
from clubsite.events.selectors.players import names_to_strangers

Json = dict[str, Any]


def heat_access_of(token: str) -> HeatAccess | None:
    """Return the access that a heat's token gives, or None."""
    rows = HeatAccess.objects.select_related("heat__event__club")
    return rows.filter(token_hash=hash_token(token), revoked_at=None, heat__event__hub="").first()


def event_announced(public_id: str) -> Event:
    """Return an announced event that is organised here. Raise Http404 if there is none."""
    rows = Event.objects.select_related("club").filter(hub="", announced_at__isnull=False)
    return found_or_404(rows.filter(public_id=public_id).first(), "No such event")


def places_lost(heat: Heat, state: HeatState) -> list[tuple[int, int, str]]:
    """Return the places of a heat's results (board, round, table) for which a state has no result, in their order."""
    there: Any = heat.lines.exclude(status__in=WITHOUT_RESULT).order_by("board", "round", "table")
    kept = {line.place for line in state.lines if line.result.status not in WITHOUT_RESULT}
    return [place for place in there.values_list("board", "round", "table") if place not in kept]


def what_is_missing(heat: Heat) -> list[str]:
    """Return a sentence for each thing that a heat on another server still has to do."""
    event = heat.event
    if not heat.counts or event.status != EventStatus.ANNOUNCED:
        return []
    sentences = []
    if event.awaits_public_number():
        sentences.append(f"The public number of the event is missing: {event.public_number_words}.")
    if heat.planned_at is None and heat.released_at is None:
        sentences.append("Say when the heat starts: its key of the boards comes from an hour before on.")
    if heat.state_number:
        played = heat.lines.exclude(status__in=WITHOUT_RESULT).values_list("board", flat=True)
        if boards := [str(number) for number in sorted({*range(1, event.boards + 1)} - {*played})]:
            more = f", and {len(boards) - 10} more" if len(boards) > 10 else ""
            sentences.append(f"There is no result of board {', '.join(boards[:10])}{more}.")
    if event.is_closed() and heat.confirmed_at is None:
        sentences.append("The heat is not confirmed.")
    return sentences


def hub_heat_page(heat: Heat) -> dict[str, Any]:
    """Return the data that the page of a heat on another server shows to the organiser."""
    access = HeatAccess.objects.filter(heat=heat).first()
    waiting = (access.waiting if access is not None else None) or {}
    return {
        "row": heat_rows([heat])[0],
        "invited_until": next(
            (invitation.lives_until for invitation in HeatInvitation.usable().filter(heat=heat)), None
        ),
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
    """Return what is announced about an event organised here."""
    return {"id": event.public_id, **Announcement.of(event).to_json()}


def heat_body(heat: Heat, sealed: str) -> Json:
    """Return a heat with the facts of its event. `sealed` has the event's encrypted boards, or ""."""
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
    """Return the event's standing, and the places of this heat."""
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
        "set_aside": (heat_fault(heat)[:300] or "It cannot be scored.") if heat.set_aside else "",
    }


def ranking_body(event: Event) -> Json | None:
    """Return the newest published ranking, or None before there is one."""
    if (newest := event.publications.last()) is None:
        return None
    payload = newest.payload
    has_results = Q(status=HeatStatus.ACCEPTED, state_number__gt=0)
    heats = event.heats.filter(has_results | Q(public_id__in=payload["tables"])).select_related("club").order_by("pk")
    entrants: Any = EventEntrant.every.filter(heat__event=event).values_list("pk", "heat__public_id", "label")
    ids = {pk: {"heat": heat, "label": label} for pk, heat, label in entrants}
    return {
        "version": newest.version,
        "at": moment_text(newest.at),
        "digest": newest.digest,
        "secret": event.shown_secret,
        "facts": facts_body(event),
        "heats": [_ranked_heat(heat, payload) for heat in heats],
        "lists": [
            {
                **ranking,
                "rows": [{**ids[row.pop("entrant")], **row} for row in ranking["rows"] if row["entrant"] in ids],
            }
            for ranking in payload["lists"]
        ],
        "boards": payload["boards"],
    }


def _ranked_heat(heat: Heat, payload: Json) -> Json:
    entrants = list(EventEntrant.every.filter(heat=heat))
    names, columns = names_to_strangers(heat, entrants), RANKED.keys() - {"name"}
    return {
        "heat": heat.public_id,
        "club": heat.club_name,
        "tables": payload["tables"].get(heat.public_id, 0),
        "digest": payload["digests"].get(heat.public_id, heat.state_digest),
        "counts": heat.public_id in payload["tables"],
        "entrants": [{**{name: getattr(row, name) for name in columns}, "name": names[row.pk]} for row in entrants],
    }


SILENT = "The organiser’s server does not answer. What is new here is sent as soon as it does."
NO_KEY_YET = (
    "The organiser’s server does not answer at the moment, and this heat cannot start without the key of its boards. "
    "If that may last, get the key in a sealed envelope from the organiser, and type it on this page."
)
NO_BOARDS_YET = (
    "The organiser’s server does not answer at the moment, and the boards of this heat are not here yet. If that may "
    "last, get them by hand: the organiser’s file, and the key in a sealed envelope."
)
IN_THE_WAY = (
    "The organiser’s server has other results of this heat than this site has sent. Nothing is sent until you decide, "
    "under “At the organiser’s server”."
)
OTHER_STATE = (
    "The ranking was made from other results of this heat than are stored here{}. If that stays so after the next "
    "version, ask the organiser."
)


def state_body(state: HeatState, why: str = "") -> dict[str, Any]:
    """Return a state in the form in which it is sent. It neither names nor identifies any person."""
    entrants = [{name: getattr(row, name) for name in ENTRANT} for row in state.entrants]
    for entrant in entrants:
        entrant |= {"stratum": entrant["stratum"] or "", "people": []}
        entrant["penalties"] = [dict(zip(PENALTY, each, strict=True)) for each in entrant["penalties"]]
    columns = LINE.keys() - RESULT
    lines = [{name: getattr(line, name) for name in columns} | line.result.columns() for line in state.lines]
    body = {"options": dict(state.options or {}), "why": why, "entrants": entrants, "lines": lines}
    return {**{name: getattr(state, name) for name in STATE}, **body}


def names_body(heat: Heat) -> dict[str, str]:
    """Return the names of a heat's contestants, by label, as strangers may read them today."""
    entrants = list(heat.entrants.all())
    names = names_to_strangers(heat, entrants)
    return {row.label: name for row in entrants if (name := normalize("NFKC", names[row.pk]).strip()[:LONGEST_NAMES])}


def state_file(heat: Heat) -> dict[str, Any]:
    """Return a heat's whole state as a file that the organiser loads by hand. It contains no secret."""
    state = state_body(stored_state(heat), f"Taken along by {heat.club_name}."[:200])
    return {"heat": heat.hub_id, "event": heat.event.hub_id, "state": state, "names": names_body(heat)}


def body_digest(body: Any) -> str:
    """Return a digest that is equal for bodies with the same content."""
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def is_told(heat: Heat, state: HeatState) -> bool:
    """True if the hub has this state of the heat."""
    return (state.digest, state.confirmed) == (heat.at_hub.told_digest, heat.at_hub.told_confirmed)


def is_untold(heat: Heat, state: HeatState) -> bool:
    """True if the hub accepts states of the heat and does not have this one."""
    takes = heat.counts and heat.event.status in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED)
    return takes and heat.state_number > 0 and not is_told(heat, state)


def at_hub_page(heat: Heat) -> dict[str, Any] | None:
    """Return the part of a heat's page about the organiser's server, or None. `conflict` has results that would go."""
    at_hub = getattr(heat, "at_hub", None)
    return at_hub and {
        "all_told": is_told(heat, stored_state(heat)),
        "conflict": [place_words(*place) for place in (at_hub.conflict or {}).get("lines", [])],
        "needs_key": needs_key(heat),
    }


def needs_key(heat: Heat) -> bool:
    """True if a heat of another server's event can still start but does not have the key to its boards."""
    waits = heat.counts and heat.event.status == EventStatus.ANNOUNCED and not heat.event.is_closed()
    return waits and heat.event.is_remote and not heat.boards_key and not heat.results_file


def hub_notices(heat: Heat) -> list[str]:
    """Return sentences about what the organiser's server refused or did not answer: what happened, and what to do."""
    at_hub = getattr(heat, "at_hub", None)
    if at_hub is None or heat.event.window_closes < timezone.now() - timedelta(days=40):
        return []
    silence = at_hub.silence
    if silence and at_hub.tries:
        silence = SILENT if not needs_key(heat) else NO_KEY_YET if heat.event.sealed_boards else NO_BOARDS_YET
    notices = [IN_THE_WAY if at_hub.conflict is not None else "", at_hub.refusal, silence]
    newest = heat.event.publications.last() if heat.event.status == EventStatus.PUBLISHED else None
    payload = newest.payload if newest is not None else {}
    digest = payload.get("digests", {}).get(heat.public_id)
    if digest is not None and digest != stored_state(heat).digest:
        ranked = {row["entrant"]: row["boards"] for ranking in payload["lists"] for row in ranking["rows"]}
        boards = {row for side in ("south", "north") for row in heat.lines.values_list(side, "board")}
        played = Counter(entrant for entrant, _ in boards)
        where = [label for pk, label in heat.entrants.values_list("pk", "label") if ranked.get(pk, 0) != played[pk]]
        notices.append(OTHER_STATE.format(f", such as for contestant {', '.join(where[:5])}" if where else ""))
    return [notice for notice in notices if notice]
