"""The facts of an event as everybody may know them: made from a row, from JSON of another server, and for JSON."""

import datetime
import re
import unicodedata
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from django.conf import settings

from clubsite.core.refused import Refused
from clubsite.events.models import Event, EventJoining, EventStatus, EventWinners
from clubsite.events.models.events import LONGEST_FEE_TEXT, LONGEST_NUMBER_OF, LONGEST_PUBLIC_NUMBER
from clubsite.events.selectors.event_ends import has_given_cards
from clubsite.events.selectors.events import event_address
from clubsite.events.services.event_rules import FIXED_BY_ANNOUNCEMENT, MOMENTS, event_facts_check
from games.event_seed import MAX_NUMBERS, numbers_read

SMALL = 32_767
"""The largest number that a column of small numbers holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What an event announces. `page` is where people read the event, or "" if its site has no public address."""

    name: str
    organiser: str
    window_opens: datetime.datetime
    window_closes: datetime.datetime
    boards: int
    options: dict[str, str]
    scoring: dict[str, Any]
    winners: int
    min_tables: int
    min_boards: int
    correction_hours: int
    joining: str
    fee: str
    master_points: bool
    number_count: int
    number_of: str
    number_day: datetime.date | None
    public_number: str
    commitment: str
    status: str
    page: str

    @classmethod
    def of(cls, event: Event) -> Self:
        """Return the facts of an event of this server, or of another one as they were heard."""
        facts = {one.name: getattr(event, one.name) for one in fields(cls) if one.name not in ("organiser", "page")}
        own = f"{settings.PUBLIC_URL.rstrip('/')}{event_address(event)}" if settings.PUBLIC_URL else ""
        return cls(organiser=event.organiser_name, page=event.page_address if event.is_remote else own, **facts)

    @classmethod
    def checked(cls, data: Any, *, first: bool = True) -> Self:
        """Return the facts in the JSON of another server. With `first`, they are heard for the first time, so their
        moments have to lie near today. Raise Refused with a sentence for each field at fault, whatever `data` is.
        """
        if not isinstance(data, dict):
            raise Refused("The facts of an event are a JSON object.")
        if unknown := [name for name in data if name not in _READERS]:
            raise Refused(f"This version does not know the fact {unknown[0]!r:.60} of an event.")
        facts: dict[str, Any] = {}
        problems: dict[str, str] = {}
        for name, read in _READERS.items():
            try:
                facts[name] = read(data[name])
            except KeyError:
                problems[name] = "This fact of the event is missing."
            except ValueError as no:
                problems[name] = f"Write {no}."
        if problems:
            raise Refused(problems)
        event_facts_check(facts, typed=MOMENTS if first else ())
        _check_number(facts)
        return cls(**facts)

    def to_json(self) -> dict[str, Any]:
        """Return the facts as `checked` reads them."""
        return {name: _plain(value) for name, value in asdict(self).items()}

    def put_into(self, event: Event) -> None:
        """Set the columns of an event of another server, unsaved, but for its status."""
        for name in _READERS:
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
    differs += ["window_opens"] if said.window_opens > heard.window_opens else []
    differs += ["window_closes"] if said.window_closes < heard.window_closes else []
    if heard.status in (EventStatus.CANCELLED, EventStatus.PUBLISHED) and said.status != heard.status:
        differs.append("status")
    if heard.public_number and said.public_number != heard.public_number and has_given_cards(event):
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
        return value.astimezone(datetime.UTC).isoformat().replace("+00:00", "Z")
    return value.isoformat() if isinstance(value, datetime.date) else value


def _line(longest: int, *, empty: bool = True, pattern: str = "") -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if isinstance(value, str) and len(value) <= longest:
            text = unicodedata.normalize("NFKC", value).strip()
            form = text and pattern and not re.fullmatch(pattern, text)
            if text.isprintable() and len(text) <= longest and (text or empty) and not form:
                return text
        raise ValueError(f"one line of {'at most' if empty else '1 to'} {longest} characters in the form of this fact")

    return read


def _whole(most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if type(value) is int and 0 <= value <= most:
            return value
        raise ValueError(f"a whole number up to {most}")

    return read


def _one_of(*words: Any) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if any(type(value) is type(word) and value == word for word in words):
            return value
        raise ValueError(f"one of {', '.join(map(str, words))}")

    return read


def _moment(value: Any) -> datetime.datetime:
    try:
        found = datetime.datetime.fromisoformat(value if isinstance(value, str) else "")
        if found.tzinfo is not None:
            return found.astimezone(datetime.UTC)
    except (ValueError, OverflowError):
        pass
    raise ValueError("a time with its offset, such as 2026-11-26T18:00:00Z")


def _day(value: Any) -> datetime.date | None:
    try:
        return None if value is None else datetime.date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        raise ValueError("a day such as 2026-11-25, or null") from None


def _object(value: Any) -> Any:
    return value  # event_facts_check knows what each key may have


_READERS: dict[str, Callable[[Any], Any]] = {
    "name": _line(120, empty=False),
    "organiser": _line(120, empty=False),
    "window_opens": _moment,
    "window_closes": _moment,
    "boards": _whole(SMALL),
    "options": _object,
    "scoring": _object,
    "winners": _one_of(*(int(one) for one in EventWinners.values)),
    "min_tables": _whole(SMALL),
    "min_boards": _whole(SMALL),
    "correction_hours": _whole(SMALL),
    "joining": _one_of(*EventJoining.values),
    "fee": _line(LONGEST_FEE_TEXT),
    "master_points": _one_of(True, False),
    "number_count": _whole(MAX_NUMBERS),
    "number_of": _line(LONGEST_NUMBER_OF),
    "number_day": _day,
    "public_number": _line(LONGEST_PUBLIC_NUMBER),
    "commitment": _line(64, empty=False, pattern="[0-9a-f]{64}"),
    "status": _one_of(*(one.value for one in EventStatus if one != EventStatus.DRAFT)),
    "page": _line(200, pattern="https?://[!-~]+"),
}
