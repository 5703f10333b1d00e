"""Names for everybody in a session, for tests in which the identity of the players does not matter."""

from collections.abc import Sequence

from clubsite.clubs.services import person_add
from clubsite.duplicate.selectors.sessions import sections_of
from clubsite.duplicate.services.movement import contestant_assign


def name_everybody(session, names: Sequence[str] = ()):
    """Put a person in every place of each section except a robot's, or two per pair. Use `names`, or "A3x", "A3y"."""
    wished = iter(names)
    for section in sections_of(session):
        for contestant in section.contestants.filter(robot=""):
            for partner in range(1 + section.pairs):
                contestant_assign(
                    session=session,
                    section=section,
                    number=contestant.number,
                    person=person_add(club=session.club, name=next(wished, f"{contestant.label}{'xy'[partner]}")),
                    partner=bool(partner),
                )
