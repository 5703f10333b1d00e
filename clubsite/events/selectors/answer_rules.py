"""Rules for the JSON in which a hub and the server of a heat talk, besides the state (`server_states`)."""

from typing import Any, ClassVar

from clubsite.core.json_rules import Day, Fields, Maybe, Moment, Rows, Text, Whole, Word, Yes
from clubsite.duplicate.models import SectionKind
from clubsite.events.heat_state import MAX_ENTRANTS, MAX_HEAT_LINES
from clubsite.events.models import EventJoining, EventStatus, HeatStatus
from clubsite.events.models.events import (
    LONGEST_FEE_TEXT,
    LONGEST_NUMBER_OF,
    LONGEST_PUBLIC_NUMBER,
    MAX_CORRECTION_HOURS,
    MAX_EVENT_BOARDS,
    MAX_TABLES_OF_A_HEAT,
)
from clubsite.events.selectors.server_states import ENTRANT, RESULT
from games.event_seed import MAX_NUMBERS

ADDRESS = r"https?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._~/-]*)?"
LONGEST_NUMERATOR = 1000
"""Digits. The sum of exact match points has the least common multiple of the boards' fields below its stroke."""
FRACTION = rf"-?\d{{1,{LONGEST_NUMERATOR}}}/[1-9]\d{{0,{LONGEST_NUMERATOR - 1}}}"
LONGEST_FRACTION = 2 * LONGEST_NUMERATOR + 2
MAX_HEATS, MAX_RANKED, MAX_POSSIBLE = 2000, 60_000, 2**31 - 1

ID = Text(20, "[a-z0-9]+", empty=False)
HEX = Text(64, "[0-9a-f]{64}")
FULL_HEX = Text(64, "[0-9a-f]{64}", empty=False)
CLUB = Text(120, empty=False)
ANNOUNCED = [status for status in EventStatus.values if status != EventStatus.DRAFT]


class FreeObject:
    """An object with values of its own."""

    schema: ClassVar = {"type": "object", "additionalProperties": {}}

    def read(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValueError("Write an object.")
        return value


PLAN: Fields = {"planned_at": Maybe(Moment()), "tables": Maybe(Whole(1, MAX_TABLES_OF_A_HEAT))}
SERVER: Fields = {"server": Text(200, ADDRESS), "software": Text(60), "names": Yes()}
JOIN: Fields = {"invitation": Text(60, empty=False), **PLAN, **SERVER}
JOINED: Fields = {"heat": ID, "event": ID, "club": CLUB, "token": Text(60, "heat_[A-Za-z0-9_-]+", empty=False)}
CHANGE: Fields = {**{f"{name}?": rule for name, rule in PLAN.items()}, "envelope?": Yes(), "names?": Yes()}
KEY: Fields = {"key": FULL_HEX, "public_number": Text(LONGEST_PUBLIC_NUMBER)}

FACTS: Fields = {
    "id": ID,
    "name": CLUB,
    "organiser": CLUB,
    "page": Text(200, "https?://[!-~]+"),
    "status": Word(ANNOUNCED),
    "window_opens": Moment(),
    "window_closes": Moment(),
    "boards": Whole(1, MAX_EVENT_BOARDS),
    "options": FreeObject(),
    "scoring": FreeObject(),
    "winners": Whole(1, 2),
    "min_tables": Whole(1, MAX_TABLES_OF_A_HEAT),
    "min_boards": Whole(0, MAX_EVENT_BOARDS),
    "correction_hours": Whole(0, MAX_CORRECTION_HOURS),
    "joining": Word(EventJoining.values),
    "fee": Text(LONGEST_FEE_TEXT),
    "master_points": Yes(),
    "number_count": Whole(0, MAX_NUMBERS),
    "number_of": Text(LONGEST_NUMBER_OF),
    "number_day": Maybe(Day()),
    "public_number": Text(LONGEST_PUBLIC_NUMBER),
    "commitment": FULL_HEX,
}
"""The facts of an event. `announcements` says which values are possible together."""
HEAT: Fields = {
    "heat": ID,
    "club": CLUB,
    "status": Word(HeatStatus.values),
    **PLAN,
    "released_at": Maybe(Moment()),
    "confirmed": Yes(),
    "names": Yes(),
    "sealed": Text(200_000, "[A-Za-z0-9_-]+"),
    "missing": Rows(Text(400, empty=False), 20),
    "event": FACTS,
    "state": {"number": Whole(0, MAX_POSSIBLE), "digest": HEX, "at": Maybe(Moment())},
}

PLACE: Fields = {
    "place": Text(10),
    "won": Text(LONGEST_FRACTION, FRACTION, empty=False),
    "possible": Whole(0, MAX_POSSIBLE),
    "boards": Whole(0, MAX_EVENT_BOARDS),
}
LABELLED: Fields = {"label": ENTRANT["label"]}
LIST: Fields = {name: ENTRANT[name] for name in ("kind", "line", "stratum")}
LEADER: Fields = {"club": CLUB, **LABELLED, "name": Text(200), "won": PLACE["won"], "possible": PLACE["possible"]}
STANDING: Fields = {
    "status": Word(EventStatus.values),
    "number": Whole(0, MAX_POSSIBLE),
    "digest": HEX,
    "heats": Whole(0, MAX_HEATS),
    "heats_in": Whole(0, MAX_HEATS),
    "playing": Whole(0, MAX_HEATS),
    "contestants": Whole(0, MAX_RANKED),
    "lists": Rows({**LIST, "leader": Maybe(LEADER), "entrants": Whole(0, MAX_RANKED)}, 100),
    "places": Rows(
        {**LABELLED, "line": LIST["line"], "stratum": LIST["stratum"], **PLACE, "position": Whole(0, MAX_RANKED)},
        20 * MAX_ENTRANTS,
    ),
    "set_aside": Text(300),
}
RANKED: Fields = {**LABELLED, **LIST, "robot": Yes(), "second_play": Yes(), "name": Text(200)}
FREQUENCY: Fields = {
    **{name: RESULT[name] for name in ("status", "ns_score", "ruling", "group")},
    "heat?": Text(20, "[a-z0-9]+"),
    "times": Whole(1, MAX_HEATS * MAX_HEAT_LINES),
    "ns": Maybe(Text(LONGEST_FRACTION, FRACTION, empty=False)),
    "ew": Maybe(Text(LONGEST_FRACTION, FRACTION, empty=False)),
}
RANKING: Fields = {
    "facts": FACTS,
    "version": Whole(1, 65_535),
    "at": Moment(),
    "digest": HEX,
    "secret": HEX,
    "heats": Rows(
        {
            "heat": ID,
            "club": CLUB,
            "tables": Whole(0, MAX_TABLES_OF_A_HEAT),
            "digest": HEX,
            "counts": Yes(),
            "entrants": Rows(RANKED, 2 * MAX_ENTRANTS),
        },
        MAX_HEATS,
    ),
    "lists": Rows(
        {**LIST, "rows": Rows({"heat": ID, **LABELLED, **PLACE, "master_points?": PLACE["won"]}, MAX_RANKED)}, 100
    ),
    "boards": Rows(
        {
            "number": Whole(1, MAX_EVENT_BOARDS),
            "kind": Word(SectionKind.values),
            "top": Whole(0, MAX_POSSIBLE),
            "results": Whole(0, MAX_POSSIBLE),
            "frequencies": Rows(FREQUENCY, 4000),
        },
        4 * MAX_EVENT_BOARDS,
    ),
}
