"""A person's data: parts that each app registers, for the page and the file of one's own data, and the app's work when
an account is deleted. No part tells what its reader could not know: nothing about a board still in play.
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
    """The person whose data it is: an account by its id, or None, and people of clubs by theirs."""

    user: int | None
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OwnDataPart:
    """A part. `why` is a sentence about its purpose. `rows` returns those of a subject, newest first."""

    order: int
    key: str
    title: str
    why: str
    rows: Callable[[Subject], list[Row]]


@dataclass(frozen=True, slots=True)
class PartRows:
    """A part with its rows."""

    part: OwnDataPart
    rows: list[Row]


_parts: dict[str, OwnDataPart] = {}
_ends: dict[str, Callable[[Subject], None]] = {}


def when(moment: datetime | None) -> str:
    """Return a time that people and programs can read: "2026-11-23 13:45+13:00", or "" for None."""
    return "" if moment is None else timezone.localtime(moment).isoformat(" ", "minutes")


def register(*parts: OwnDataPart, end: Callable[[Subject], None] | None = None) -> None:
    """Register parts. Call it once from the `ready()` of the app that owns the rows.

    `end` gets an account that is being deleted, in its transaction, and unlinks the app's rows from it.
    """
    _parts.update((part.key, part) for part in parts)
    if end is not None:
        _ends[end.__module__] = end


def parts() -> list[OwnDataPart]:
    """Return all parts, in order."""
    return sorted(_parts.values(), key=lambda part: part.order)


def gathered(subject: Subject, key: str = "") -> list[PartRows]:
    """Return all parts of a person's data, including empty ones, or only the part `key`."""
    return [PartRows(part, part.rows(subject)) for part in parts() if key in ("", part.key)]


def as_json(found: list[PartRows]) -> dict[str, Any]:
    """Return the parts as the file of one's own data has them."""
    return {one.part.key: {"title": one.part.title, "why": one.part.why, "rows": one.rows} for one in found}


def account_ends(subject: Subject) -> None:
    """Unlink every app's rows from an account that is being deleted. Runs in the caller's transaction."""
    for end in _ends.values():
        end(subject)
