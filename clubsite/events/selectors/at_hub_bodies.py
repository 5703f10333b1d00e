"""What a club's server tells the hub of another server's event about its heat, as JSON."""

import json
from hashlib import sha256
from typing import Any
from unicodedata import normalize

from django.conf import settings

from clubsite.core.json_rules import moment_text
from clubsite.events.heat_state import HeatState
from clubsite.events.models import EventAction, Heat
from clubsite.events.selectors.answer_rules import LONGEST_NAMES
from clubsite.events.selectors.entrant_names import may_be_named, names_to_strangers
from clubsite.installation import site_version

STATE_FACTS = ("tables", "complete", "confirmed")
ENTRANT_FACTS = ("label", "kind", "line", "robot")
LINE_FACTS = ("board", "round", "table", "south", "north")


def join_body(heat_plan: dict[str, Any], letters: str, names: bool) -> dict[str, Any]:
    """Return the body with which an invitation is used."""
    server = settings.PUBLIC_URL.rstrip("/")
    software = f"two-handed-club {site_version()}"[:60]
    return {"invitation": letters, **heat_plan, "server": server, "software": software, "names": names}


def plan_body(planned_at: Any, tables: int | None) -> dict[str, Any]:
    """Return when a heat starts and how many tables are expected."""
    return {"planned_at": moment_text(planned_at), "tables": tables}


def plans_body(heat: Heat) -> dict[str, Any]:
    """Return the plans of a heat. Start and tables are settled once the heat has the key."""
    plans: dict[str, Any] = {"names": heat.club is not None and may_be_named(heat.club)}
    if heat.released_at is None and not heat.boards_key:
        plans |= plan_body(heat.planned_at, heat.tables)
    if heat.log_lines.filter(action=EventAction.ENVELOPE_USED).exists():
        plans["envelope"] = True
    return plans


def state_body(state: HeatState, why: str = "") -> dict[str, Any]:
    """Return a state as it is sent. Nothing in it names or recognises a person."""
    entrants = [
        {name: getattr(one, name) for name in ENTRANT_FACTS}
        | {"stratum": one.stratum or "", "people": []}
        | {"penalties": [{"amount": amount, "unit": unit} for amount, unit in one.penalties]}
        for one in state.entrants
    ]
    lines = [{name: getattr(line, name) for name in LINE_FACTS} | line.result.columns() for line in state.lines]
    facts = {name: getattr(state, name) for name in STATE_FACTS}
    rounds = list(state.rounds) if state.rounds else None
    options = dict(state.options or {})
    return {**facts, "options": options, "rounds": rounds, "why": why, "entrants": entrants, "lines": lines}


def state_mark(state: HeatState) -> str:
    """Return what recognises a state that was refused: its digest and whether it is confirmed."""
    return body_digest([state.digest, state.confirmed])


def names_body(heat: Heat) -> dict[str, str]:
    """Return the names of a heat's contestants as strangers may read them today, by label."""
    entrants = list(heat.entrants.all())
    names = names_to_strangers(heat, entrants)
    return {one.label: name for one in entrants if (name := normalize("NFKC", names[one.pk]).strip()[:LONGEST_NAMES])}


def body_digest(body: Any) -> str:
    """Return what recognises a body that says the same as another one."""
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
