"""What the facts of an event may be. Services that store facts ask here first."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone

from clubsite.core.refused import Refused
from clubsite.duplicate.services.tables import SESSION_GAME
from clubsite.events.models import Event, EventJoining
from clubsite.events.models.events import (
    LONGEST_FEE_TEXT,
    LONGEST_NUMBER_OF,
    MAX_CORRECTION_HOURS,
    MAX_EVENT_BOARDS,
    MAX_TABLES_OF_A_HEAT,
)
from games.event_seed import MAX_NUMBERS
from games.registry import rules_for
from scoring.settings import CHOICES, ScoringSettings, SettingsError

EVENT_FACTS = (
    "name", "window_opens", "window_closes", "boards", "options", "scoring", "winners", "min_tables", "min_boards",
    "correction_hours", "joining", "fee", "master_points", "publish_by_clock", "number_count", "number_of",
    "number_day",
)  # fmt: skip
"""What an organiser decides."""
CHANGEABLE = ("name", "window_opens", "window_closes", "fee", "joining", "correction_hours", "publish_by_clock")
"""What can be changed once the event is announced. A window can only grow."""
FIXED_BY_ANNOUNCEMENT = tuple(name for name in EVENT_FACTS if name not in CHANGEABLE)
"""What clubs rely on once the event is announced."""
OPEN_AFTER_WINDOW = ("correction_hours", "publish_by_clock")
"""What can still be changed between the end of the window and the publication."""
MOMENTS = ("window_opens", "window_closes", "number_day")
MAX_WINDOW = datetime.timedelta(days=60)
EVENING = datetime.timedelta(hours=12)
"""The longest window in which every club may join without being approved."""
OPEN_TOO_LONG = (
    f"In a window of more than {EVENING.total_seconds() / 3600:.0f} hours a club that nobody knows could get the cards "
    "days before the others. Approve the clubs one by one, or invite them."
)
YEARS_BACK, YEARS_AHEAD = 1, 3
FIRST_ZONE = datetime.timezone(datetime.timedelta(hours=14))
"""Where a day begins first. Every server reads the facts of an event by this clock, whatever its own is."""
MAX_STRATA, LONGEST_STRATUM = 12, 10
EVENT_SCORING = {*CHOICES, "tiny_groups", "butler_trim", "strata"} - {"winners", "sections"}
"""The settings of the scoring that an event over many clubs can have: no handicaps, and nothing carried over."""


def event_facts_of(event: Event) -> dict[str, Any]:
    """Return the facts of an event by name, as `event_create` takes them."""
    return {name: getattr(event, name) for name in EVENT_FACTS}


def event_facts_check(facts: Mapping[str, Any], typed: Iterable[str] = MOMENTS) -> None:
    """Raise Refused with a sentence for each field at fault. `facts` has every name of EVENT_FACTS, and `typed` has the
    names of those that are new: only moments that are new have to lie near today.
    """
    problems = _plain_problems(facts) | _number_problems(facts)
    problems |= _options_problems(facts["options"]) | _scoring_problems(facts["scoring"])
    far = {name: moment_problem(facts[name]) for name in MOMENTS if name in typed and facts[name] is not None}
    problems |= {name: problem for name, problem in far.items() if problem} or _window_problems(facts)
    if problems:
        raise Refused(problems)


def moment_problem(moment: datetime.date) -> str:
    """Return "" for a day or a time near today, and otherwise a sentence.

    Every moment that somebody types, or that another server announces, is near today. So every clock can show it.
    """
    today = timezone.now().date()
    day = datetime.date(moment.year, moment.month, moment.day)
    if (today - day).days > 366 * YEARS_BACK or (day - today).days > 366 * YEARS_AHEAD:
        return "Choose a day from a year ago to three years ahead."
    return ""


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


def _window_problems(facts: Mapping[str, Any]) -> dict[str, str]:
    opens, closes, day = facts["window_opens"], facts["window_closes"], facts["number_day"]
    if closes <= opens:
        return {"window_closes": "The window closes after it opens."}
    if closes - opens > MAX_WINDOW:
        return {"window_closes": f"A window is open for at most {MAX_WINDOW.days} days."}
    if facts["joining"] == EventJoining.OPEN and closes - opens > EVENING:
        return {"joining": OPEN_TOO_LONG}
    if day is not None and datetime.datetime.combine(day, datetime.time.min, FIRST_ZONE) >= closes:
        return {"number_day": "The numbers have to be known while the window is open. Choose an earlier day."}
    return {}


def _plain_problems(facts: Mapping[str, Any]) -> dict[str, str]:
    boards, problems = facts["boards"], {}
    if not 1 <= boards <= MAX_EVENT_BOARDS:
        problems["boards"] = f"An event has from 1 to {MAX_EVENT_BOARDS} boards."
    if not 0 <= facts["min_boards"] <= boards:
        problems["min_boards"] = f"This is at most the number of the event’s boards: {boards}."
    if not 1 <= facts["min_tables"] <= MAX_TABLES_OF_A_HEAT:
        problems["min_tables"] = f"A heat has at least 1 and at most {MAX_TABLES_OF_A_HEAT} tables."
    if not 0 <= facts["correction_hours"] <= MAX_CORRECTION_HOURS:
        problems["correction_hours"] = f"Corrections are possible for at most {MAX_CORRECTION_HOURS} hours."
    if not facts["name"].strip():
        problems["name"] = "Give the event a name."
    if len(facts["fee"]) > LONGEST_FEE_TEXT:
        problems["fee"] = f"Write at most {LONGEST_FEE_TEXT} characters."
    return problems


def _number_problems(facts: Mapping[str, Any]) -> dict[str, str]:
    count, problems = facts["number_count"], {}
    if not 0 <= count <= MAX_NUMBERS:
        problems["number_count"] = f"A public number has at most {MAX_NUMBERS} whole numbers."
    if count and not facts["number_of"].strip():
        problems["number_of"] = "Write what the numbers are of, such as main numbers of the Lotto draw."
    if len(facts["number_of"]) > LONGEST_NUMBER_OF:
        problems["number_of"] = f"Write at most {LONGEST_NUMBER_OF} characters."
    if count and facts["number_day"] is None:
        problems["number_day"] = "Choose the day on which the numbers become known."
    if not count and (facts["number_of"].strip() or facts["number_day"] is not None):
        problems["number_count"] = "Write how many numbers there are. Without a public number, leave all three empty."
    return problems


def _options_problems(options: Any) -> dict[str, str]:
    known = rules_for(SESSION_GAME).options
    if not isinstance(options, dict):
        return {"options": "The options of the game are an object, such as {}."}
    for name, value in options.items():
        if name not in known:
            return {"options": f"The game has no option {name!r:.60}."}
        if not isinstance(value, str) or value not in known[name]:
            return {"options": f"The option {name} is {' or '.join(known[name])}."}
    return {}


def _scoring_problems(scoring: Any) -> dict[str, str]:
    """Return a sentence for each setting at fault. The values may be anything that JSON can say."""
    if not isinstance(scoring, dict):
        return {"scoring": "The scoring is an object, such as {}."}
    if unknown := [name for name in scoring if name not in EVENT_SCORING]:
        return {"scoring": f"An event over many clubs is not scored with {unknown[0]!r:.60}."}
    if not _are_strata(scoring.get("strata", [])):
        return {"strata": f"Write at most {MAX_STRATA} names of at most {LONGEST_STRATUM} characters, such as A B C."}
    try:
        ScoringSettings.from_json(scoring)
    except SettingsError as no:
        return {name: f"{sentence:.200}" for name, sentence in no.problems.items()}
    return {}


def _are_strata(names: Any) -> bool:
    return (
        isinstance(names, list | tuple)
        and len(names) <= MAX_STRATA
        and all(isinstance(one, str) and len(one) <= LONGEST_STRATUM and one.isprintable() for one in names)
    )
