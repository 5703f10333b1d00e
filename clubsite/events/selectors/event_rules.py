"""The facts of an event: what they may be, and what is announced to everybody, as JSON and as a row."""

import datetime
from collections.abc import Iterable, Mapping
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Self

from django.conf import settings

from clubsite.core.fields import moment_problem
from clubsite.core.json_rules import Text, Whole, json_read, moment_text
from clubsite.core.refused import Refused
from clubsite.events.models import Event, EventJoining, EventStatus
from clubsite.events.selectors.answer_rules import FACTS
from clubsite.events.selectors.event_facts import HAS_CARDS
from clubsite.nights.models.sessions import SESSION_GAME
from games.errors import BadSetup
from games.event_seed import numbers_read
from games.options import checked
from games.registry import rules_for
from scoring.settings import CHOICES, ScoringSettings, SettingsError

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
    """Raise Refused with a sentence for each field at fault. Only moments that are `typed` have to lie near today."""
    problems = _plain_problems(facts) | _game_problems(facts)
    far = {name: moment_problem(facts[name]) for name in MOMENTS if name in typed and facts[name] is not None}
    problems |= {name: problem for name, problem in far.items() if problem} or _window_problems(facts)
    if problems:
        raise Refused(problems)


def event_change_check(event: Event, changed: Iterable[str], facts: Mapping[str, Any]) -> None:
    """Raise Refused if an announced event cannot be changed like this. `facts` has all facts as they are to be."""
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
        """Return the facts of an event of this server, or of another one as they were heard."""
        facts = {name: getattr(event, name) for name in FACT_NAMES if name not in ("organiser", "page")}
        own = f"{settings.PUBLIC_URL.rstrip('/')}{event.get_absolute_url()}" if settings.PUBLIC_URL else ""
        return cls(organiser=event.organiser_name, page=event.page_address if event.is_remote else own, **facts)

    @classmethod
    def checked(cls, data: Any, *, first: bool = True) -> Self:
        """Return the facts in another server's JSON. Moments heard `first` are near today. Raise Refused for faults."""
        facts = json_read({name: FACTS[name] for name in FACT_NAMES}, data)
        event_facts_check(facts, typed=MOMENTS if first else ())
        return cls(**facts)

    def to_json(self) -> dict[str, Any]:
        """Return the facts as `checked` reads them."""
        day = self.number_day and self.number_day.isoformat()
        window = {name: moment_text(getattr(self, name)) for name in ("window_opens", "window_closes")}
        return {**vars(self), **window, "number_day": day}

    def put_into(self, event: Event) -> None:
        """Set the columns of an event of another server, unsaved, but for its status."""
        for name in FACT_NAMES:
            if name not in ("status", "page"):
                setattr(event, name, getattr(self, name))
        event.page_address = self.page


def first_heard_differs(event: Event, said: Announcement) -> list[str]:
    """Return the names of the facts that this server refuses to change in an event of another server.

    A window can only grow, and the public number stays once a heat of this server has the cards.
    """
    heard = Announcement.of(event)
    fixed = ["commitment", *(name for name in EVENT_FACTS if name not in CHANGEABLE)]
    differs = [name for name in fixed if getattr(heard, name) != getattr(said, name)]
    opens, closes = min(heard.window_opens, said.window_opens), max(heard.window_closes, said.window_closes)
    for name, widest in {"window_opens": opens, "window_closes": closes}.items():
        differs += [name] if getattr(said, name) != widest or closes - opens > MAX_WINDOW else []
    if heard.status in (EventStatus.CANCELLED, EventStatus.PUBLISHED) and said.status != heard.status:
        differs.append("status")
    if heard.public_number and said.public_number != heard.public_number and event.heats.filter(HAS_CARDS).exists():
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
    """Return sentences about the game's options and the settings of the scoring, whatever JSON says in them."""
    scoring = facts["scoring"]
    try:
        checked(rules_for(SESSION_GAME).options, facts["options"])
    except BadSetup as no:
        return {"options": f"{no!s:.160}."}
    if unknown := [name for name in scoring if name not in EVENT_SCORING]:
        return {"scoring": f"An event over many clubs is not scored with {unknown[0]!r:.60}."}
    strata = scoring.get("strata", [])
    names = strata if isinstance(strata, list | tuple) and len(strata) <= 12 else [None]
    if not all(isinstance(one, str) and len(one) <= 10 and one.isprintable() for one in names):
        return {"strata": "Write at most 12 names of at most 10 characters, such as A B C."}
    try:
        ScoringSettings.from_json(scoring)
    except SettingsError as no:
        return {name: f"{sentence:.200}" for name, sentence in no.problems.items()}
    return {}
