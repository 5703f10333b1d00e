"""A session's movement with the players' names, as an animation and as a grid."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404

from clubsite.catalogue.grid import GridCell, boards_by_set, grid_of, picture
from clubsite.core.refused import Refused
from clubsite.nights.models import Section, Session
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.contestants import names_by_number
from clubsite.nights.selectors.movements import movement_of
from clubsite.nights.selectors.sessions import sections_of
from movements.plan import Plan


@dataclass(frozen=True, slots=True)
class SectionMovement:
    """A section's movement with its players' names. `letter` is "" if there is only one section."""

    section: Section
    title: str
    plan: Plan
    names: dict[int, str]
    numbers: list[int]

    @property
    def letter(self) -> str:
        return self.section.letter

    @property
    def per_round(self) -> int:
        return self.section.boards_per_round

    @property
    def boards(self) -> dict[int, str]:
        return boards_by_set(self.plan, self.per_round, self.numbers)

    @property
    def animation(self) -> dict[str, Any]:
        return picture(self.plan, self.boards, self.names, pairs=self.section.pairs)

    @property
    def grid(self) -> list[list[GridCell]]:
        return grid_of(self.plan, self.per_round, self.numbers, self.names)

    @property
    def heading(self) -> str:
        """The club, the session and the section, as the heading of a sheet."""
        session = self.section.session
        where = f", section {self.letter}" if self.letter else ""
        return f"{session.club.name}, {session.name}{where}, {session.date:%d %B %Y}"


def movements_of(session: Session) -> list[SectionMovement]:
    """Return the movement of every section that has one."""
    movements = []
    for section in sections_of(session):
        movement = movement_of(section)
        if movement is not None:
            section.session = session
            plan = Plan.from_json(movement.plan)
            numbers = [board.number for board in boards_of(section)]
            movements.append(SectionMovement(section, movement.title, plan, names_by_number(section), numbers))
    return movements


def movement_for(session: Session, letter: str) -> SectionMovement:
    """Return the movement of the section named `letter`, or of the first section if `letter` is empty.

    Raise Refused if no section has a movement yet, Http404 if only this section has none.
    """
    movements = movements_of(session)
    if not movements:
        raise Refused("Choose a movement first.")
    found = next((each for each in movements if each.section.name == (letter or each.section.name)), None)
    if found is None:
        raise Http404("No such section, or no movement yet")
    return found
