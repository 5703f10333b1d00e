"""Everybody of a night named, for tests in which it does not matter who plays."""

from typing import Any

from clubsite.clubs.services import person_add
from clubsite.duplicate.selectors.sessions import sections_of
from clubsite.duplicate.services.movement import contestant_assign


def name_everybody(session: Any) -> None:
    """Somebody in every place of every section, two in a pair's: "A3x", "A3y"."""
    for section in sections_of(session):
        for contestant in section.contestants.all():
            for partner in range(1 + section.pairs):
                contestant_assign(
                    session=session,
                    section=section,
                    number=contestant.number,
                    person=person_add(club=session.club, name=f"{contestant.label}{'xy'[partner]}"),
                    partner=bool(partner),
                )
