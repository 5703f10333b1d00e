"""Splitting the field: the suggested divisions, and the pace of each section."""

from dataclasses import dataclass
from typing import Any

from django.forms import BoundField

from clubsite.director.setup.forms import PaceForm
from clubsite.nights.models import Section, SectionKind, Session
from clubsite.nights.selectors.movements import movement_of
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.sections import MOST_SECTIONS
from movements.sections import even_split

MANY_PLAYERS = 28
SMALLEST_PROPOSED = 10


@dataclass(frozen=True, slots=True)
class Division:
    """A way to split the field: the sizes of its sections."""

    sizes: tuple[int, ...]
    now: bool

    @property
    def key(self) -> str:
        return "+".join(map(str, self.sizes))

    @property
    def words(self) -> str:
        if len(self.sizes) == 1:
            return "One section"
        return f"{len(self.sizes)} sections: {' + '.join(map(str, self.sizes))} players"


@dataclass(frozen=True, slots=True)
class Pace:
    """A section's fields for boards per round and minutes per board."""

    section: Section
    boards: BoundField
    minutes: BoundField

    @property
    def round(self) -> int:
        """The length in minutes of one of the section's rounds."""
        return self.section.boards_per_round * self.section.minutes_per_board


def large(session: Session) -> bool:
    """True if the field is so large that the page suggests sections unasked."""
    return session.players >= MANY_PLAYERS


def divisions_for(session: Session) -> list[Division]:
    """Return the ways to split the field, from one section up to as many as still give each section a fair field. The
    director's own division is included.
    """
    now = tuple(section.expected for section in two_handed(session))
    most = min(MOST_SECTIONS, session.players // SMALLEST_PROPOSED)
    found: list[tuple[int, ...]] = [(session.players,)]
    found += [tuple(even_split(session.players, count)) for count in range(2, most + 1)]
    if sorted(now) not in [sorted(sizes) for sizes in found]:
        found.append(now)
    return [Division(sizes, sorted(sizes) == sorted(now)) for sizes in found]


def two_handed(session: Session) -> list[Section]:
    return [section for section in sections_of(session) if section.kind == SectionKind.TWO_HANDED]


def rows_of(session: Session) -> list[tuple[Section, Any]]:
    """Return every section with its movement, or None if it has no movement."""
    return [(section, movement_of(section)) for section in sections_of(session)]


def paces_of(session: Session, form: PaceForm) -> list[Pace]:
    """Return every section's pace if there are several sections, else []."""
    rows = sections_of(session)
    return [
        Pace(section, form[f"boards-{section.name}"], form[f"minutes-{section.name}"])
        for section in (rows if len(rows) > 1 else [])
    ]
