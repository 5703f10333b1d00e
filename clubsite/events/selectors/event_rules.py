"""The facts of an event: the rules for them, and what is announced to everybody, as JSON and as a row."""

import datetime
from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Self

from django.conf import settings
from django.utils.crypto import salted_hmac

from clubsite.core.forms import moment_problem
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
    moment_text,
)
from clubsite.core.refused import Refused
from clubsite.events import heat_state
from clubsite.events.models import Event, EventJoining, EventStatus, HeatStatus
from clubsite.events.models import events as limits
from clubsite.events.selectors.event_facts import HAS_CARDS
from clubsite.nights.models import SectionKind
from clubsite.nights.models.sessions import SESSION_GAME
from clubsite.rankings.models import PenaltyUnit
from clubsite.rankings.payload import text_of
from games.errors import BadSetup
from games.event_seed import MAX_NUMBERS, numbers_read
from games.options import checked
from games.registry import rules_for
from scoring.lines import Status
from scoring.result import BoardResult
from scoring.settings import CHOICES, ScoringSettings, SettingsError

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
    body, options = json_read(STATE, data), rules_for(SESSION_GAME).options
    try:
        same = checked(options, body["options"]) == checked(options, event.options)
    except BadSetup:
        same = False
    if not same:
        raise Refused("The options of the game differ from the event’s, so these results do not count.", "options")
    if body["rounds"] is not None and body["rounds"][0] > body["rounds"][1]:
        raise Refused("More rounds are played than there are. Write how many are played, of how many.", "rounds")
    for row in body["entrants"]:
        people = [each["number"] if kept else _scheme_key(event, each) for each in row["people"]]
        row["people"] = tuple(map(heat_state.StatePerson, people))
        row["penalties"] = tuple((text_of(Fraction(given["amount"])), given["unit"]) for given in row["penalties"])
    for row in body["lines"]:
        columns = {name: row.pop(name) for name in RESULT}
        row["result"] = BoardResult(**{**columns, "status": Status(columns["status"])})
    body["entrants"] = tuple(heat_state.StateEntrant(**entrant) for entrant in body["entrants"])
    body["lines"] = tuple(heat_state.StateLine(**line) for line in body["lines"])
    body["rounds"] = body["rounds"] and tuple(body["rounds"])
    return heat_state.HeatState(**body)


def kept_body(event: Event, data: dict[str, Any]) -> dict[str, Any]:
    """Return a received state in the form in which it is kept: with keys for its people, but without their numbers."""
    entrants = [dict(entrant) for entrant in data["entrants"]]
    for entrant in entrants:
        entrant["people"] = [{**person, "number": _scheme_key(event, person)} for person in entrant["people"]]
    return {**data, "entrants": entrants}


def _scheme_key(event: Event, person: dict[str, str]) -> str:
    """Return the key that recognises a person in this event by their number in a scheme. The number is not kept."""
    text = f"{event.public_id}/{person['scheme'].casefold()}/{person['number'].casefold()}"
    return str(salted_hmac("clubsite.events.scheme", text, algorithm="sha256").hexdigest())


FACT_NAMES = tuple(name for name in FACTS if name != "id")
NOT_CHOSEN = ("organiser", "page", "status", "public_number", "commitment")
EVENT_FACTS = (*(name for name in FACT_NAMES if name not in NOT_CHOSEN), "publish_by_clock")
"""The choices of an organiser."""
OPEN_AFTER_WINDOW = ("correction_hours", "publish_by_clock")
"""Choices that can still be changed between the end of the window and the publication."""
CHANGEABLE = ("name", "window_opens", "window_closes", "fee", "joining", *OPEN_AFTER_WINDOW)
"""Choices that can be changed once the event is announced. A window can only grow."""
MOMENTS = ("window_opens", "window_closes", "number_day")
MAX_WINDOW = datetime.timedelta(days=60)
FIRST_ZONE = datetime.timezone(datetime.timedelta(hours=14))
"""The zone where a day begins first. Every server reads the facts of an event by it, whatever its own zone is."""
EVENT_SCORING = {*CHOICES, "tiny_groups", "butler_trim", "strata"} - {"winners", "sections"}
"""The settings of the scoring that an event over many clubs can have: no handicaps, and nothing carried over."""


def event_facts_of(event: Event) -> dict[str, Any]:
    """Return the facts of an event by name, as `event_create` takes them."""
    return {name: getattr(event, name) for name in EVENT_FACTS}


def event_facts_check(facts: Mapping[str, Any], typed: Iterable[str] = MOMENTS) -> None:
    """Raise Refused with a sentence for each field at fault. Only times in `typed` fields have to be near today."""
    problems = _plain_problems(facts) | _game_problems(facts)
    far = {name: moment_problem(facts[name]) for name in MOMENTS if name in typed and facts[name] is not None}
    problems |= {name: problem for name, problem in far.items() if problem} or _window_problems(facts)
    if problems:
        raise Refused(problems)


def event_change_check(event: Event, changed: Iterable[str], facts: Mapping[str, Any]) -> None:
    """Raise Refused if an announced event cannot be changed in this way. `facts` has all facts after the change."""
    if fixed := [name for name in changed if name not in CHANGEABLE]:
        raise Refused(dict.fromkeys(fixed, "Clubs already rely on this, so it stays as it was announced."))
    if event.is_closed() and (late := [name for name in changed if name not in OPEN_AFTER_WINDOW]):
        raise Refused(dict.fromkeys(late, "The window has closed, so this stays as it is."))
    if facts["window_opens"] > event.window_opens:
        raise Refused("Clubs already rely on this, so the window does not open later.", "window_opens")
    if facts["window_closes"] < event.window_closes:
        raise Refused("Clubs already rely on this, so the window does not close earlier.", "window_closes")


class Announcement(SimpleNamespace):
    """The facts that an event announces, by FACT_NAMES. `page` is its public address, or ""."""

    @classmethod
    def of(cls, event: Event) -> Self:
        """Return the facts of an event on this server, or those that another server announced."""
        facts = {name: getattr(event, name) for name in FACT_NAMES if name not in ("organiser", "page")}
        own = f"{settings.PUBLIC_URL.rstrip('/')}{event.get_absolute_url()}" if settings.PUBLIC_URL else ""
        return cls(organiser=event.organiser_name, page=event.page_address if event.is_remote else own, **facts)

    @classmethod
    def checked(cls, data: Any, *, first: bool = True) -> Self:
        """Return the facts in another server's JSON. Times heard `first` are near today. Raise Refused for faults."""
        facts = json_read({name: FACTS[name] for name in FACT_NAMES}, data)
        event_facts_check(facts, typed=MOMENTS if first else ())
        return cls(**facts)

    def to_json(self) -> dict[str, Any]:
        """Return the facts in the form that `checked` reads."""
        day = self.number_day and self.number_day.isoformat()
        window = {name: moment_text(getattr(self, name)) for name in ("window_opens", "window_closes")}
        return {**vars(self), **window, "number_day": day}

    def put_into(self, event: Event) -> None:
        """Set the columns, except the status, of an unsaved event of another server."""
        for name in FACT_NAMES:
            if name not in ("status", "page"):
                setattr(event, name, getattr(self, name))
        event.page_address = self.page


def first_heard_differs(event: Event, announcement: Announcement) -> list[str]:
    """Return the facts whose change this server refuses: a window shrinks, or a used public number differs."""
    heard = Announcement.of(event)
    fixed = ["commitment", *(name for name in EVENT_FACTS if name not in CHANGEABLE)]
    differs = [name for name in fixed if getattr(heard, name) != getattr(announcement, name)]
    opens, closes = (
        min(heard.window_opens, announcement.window_opens),
        max(heard.window_closes, announcement.window_closes),
    )
    for name, widest in {"window_opens": opens, "window_closes": closes}.items():
        differs += [name] if getattr(announcement, name) != widest or closes - opens > MAX_WINDOW else []
    if heard.status in (EventStatus.CANCELLED, EventStatus.PUBLISHED) and announcement.status != heard.status:
        differs.append("status")
    if (
        heard.public_number
        and announcement.public_number != heard.public_number
        and event.heats.filter(HAS_CARDS).exists()
    ):
        differs.append("public_number")
    return differs


def _window_problems(facts: Mapping[str, Any]) -> dict[str, str]:
    opens, closes, day = facts["window_opens"], facts["window_closes"], facts["number_day"]
    if closes <= opens:
        return {"window_closes": "The window closes after it opens."}
    if closes - opens > MAX_WINDOW:
        return {"window_closes": f"A window is open for at most {MAX_WINDOW.days} days."}
    if facts["joining"] == EventJoining.OPEN and closes - opens > datetime.timedelta(hours=12):
        words = (
            "In a window of more than 12 hours a club that nobody knows could get the cards days before the others. "
            "Approve the clubs one by one, or invite them."
        )
        return {"joining": words}
    if day is not None and datetime.datetime.combine(day, datetime.time.min, FIRST_ZONE) >= closes:
        return {"number_day": "The numbers have to be known while the window is open. Choose an earlier day."}
    return {}


def _plain_problems(facts: Mapping[str, Any]) -> dict[str, str]:
    """Return a sentence for each fact that other servers would not read, or that belongs to no public number."""
    problems = {}
    for name, rule in FACTS.items():
        if isinstance(rule, Whole) and name in facts and not rule.least <= facts[name] <= rule.most:
            problems[name] = f"Write a whole number from {rule.least} to {rule.most}."
        if isinstance(rule, Text) and len(facts.get(name, "")) > rule.longest:
            problems[name] = f"Write at most {rule.longest} characters."
    if facts["min_boards"] > facts["boards"]:
        problems["min_boards"] = f"This is at most the number of the event’s boards: {facts['boards']}."
    if not facts["name"].strip():
        problems["name"] = "Give the event a name."
    count, number = facts["number_count"], facts.get("public_number")
    if count and not facts["number_of"].strip():
        problems["number_of"] = "Write what the numbers are of, such as main numbers of the Lotto draw."
    if count and facts["number_day"] is None:
        problems["number_day"] = "Choose the day on which the numbers become known."
    if not count and (facts["number_of"].strip() or facts["number_day"] is not None):
        problems["number_count"] = "Write how many numbers there are. Without a public number, leave all three empty."
    with suppress(ValueError):
        if not number or (count and numbers_read(number, count) == number):
            return problems
    words = "Write the announced count of whole numbers in rising order, with one blank between two."
    return {**problems, "public_number": words}


def _game_problems(facts: Mapping[str, Any]) -> dict[str, str]:
    """Return sentences about faults in the game's options and the scoring settings, whatever JSON they contain."""
    scoring = facts["scoring"]
    try:
        checked(rules_for(SESSION_GAME).options, facts["options"])
    except BadSetup as no:
        return {"options": f"{no!s:.160}."}
    if unknown := [name for name in scoring if name not in EVENT_SCORING]:
        return {"scoring": f"An event over many clubs is not scored with {unknown[0]!r:.60}."}
    strata = scoring.get("strata", [])
    names = strata if isinstance(strata, list | tuple) and len(strata) <= 12 else [None]
    if not all(isinstance(name, str) and len(name) <= 10 and name.isprintable() for name in names):
        return {"strata": "Write at most 12 names of at most 10 characters, such as A B C."}
    try:
        ScoringSettings.from_json(scoring)
    except SettingsError as no:
        return {name: f"{sentence:.200}" for name, sentence in no.problems.items()}
    return {}
