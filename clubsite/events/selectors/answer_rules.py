"""Rules for the JSON in which a hub and the server of a heat talk, and the reader of a `HeatState` that is sent."""

from fractions import Fraction
from typing import Any

from django.utils.crypto import salted_hmac

from clubsite.core.json_rules import (
    Day,
    Fields,
    FreeObject,
    Maybe,
    Moment,
    Rows,
    Text,
    TextsByKey,
    Whole,
    Word,
    Yes,
    json_read,
)
from clubsite.core.refused import Refused
from clubsite.events import heat_state
from clubsite.events.models import Event, EventJoining, EventStatus, HeatStatus
from clubsite.events.models import events as limits
from clubsite.nights.models import SectionKind
from clubsite.nights.services.tables import SESSION_GAME
from clubsite.rankings.models import PenaltyUnit
from clubsite.rankings.payload import text_of
from games.errors import BadSetup
from games.event_seed import MAX_NUMBERS
from games.options import checked
from games.registry import rules_for
from scoring.lines import Status
from scoring.result import BoardResult

MAX_HEATS, MAX_RANKED, MAX_STATE_BYTES, LONGEST_NAMES = 2000, 60_000, 2_000_000, 200
FRACTION = Text(2002, r"-?\d{1,1000}/[1-9]\d{0,999}", empty=False)
"""The sum of exact match points has the least common multiple of the boards' fields below its stroke."""
AMOUNT, BOARDS = Whole(0, 2**31 - 1), Whole(1, limits.MAX_EVENT_BOARDS)
ID, CLUB = Text(20, "[a-z0-9]+", empty=False), Text(120, empty=False)
HEX, FULL_HEX = Text(64, "[0-9a-f]{64}"), Text(64, "[0-9a-f]{64}", empty=False)


LABEL_TEXT = Text(14, heat_state.LABEL.pattern, empty=False)
PERSON: Fields = {"scheme": Text(40, empty=False), "number": Text(64, empty=False)}
PENALTY: Fields = {"amount": Text(40, r"-?\d{1,9}(/[1-9]\d{0,5})?", empty=False), "unit": Word(PenaltyUnit.values)}
LABELLED: Fields = {"label": LABEL_TEXT}
LIST: Fields = {"kind": Word(SectionKind.values), "line": Word(("NS", "EW", "ALL")), "stratum": Text(10)}
ENTRANT: Fields = {**LABELLED, **LIST, "robot": Yes(), "people": Rows(PERSON, 8), "penalties": Rows(PENALTY, 20)}
RESULT: Fields = {
    "status": Word([str(status) for status in Status]),
    "contract": Text(4, "[1-7][CDHSN]X{0,2}|PASS"),
    "declarer": Word(("", "N", "E", "S", "W")),
    "lead": Text(2, "[SHDC][2-9TJQKA]"),
    "tricks": Maybe(Whole(0, 13)),
    "ns_score": Maybe(Whole(-9999, 9999)),
    "ruling": Text(200),
    "group": Text(10),
}
LINE: Fields = {
    "board": BOARDS,
    "round": Whole(1, heat_state.MAX_ROUNDS),
    "table": Text(10, "[A-Za-z0-9]{1,10}"),
    **dict.fromkeys(("south", "north"), LABEL_TEXT),
    **RESULT,
}


NAMES: Fields = {"names": TextsByKey(LABEL_TEXT, Text(LONGEST_NAMES), heat_state.MAX_ENTRANTS)}
STATE: Fields = {
    "tables": Maybe(Whole(1, limits.MAX_TABLES_OF_A_HEAT)),
    "options": FreeObject(type="string"),
    "rounds": Maybe(Rows(Whole(0, heat_state.MAX_ROUNDS), 2, least=2)),
    **dict.fromkeys(("complete", "confirmed"), Yes()),
    "why": Text(200),
    "entrants": Rows(ENTRANT, heat_state.MAX_ENTRANTS),
    "lines": Rows(LINE, heat_state.MAX_HEAT_LINES),
}

PLAN: Fields = {"planned_at": Maybe(Moment()), "tables": Maybe(Whole(1, limits.MAX_TABLES_OF_A_HEAT))}
ADDRESS = Text(200, r"https?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._~/-]*)?")
SERVER: Fields = {"server": ADDRESS, "software": Text(60), "names": Yes()}
JOIN: Fields = {"invitation": Text(60, empty=False), **PLAN, **SERVER}
JOINED: Fields = {"heat": ID, "event": ID, "club": CLUB, "token": Text(60, "heat_[A-Za-z0-9_-]+", empty=False)}
CHANGE: Fields = {**{f"{name}?": rule for name, rule in PLAN.items()}, "envelope?": Yes(), "names?": Yes()}
KEY: Fields = {"key": FULL_HEX, "public_number": Text(limits.LONGEST_PUBLIC_NUMBER)}

FACTS: Fields = {
    "id": ID,
    **dict.fromkeys(("name", "organiser"), CLUB),
    "page": Text(200, "https?://[!-~]+"),
    "status": Word([status for status in EventStatus.values if status != EventStatus.DRAFT]),
    **dict.fromkeys(("window_opens", "window_closes"), Moment()),
    "boards": BOARDS,
    **dict.fromkeys(("options", "scoring"), FreeObject()),
    "winners": Whole(1, 2),
    "min_tables": Whole(1, limits.MAX_TABLES_OF_A_HEAT),
    "min_boards": Whole(0, limits.MAX_EVENT_BOARDS),
    "correction_hours": Whole(0, limits.MAX_CORRECTION_HOURS),
    "joining": Word(EventJoining.values),
    "fee": Text(limits.LONGEST_FEE_TEXT),
    "master_points": Yes(),
    "number_count": Whole(0, MAX_NUMBERS),
    "number_of": Text(limits.LONGEST_NUMBER_OF),
    "number_day": Maybe(Day()),
    "public_number": Text(limits.LONGEST_PUBLIC_NUMBER),
    "commitment": FULL_HEX,
}
"""The facts of an event. `selectors.event_rules` says which values are possible together."""
HEAT: Fields = {
    "heat": ID,
    "club": CLUB,
    "status": Word(HeatStatus.values),
    **PLAN,
    "released_at": Maybe(Moment()),
    **dict.fromkeys(("confirmed", "names"), Yes()),
    "sealed": Text(200_000, "[A-Za-z0-9_-]+"),
    "missing": Rows(Text(400, empty=False), 20),
    "event": FACTS,
    "state": {"number": AMOUNT, "digest": HEX, "at": Maybe(Moment())},
}

PLACE: Fields = {"place": Text(10), "won": FRACTION, "possible": AMOUNT, "boards": Whole(0, limits.MAX_EVENT_BOARDS)}
PLACED: Fields = {"line": LIST["line"], "stratum": LIST["stratum"], **PLACE, "position": Whole(0, MAX_RANKED)}
LEADER: Fields = {"club": CLUB, **LABELLED, "name": Text(200), "won": PLACE["won"], "possible": PLACE["possible"]}
STANDING: Fields = {
    "status": Word(EventStatus.values),
    "number": AMOUNT,
    "digest": HEX,
    **dict.fromkeys(("heats", "heats_in", "playing"), Whole(0, MAX_HEATS)),
    "contestants": Whole(0, MAX_RANKED),
    "lists": Rows({**LIST, "leader": Maybe(LEADER), "entrants": Whole(0, MAX_RANKED)}, 100),
    "places": Rows({**LABELLED, **PLACED}, 20 * heat_state.MAX_ENTRANTS),
    "set_aside": Text(300),
}
RANKED: Fields = {**LABELLED, **LIST, "robot": Yes(), "second_play": Yes(), "name": Text(200)}
TABLES: Fields = {"tables": Whole(0, limits.MAX_TABLES_OF_A_HEAT)}
ENTRANTS: Fields = {"entrants": Rows(RANKED, 2 * heat_state.MAX_ENTRANTS)}
RANKED_HEAT: Fields = {"heat": ID, "club": CLUB, **TABLES, "digest": HEX, "counts": Yes(), **ENTRANTS}
ROW: Fields = {"heat": ID, **LABELLED, **PLACE, "master_points?": FRACTION}
BOARD: Fields = {"number": BOARDS, "kind": LIST["kind"], "top": AMOUNT, "results": AMOUNT}
FREQUENCY: Fields = {
    **{name: RESULT[name] for name in ("status", "ns_score", "ruling", "group")},
    "heat?": Text(20, "[a-z0-9]+"),
    "times": Whole(1, MAX_HEATS * heat_state.MAX_HEAT_LINES),
    **dict.fromkeys(("ns", "ew"), Maybe(FRACTION)),
}
RANKING: Fields = {
    "facts": FACTS,
    "version": Whole(1, 65_535),
    "at": Moment(),
    "digest": HEX,
    "secret": HEX,
    "heats": Rows(RANKED_HEAT, MAX_HEATS),
    "lists": Rows({**LIST, "rows": Rows(ROW, MAX_RANKED)}, 100),
    "boards": Rows({**BOARD, "frequencies": Rows(FREQUENCY, 4000)}, 4 * limits.MAX_EVENT_BOARDS),
}


def state_read(event: Event, data: Any, *, kept: bool = False) -> heat_state.HeatState:
    """Return the state that another server sends, or that `kept_body` made. Raise Refused with the fields at fault."""
    said, options = json_read(STATE, data), rules_for(SESSION_GAME).options
    try:
        same = checked(options, said["options"]) == checked(options, event.options)
    except BadSetup:
        same = False
    if not same:
        raise Refused("The options of the game differ from the event’s, so these results do not count.", "options")
    if said["rounds"] is not None and said["rounds"][0] > said["rounds"][1]:
        raise Refused("More rounds are played than there are. Write how many are played, of how many.", "rounds")
    for one in said["entrants"]:
        people = [each["number"] if kept else _scheme_key(event, each) for each in one["people"]]
        one["people"] = tuple(map(heat_state.StatePerson, people))
        one["penalties"] = tuple((text_of(Fraction(given["amount"])), given["unit"]) for given in one["penalties"])
    for one in said["lines"]:
        columns = {name: one.pop(name) for name in RESULT}
        one["result"] = BoardResult(**{**columns, "status": Status(columns["status"])})
    said["entrants"] = tuple(heat_state.StateEntrant(**one) for one in said["entrants"])
    said["lines"] = tuple(heat_state.StateLine(**one) for one in said["lines"])
    said["rounds"] = said["rounds"] and tuple(said["rounds"])
    return heat_state.HeatState(**said)


def kept_body(event: Event, data: dict[str, Any]) -> dict[str, Any]:
    """Return a state that was sent as it is kept: with the keys of its people, and without their numbers."""
    entrants = [dict(entrant) for entrant in data["entrants"]]
    for entrant in entrants:
        entrant["people"] = [{**one, "number": _scheme_key(event, one)} for one in entrant["people"]]
    return {**data, "entrants": entrants}


def _scheme_key(event: Event, person: dict[str, str]) -> str:
    """Return the key that recognises a person in this event by their number in a scheme. The number is not kept."""
    text = f"{event.public_id}/{person['scheme'].casefold()}/{person['number'].casefold()}"
    return str(salted_hmac("clubsite.events.scheme", text, algorithm="sha256").hexdigest())
