"""What is kept of a person: parts that each app registers, for the page and the file of one's own data, and what an
app does when an account is deleted. No part tells what its reader could not know: nothing of a board still in play.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

Row = dict[str, Any]
"""A label to what is kept, in the order in which it is read; what JSON can hold."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose data: an account by its id, or None, and people of clubs by theirs."""

    user: int | None
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OwnDataPart:
    """`why`: what it is kept for, a sentence. `rows` are those of a subject, newest first."""

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
    """A moment as a person reads it and a program can: "2026-11-23 13:45+13:00"; empty for none."""
    return "" if moment is None else timezone.localtime(moment).isoformat(" ", "minutes")


def register(*parts: OwnDataPart, end: Callable[[Subject], None] | None = None) -> None:
    """Called once from the `ready()` of the app that owns the rows.

    `end` gets an account that is being deleted, in its transaction, and parts the app's rows from it.
    """
    _parts.update((part.key, part) for part in parts)
    if end is not None:
        _ends[end.__module__] = end


def parts() -> list[OwnDataPart]:
    """Every part, in its order."""
    return sorted(_parts.values(), key=lambda part: part.order)


def gathered(subject: Subject, key: str = "") -> list[PartRows]:
    """Every part of what is kept of this subject, also those without rows; of one part if it is named."""
    return [PartRows(part, part.rows(subject)) for part in parts() if key in ("", part.key)]


def as_json(found: list[PartRows]) -> dict[str, Any]:
    """The same as the file of one's own data has it."""
    return {one.part.key: {"title": one.part.title, "why": one.part.why, "rows": one.rows} for one in found}


def account_ends(subject: Subject) -> None:
    """Part every app's rows from an account that is being deleted. In the caller's transaction."""
    for end in _ends.values():
        end(subject)
