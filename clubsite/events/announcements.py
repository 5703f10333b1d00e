"""The facts of an event as everybody may know them: made from a row, from JSON of another server, and for JSON."""

import datetime
from types import SimpleNamespace
from typing import Any, Self

from django.conf import settings

from clubsite.core.json_rules import json_read, moment_text
from clubsite.core.refused import Refused
from clubsite.events.models import Event, EventStatus
from clubsite.events.selectors.answer_rules import FACTS
from clubsite.events.selectors.event_facts import HAS_CARDS
from clubsite.events.services.event_rules import FIXED_BY_ANNOUNCEMENT, MAX_WINDOW, MOMENTS, event_facts_check
from games.event_seed import numbers_read

FACT_NAMES = tuple(name for name in FACTS if name != "id")


class Announcement(SimpleNamespace):
    """What an event announces: an attribute for each of FACT_NAMES. `page` is where people read the event, or "" if its
    site has no public address.
    """

    @classmethod
    def of(cls, event: Event) -> Self:
        """Return the facts of an event of this server, or of another one as they were heard."""
        facts = {name: getattr(event, name) for name in FACT_NAMES if name not in ("organiser", "page")}
        own = f"{settings.PUBLIC_URL.rstrip('/')}{event.get_absolute_url()}" if settings.PUBLIC_URL else ""
        return cls(organiser=event.organiser_name, page=event.page_address if event.is_remote else own, **facts)

    @classmethod
    def checked(cls, data: Any, *, first: bool = True) -> Self:
        """Return the facts in the JSON of another server. With `first`, they are heard for the first time, so their
        moments have to lie near today. Raise Refused with a sentence for each field at fault, whatever `data` is.
        """
        facts = json_read({name: FACTS[name] for name in FACT_NAMES}, data)
        event_facts_check(facts, typed=MOMENTS if first else ())
        _check_number(facts)
        return cls(**facts)

    def to_json(self) -> dict[str, Any]:
        """Return the facts as `checked` reads them."""
        return {name: _plain(value) for name, value in vars(self).items()}

    def put_into(self, event: Event) -> None:
        """Set the columns of an event of another server, unsaved, but for its status."""
        for name in FACT_NAMES:
            if name not in ("status", "page"):
                setattr(event, name, getattr(self, name))
        event.page_address = self.page


def first_heard_differs(event: Event, said: Announcement) -> list[str]:
    """Return the names of the facts that this server refuses to change in an event of another server.

    Commitment, boards and scoring stay as they were first heard. A window can only grow, an event that is over stays
    so, and the public number stays once it was heard and a heat of this server has the cards.
    """
    heard = Announcement.of(event)
    fixed = ("commitment", *FIXED_BY_ANNOUNCEMENT)
    differs = [name for name in fixed if getattr(heard, name) != getattr(said, name)]
    opens, closes = min(heard.window_opens, said.window_opens), max(heard.window_closes, said.window_closes)
    too_long = closes - opens > MAX_WINDOW
    differs += ["window_opens"] if said.window_opens != opens or too_long else []
    differs += ["window_closes"] if said.window_closes != closes or too_long else []
    if heard.status in (EventStatus.CANCELLED, EventStatus.PUBLISHED) and said.status != heard.status:
        differs.append("status")
    if heard.public_number and said.public_number != heard.public_number and event.heats.filter(HAS_CARDS).exists():
        differs.append("public_number")
    return differs


def _check_number(facts: dict[str, Any]) -> None:
    number = facts["public_number"]
    try:
        good = not number or (facts["number_count"] > 0 and numbers_read(number, facts["number_count"]) == number)
    except ValueError:
        good = False
    if not good:
        raise Refused(
            "Write the announced count of whole numbers in rising order, with one blank between two.", "public_number"
        )


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        return moment_text(value)
    return value.isoformat() if isinstance(value, datetime.date) else value
