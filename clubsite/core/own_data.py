"""The parts of a person's data that each app registers, and what each app does when an account is deleted.

The page and the file with a person's own data show the parts. No part tells its readers anything that they
could not otherwise know, such as facts about a board still in play.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

Row = dict[str, Any]
"""A label -> a value that JSON can hold, in reading order."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The person whose data is requested: the id of an account, or None, and the ids of people in clubs."""

    user: int | None
    people: tuple[int, ...]


Rows = Callable[[Subject], list[Row]]
End = Callable[[Subject], None]


@dataclass(frozen=True, slots=True)
class OwnDataPart:
    """A part of a person's data. `why` is a sentence about its purpose; `rows` gives a subject's rows, newest first."""

    order: int
    key: str
    title: str
    why: str
    rows: Rows


@dataclass(frozen=True, slots=True)
class PartRows:
    """A part of a person's data, with its rows."""

    part: OwnDataPart
    rows: list[Row]


_parts: dict[str, OwnDataPart] = {}
_ends: list[End] = []


def when(moment: datetime | None) -> str:
    """Return a time in a form for people and programs, such as "2026-11-23 13:45+13:00", or "" for None."""
    return "" if moment is None else timezone.localtime(moment).isoformat(" ", "minutes")


def own_data_part(order: int, key: str, title: str, why: str) -> Callable[[Rows], Rows]:
    """Register the decorated function, which returns the rows of one part."""

    def register(rows: Rows) -> Rows:
        _parts[key] = OwnDataPart(order, key, title, why, rows)
        return rows

    return register


def on_account_end(end: End) -> End:
    """Register a function that unlinks an app's rows from an account being deleted, in the same transaction."""
    _ends.append(end)
    return end


def parts() -> list[OwnDataPart]:
    """Return all registered parts, in order."""
    return sorted(_parts.values(), key=lambda part: part.order)


def gathered(subject: Subject, key: str = "") -> list[PartRows]:
    """Return all parts of a person's data, including empty ones, or only the part `key`."""
    return [PartRows(part, part.rows(subject)) for part in parts() if key in ("", part.key)]


def as_json(found: list[PartRows]) -> dict[str, Any]:
    """Return the parts in the form used in the file with a person's own data."""
    return {one.part.key: {"title": one.part.title, "why": one.part.why, "rows": one.rows} for one in found}


def account_ends(subject: Subject) -> None:
    """Unlink the rows of every app from an account that is being deleted. Runs in the caller's transaction."""
    for end in _ends:
        end(subject)
