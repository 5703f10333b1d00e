"""Names for everybody in a session, for tests in which it does not matter who the players are."""

from collections.abc import Sequence

from clubsite.clubs.services import person_add
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.movement import contestant_assign


def name_everybody(session, names: Sequence[str] = ()):
    """Put a person (two per pair) in every place except a robot's, named from `names` or else "A3x" and "A3y"."""
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
