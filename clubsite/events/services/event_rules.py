"""What the facts of an event may be. Services that store facts ask here first."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q
from django.utils import timezone

from clubsite.core.refused import Refused
from clubsite.duplicate.services.tables import SESSION_GAME
from clubsite.events.models import STILL_THERE, Event
from clubsite.events.models.events import (
    LONGEST_FEE_TEXT,
    LONGEST_NUMBER_OF,
    MAX_CORRECTION_HOURS,
    MAX_EVENT_BOARDS,
    MAX_TABLES_OF_A_HEAT,
)
from games.errors import BadSetup
from games.event_seed import MAX_NUMBERS
from games.options import checked
from games.registry import rules_for
from scoring.settings import ScoringSettings, SettingsError

EVENT_FACTS = (
    "name", "window_opens", "window_closes", "boards", "options", "scoring", "winners", "min_tables", "min_boards",
    "correction_hours", "joining", "fee", "master_points", "publish_by_clock", "number_count", "number_of",
    "number_day",
)  # fmt: skip
"""What an organiser decides."""
FIXED_BY_ANNOUNCEMENT = (
    "boards", "options", "scoring", "winners", "min_tables", "min_boards", "master_points", "number_count", "number_of",
    "number_day",
)  # fmt: skip
"""What clubs rely on once the event is announced."""
OPEN_AFTER_WINDOW = ("correction_hours", "publish_by_clock")
"""What can still be changed between the end of the window and the publication."""
MAX_WINDOW = datetime.timedelta(days=60)


def event_facts_of(event: Event) -> dict[str, Any]:
    """Return the facts of an event by name, as `event_create` takes them."""
    return {name: getattr(event, name) for name in EVENT_FACTS}


def event_facts_check(facts: Mapping[str, Any]) -> None:
    """Raise Refused with a sentence for each field at fault. `facts` has every name of EVENT_FACTS."""
    problems = {**_window_problems(facts), **_size_problems(facts), **_text_problems(facts), **_game_problems(facts)}
    if problems:
        raise Refused(problems)


def event_change_check(event: Event, changed: Iterable[str], facts: Mapping[str, Any]) -> None:
    """Raise Refused if an announced event cannot be changed like this. `facts` has all facts as they are to be."""
    if fixed := [name for name in FIXED_BY_ANNOUNCEMENT if name in changed]:
        raise Refused(dict.fromkeys(fixed, "Clubs already rely on this, so it stays as it was announced."))
    if event.is_closed() and (late := [name for name in changed if name not in OPEN_AFTER_WINDOW]):
        raise Refused(dict.fromkeys(late, "The window has closed, so this stays as it is."))
    if "window_opens" in changed or "window_closes" in changed:
        _window_change_check(event, facts["window_opens"], facts["window_closes"])


def _window_change_check(event: Event, opens: datetime.datetime, closes: datetime.datetime) -> None:
    """Raise Refused if heats rely on the window: on a planned start, or on boards that stay hidden for so long."""
    if closes <= timezone.now():
        raise Refused(
            "Choose a time to come: everybody may see the boards once the window has closed.", "window_closes"
        )
    if event.heats.filter(released_at__isnull=False).exists():
        if opens > event.window_opens:
            raise Refused("A heat has its cards already, so the window does not open later.", "window_opens")
        if closes < event.window_closes:
            raise Refused("A heat has its cards already, so the window does not close earlier.", "window_closes")
    planned = event.heats.filter(status__in=STILL_THERE, planned_at__isnull=False)
    outside = planned.filter(Q(planned_at__lt=opens) | Q(planned_at__gte=closes)).first()
    if outside is not None and outside.planned_at is not None:
        field = "window_opens" if outside.planned_at < opens else "window_closes"
        raise Refused(f"{outside.club_name} has announced a start outside of this window.", field)


def _window_problems(facts: Mapping[str, Any]) -> dict[str, str]:
    opens, closes = facts["window_opens"], facts["window_closes"]
    if closes <= opens:
        return {"window_closes": "The window closes after it opens."}
    if closes - opens > MAX_WINDOW:
        return {"window_closes": f"A window is open for at most {MAX_WINDOW.days} days."}
    return {}


def _size_problems(facts: Mapping[str, Any]) -> dict[str, str]:
    boards, problems = facts["boards"], {}
    if not 1 <= boards <= MAX_EVENT_BOARDS:
        problems["boards"] = f"An event has from 1 to {MAX_EVENT_BOARDS} boards."
    if not 0 <= facts["min_boards"] <= boards:
        problems["min_boards"] = f"This is at most the number of the event’s boards: {boards}."
    if not 1 <= facts["min_tables"] <= MAX_TABLES_OF_A_HEAT:
        problems["min_tables"] = f"A heat has at least 1 and at most {MAX_TABLES_OF_A_HEAT} tables."
    if not 0 <= facts["correction_hours"] <= MAX_CORRECTION_HOURS:
        problems["correction_hours"] = f"Corrections are possible for at most {MAX_CORRECTION_HOURS} hours."
    return problems


def _text_problems(facts: Mapping[str, Any]) -> dict[str, str]:
    problems = {}
    if not facts["name"].strip():
        problems["name"] = "Give the event a name."
    if len(facts["fee"]) > LONGEST_FEE_TEXT:
        problems["fee"] = f"Write at most {LONGEST_FEE_TEXT} characters."
    return problems | _number_problems(facts)


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


def _game_problems(facts: Mapping[str, Any]) -> dict[str, str]:
    problems = {}
    try:
        checked(rules_for(SESSION_GAME).options, facts["options"])
    except BadSetup as no:
        problems["options"] = f"{no}."
    try:
        settings = ScoringSettings.from_json(facts["scoring"])
    except SettingsError as no:
        return problems | no.problems
    if settings.handicap is not None or settings.carry_over:
        problems["scoring"] = "An event over many clubs has no handicaps and nothing carried over."
    return problems
