"""Splitting the field: what is proposed, and what the director typed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import Kind, Section, Session
from clubsite.duplicate.selectors.movements import movement_of
from clubsite.duplicate.selectors.sessions import sections_of
from clubsite.duplicate.services.sections import (
    MOST_SECTIONS,
    section_add_pairs,
    section_pace,
    section_play,
    section_remove,
    sections_split,
)
from clubsite.duplicate.services.setup import FEWEST
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
    """A section's boards a round and minutes a board as they stand or were typed, and what is wrong with them."""

    section: Section
    boards: str
    minutes: str
    fault_boards: str = ""
    fault_minutes: str = ""

    @property
    def round(self) -> int:
        """Minutes of one of its rounds."""
        return self.section.boards_per_round * self.section.minutes_per_board

    @property
    def own(self) -> bool:
        return bool(self.section.own_boards_per_round or self.section.own_minutes_per_board)


def large(session: Session) -> bool:
    """Whether the page speaks of sections by itself."""
    return session.players >= MANY_PLAYERS


def divisions_for(session: Session) -> list[Division]:
    """One section, then as many more as leave a fair field in each; what the director typed is there too."""
    now = tuple(section.expected for section in two_handed(session))
    most = min(MOST_SECTIONS, session.players // SMALLEST_PROPOSED)
    found: list[tuple[int, ...]] = [(session.players,)]
    found += [tuple(even_split(session.players, count)) for count in range(2, most + 1)]
    if sorted(now) not in [sorted(sizes) for sizes in found]:
        found.append(now)
    return [Division(sizes, sorted(sizes) == sorted(now)) for sizes in found]


def two_handed(session: Session) -> list[Section]:
    return [section for section in sections_of(session) if section.kind == Kind.TWO_HANDED]


def rows_of(session: Session) -> list[tuple[Section, Any]]:
    """Every section with its movement or None."""
    return [(section, movement_of(section)) for section in sections_of(session)]


def paces_of(session: Session, typed: Mapping[str, str], faults: Mapping[str, str]) -> list[Pace]:
    """Every section's, where there are several; empty otherwise."""
    rows = sections_of(session)
    return [
        Pace(
            section,
            typed.get(f"boards-{section.name}", str(section.boards_per_round)),
            typed.get(f"minutes-{section.name}", str(section.minutes_per_board)),
            faults.get(f"boards-{section.name}", ""),
            faults.get(f"minutes-{section.name}", ""),
        )
        for section in (rows if len(rows) > 1 else [])
    ]


def pace(session: Session, data: Mapping[str, str], user: User) -> None:
    """Boards a round and minutes a board of each section; an empty field is the session's. Raises Refused."""
    with transaction.atomic():
        for section in sections_of(session):
            boards = _number(data, section, "boards", session.boards_per_round)
            minutes = _number(data, section, "minutes", session.minutes_per_board)
            if (boards, minutes) == (section.boards_per_round, section.minutes_per_board):
                continue
            try:
                section_pace(session=session, section=section, boards=boards, minutes=minutes, user=user)
            except Refused as no:
                name = {"boards_per_round": "boards", "minutes_per_board": "minutes"}.get(no.field)
                raise Refused(str(no), f"{name}-{section.name}" if name else "section") from no


def _number(data: Mapping[str, str], section: Section, name: str, usual: int) -> int:
    """What is typed for a section, or `usual`. Raises Refused."""
    field = f"{name}-{section.name}"
    text = str(data.get(field, "")).strip()
    if text and not (text.isdecimal() and len(text) < 4):
        what = "boards a round" if name == "boards" else "minutes a board"
        raise Refused(f"Write how many {what} there are, as a number.", field)
    return int(text) if text else usual


def split(session: Session, data: Any, user: User) -> None:
    """The sizes chosen or typed ("18+16"). Raises Refused."""
    text = str(data.get("sizes", "")).strip()
    parts = text.replace(",", "+").replace(" ", "+").split("+")
    sizes = [part for part in parts if part]
    if not sizes or not all(part.isdecimal() and len(part) < 4 for part in sizes):
        raise Refused("Write how many players each section has, as 18 + 16.", "sizes")
    sections_split(session=session, sizes=[int(part) for part in sizes], user=user)


def add_pairs(session: Session, data: Any, user: User) -> None:
    """A four-handed section. Raises Refused."""
    pairs = str(data.get("pairs", "")).strip()
    if not (pairs.isdecimal() and len(pairs) < 4):
        raise Refused(f"How many pairs play four-handed? {FEWEST} or more.", "pairs")
    seen = str(data.get("seen", ""))
    section_add_pairs(
        session=session,
        pairs=int(pairs),
        own_boards=data.get("boards") == "own",
        user=user,
        seen=int(seen) if seen.isdecimal() and len(seen) < 4 else None,
    )


def remove(session: Session, section: Section, user: User) -> None:
    section_remove(session=session, section=section, user=user)


def play(session: Session, section: Section, data: Any, user: User) -> None:
    """On screens or with cards. Raises Refused."""
    section_play(session=session, section=section, live=data.get("play") != "cards", user=user)
