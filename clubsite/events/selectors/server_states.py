"""The state of a heat as another server sends it, in JSON: the reader of a `HeatState` and of names.

A state that is kept has the keys that recognise its people in place of their numbers (`kept_body`).
"""

from contextlib import suppress
from fractions import Fraction
from typing import Any, ClassVar

from django.utils.crypto import salted_hmac

from clubsite.core.json_rules import Fields, Maybe, Rows, Text, Whole, Word, Yes, json_read
from clubsite.core.refused import Refused
from clubsite.duplicate.models import SectionKind
from clubsite.duplicate.services.tables import SESSION_GAME
from clubsite.events.heat_state import (
    LABEL,
    MAX_ENTRANTS,
    MAX_HEAT_LINES,
    MAX_ROUNDS,
    HeatState,
    StateEntrant,
    StateLine,
    StatePerson,
)
from clubsite.events.models import Event
from clubsite.events.models.events import MAX_EVENT_BOARDS, MAX_TABLES_OF_A_HEAT
from clubsite.rankings.fractions import text_of
from clubsite.rankings.models import PenaltyUnit
from games.errors import BadSetup
from games.options import checked
from games.registry import rules_for
from scoring.lines import Status
from scoring.result import BoardResult

MAX_STATE_BYTES = 2_000_000
MAX_PEOPLE, MAX_PENALTIES = 8, 20
LONGEST_NAMES = 200

LABEL_TEXT = Text(14, LABEL.pattern, empty=False)
PERSON: Fields = {"scheme": Text(40, empty=False), "number": Text(64, empty=False)}
PENALTY: Fields = {"amount": Text(40, r"-?\d{1,9}(/[1-9]\d{0,5})?", empty=False), "unit": Word(PenaltyUnit.values)}
ENTRANT: Fields = {
    "label": LABEL_TEXT,
    "kind": Word(SectionKind.values),
    "line": Word(("NS", "EW", "ALL")),
    "stratum": Text(10),
    "robot": Yes(),
    "people": Rows(PERSON, MAX_PEOPLE),
    "penalties": Rows(PENALTY, MAX_PENALTIES),
}
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
    "board": Whole(1, MAX_EVENT_BOARDS),
    "round": Whole(1, MAX_ROUNDS),
    "table": Text(10, "[A-Za-z0-9]{1,10}"),
    "south": LABEL_TEXT,
    "north": LABEL_TEXT,
    **RESULT,
}


class Options:
    """Options of the game, by name. Those left out have their usual values."""

    schema: ClassVar = {"type": "object", "additionalProperties": {"type": "string"}}

    def read(self, value: Any) -> dict[str, str]:
        with suppress(BadSetup):
            if isinstance(value, dict) and all(isinstance(one, str) for one in value.values()):
                return checked(rules_for(SESSION_GAME).options, value)
        raise ValueError("Write the options of the game, by name.")


class NamesByLabel:
    """Names of contestants, by label."""

    schema: ClassVar = {"type": "object", "additionalProperties": {"type": "string", "maxLength": LONGEST_NAMES}}

    def read(self, value: Any) -> dict[str, str]:
        if not isinstance(value, dict) or len(value) > MAX_ENTRANTS:
            raise ValueError(f"Write an object with at most {MAX_ENTRANTS} names, by label.")
        if any(LABEL.fullmatch(label) is None for label in value):
            raise ValueError("The keys of this object are the labels of contestants.")
        rule = Text(LONGEST_NAMES)
        return {label: rule.read(name) for label, name in value.items()}


NAMES: Fields = {"names": NamesByLabel()}
STATE: Fields = {
    "tables": Maybe(Whole(1, MAX_TABLES_OF_A_HEAT)),
    "options": Options(),
    "rounds": Maybe(Rows(Whole(0, MAX_ROUNDS), 2, least=2)),
    "complete": Yes(),
    "confirmed": Yes(),
    "why": Text(200),
    "entrants": Rows(ENTRANT, MAX_ENTRANTS),
    "lines": Rows(LINE, MAX_HEAT_LINES),
}


def state_read(event: Event, data: Any, *, kept: bool = False) -> HeatState:
    """Return the state that another server sends for a heat of this event. Raise Refused with the fields at fault.

    With `kept`, it is one that `kept_body` made. `heat_state_faults` says whether it can be scored.
    """
    said = json_read(STATE, data)
    if said["options"] != checked(rules_for(SESSION_GAME).options, event.options):
        raise Refused("The options of the game differ from the event’s, so these results do not count.", "options")
    rounds = said.pop("rounds")
    if rounds is not None and rounds[0] > rounds[1]:
        raise Refused("More rounds are played than there are. Write how many are played, of how many.", "rounds")
    entrants = tuple(_entrant(event, one, kept) for one in said.pop("entrants"))
    lines = tuple(_line(one) for one in said.pop("lines"))
    return HeatState(entrants=entrants, lines=lines, rounds=rounds and (rounds[0], rounds[1]), **said)


def kept_body(event: Event, data: dict[str, Any]) -> dict[str, Any]:
    """Return a state that was sent as it is kept: with the keys of its people, and without their numbers."""
    entrants = [
        {**entrant, "people": [{**one, "number": _scheme_key(event, one)} for one in entrant["people"]]}
        for entrant in data["entrants"]
    ]
    return {**data, "entrants": entrants}


def _scheme_key(event: Event, person: dict[str, str]) -> str:
    """Return the key that recognises a person in this event by their number in a scheme. The number is not kept."""
    text = f"{event.public_id}/{person['scheme'].casefold()}/{person['number'].casefold()}"
    return str(salted_hmac("clubsite.events.scheme", text, algorithm="sha256").hexdigest())


def _entrant(event: Event, said: dict[str, Any], kept: bool) -> StateEntrant:
    people = [StatePerson(key=one["number"] if kept else _scheme_key(event, one)) for one in said.pop("people")]
    penalties = [(text_of(Fraction(one["amount"])), one["unit"]) for one in said.pop("penalties")]
    return StateEntrant(people=tuple(people), penalties=tuple(penalties), **said)


def _line(said: dict[str, Any]) -> StateLine:
    columns = {name: said.pop(name) for name in RESULT}
    result = BoardResult(**{**columns, "status": Status(columns["status"])})
    return StateLine(result=result, **said)
