"""What this server answers the server of a heat: the heat with the facts, how the event stands, and its ranking.

Names are looked up when they are read, as strangers may read them at that moment.
"""

from typing import Any

from django.db.models import F, Q

from clubsite.core.json_rules import moment_text
from clubsite.events.models import Event, EventEntrant, EventPlace, Heat, HeatAccess, HeatStatus
from clubsite.events.selectors.entrant_names import names_to_strangers
from clubsite.events.selectors.event_payload import newest_publication
from clubsite.events.selectors.event_standing import LIST_COLUMNS, event_standing, leaders
from clubsite.events.selectors.hub_heats import what_is_missing
from clubsite.events.services.event_rules import Announcement

Json = dict[str, Any]
PLACE_COLUMNS = ("line", "stratum", "place", "won", "possible", "boards", "position")
ENTRANT_COLUMNS = ("label", "kind", "line", "stratum", "robot", "second_play")


def facts_body(event: Event) -> Json:
    """Return what is announced about an event that is organised here."""
    return {"id": event.public_id, **Announcement.of(event).to_json()}


def heat_body(heat: Heat, sealed: str) -> Json:
    """Return a heat with the facts of its event. `sealed` are the event's boards, encrypted, or ""."""
    access = HeatAccess.objects.filter(heat=heat).first()
    newest = heat.kept_states.order_by("-number").values_list("at", flat=True).first()
    return {
        "heat": heat.public_id,
        "club": heat.club_name,
        "status": heat.status,
        "planned_at": moment_text(heat.planned_at),
        "tables": heat.tables,
        "released_at": moment_text(heat.released_at),
        "confirmed": heat.confirmed_at is not None,
        "names": access is None or access.names,
        "event": facts_body(heat.event),
        "sealed": sealed,
        "missing": what_is_missing(heat),
        "state": {"number": heat.state_number, "digest": heat.state_digest, "at": moment_text(newest)},
    }


def standing_body(heat: Heat) -> Json:
    """Return how the event stands, and the places of this heat."""
    heats = event_standing(heat.event)
    places: Any = EventPlace.objects.filter(entrant__heat=heat)
    return {
        "status": heat.event.status,
        "number": heat.state_number,
        "digest": heat.state_digest,
        "heats": heats.heats,
        "heats_in": heats.played + heats.playing,
        "playing": heats.playing,
        "contestants": heats.contestants,
        "lists": [_list(one, placed) for one, placed in leaders(heat.event)],
        "places": list(places.values(*PLACE_COLUMNS, label=F("entrant__label"))),
        "set_aside": heat.set_aside,
    }


def ranking_body(event: Event) -> Json | None:
    """Return the newest published ranking, or None before there is one."""
    newest = newest_publication(event)
    if newest is None:
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
    names = names_to_strangers(heat, entrants)
    return {
        "heat": heat.public_id,
        "club": heat.club_name,
        "tables": said["tables"].get(heat.public_id, 0),
        "digest": said["digests"].get(heat.public_id, heat.state_digest),
        "counts": heat.public_id in said["tables"],
        "entrants": [
            {**{name: getattr(one, name) for name in ENTRANT_COLUMNS}, "name": names[one.pk]} for one in entrants
        ],
    }


def _list(first: EventPlace, placed: int) -> Json:
    who = first.entrant
    leader = {"club": who.heat.club_name, "label": who.label, "name": names_to_strangers(who.heat, [who])[who.pk]}
    leader |= {"won": first.won, "possible": first.possible}
    return {**{name: getattr(first, name) for name in LIST_COLUMNS}, "leader": leader, "entrants": placed}
