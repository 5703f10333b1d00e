"""A section in play, as a repair sees it: its plan, and who plays under each number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubsite.catalogue.grid import boards_text
from clubsite.clubs.models import Person
from clubsite.core.refused import Refused
from clubsite.nights.models import ContestantPerson, RepairKind, Section, SessionStatus
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.movements import movement_of
from clubsite.nights.selectors.progress import contestants_with_a_board
from clubsite.nights.selectors.sessions import IN_PLAY
from games.wording import contestant_sides
from movements.plan import Plan
from movements.repair import MovementTerms

NOT_IN_PLAY = "A movement is changed while the night is in play. This one is not."
AFTER_THE_END = "The night has ended: only who really sat where can still be put right."


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A person whose name was typed: a club person, or a guest who still has to be added."""

    name: str
    person: Person | None


@dataclass(frozen=True, slots=True)
class SectionInPlay:
    """A section to repair. `names` maps each contestant's number to a name; `robot` is the robot's number, or 0.

    `rounds_all` is the total number of rounds if the movement is drawn round by round, else 0.
    """

    section: Section
    plan: Plan
    names: Mapping[int, str]
    boards: list[int]
    robot: int
    rounds_all: int

    @property
    def frozen(self) -> int:
        """The number of rounds that have already begun and therefore stay as they are."""
        return self.section.round_number

    @property
    def left(self) -> list[int]:
        """The numbers whose contestants have left by the next round, so that somebody else could take them over."""
        away = self.plan.missing(self.frozen + 1) - {*self.plan.absent, self.robot}
        return sorted(away & set(self.names))

    def name(self, number: int, newcomers: Sequence[str] = ()) -> str:
        """Return a contestant's name. `newcomers` names the people who will take over numbers without a player."""
        if newcomers and number in self.plan.absent:
            return newcomers[0]
        if newcomers and number > self.plan.contestants:
            return newcomers[min(number - self.plan.contestants, len(newcomers)) - 1]
        return self.names.get(number) or f"number {self.section.label(number)}"

    def words(self, newcomers: Sequence[str] = (), instead: Mapping[int, str] | None = None) -> MovementTerms:
        """Return the terms for the sentences written by `movements.repair`. `instead` maps numbers to new names."""
        names, sides = instead or {}, contestant_sides(self.section.pairs)
        return MovementTerms(
            lambda number: names.get(number) or self.name(number, newcomers),
            self._board_words,
            self.section.label,
            sides,
        )

    def _board_words(self, boardset: int) -> str:
        """Return "boards 7–9" for a board set."""
        text = boards_text(boardset, self.section.boards_per_round, self.boards)
        return f"boards {text}" if "–" in text else f"board {text}"


def section_in_play(section: Section, kind: RepairKind) -> SectionInPlay:
    """Return the section for this kind of repair. Raise Refused if a repair of this kind is no longer possible."""
    movement, status = movement_of(section), section.session.status
    if movement is None or status not in (*IN_PLAY, SessionStatus.ENDED):
        raise Refused(NOT_IN_PLAY)
    if status == SessionStatus.ENDED and not kind.afterwards:
        raise Refused(AFTER_THE_END)
    numbers = dict(section.contestants.values_list("number", "pk"))
    names, now = names_of(list(numbers.values())), people_now(section)
    return SectionInPlay(
        section=section,
        plan=Plan.from_json(movement.plan),
        names={n: " & ".join(p.person.name for p in now.get(pk, [])) or names[pk] for n, pk in numbers.items()},
        boards=[board.number for board in boards_of(section)],
        robot=section.contestants.exclude(robot="").values_list("number", flat=True).first() or 0,
        rounds_all=movement.rounds_all if movement.drawn else 0,
    )


def people_now(section: Section) -> dict[int, list[ContestantPerson]]:
    """Map each contestant id to the people who play as that contestant from the current round on."""
    rows = ContestantPerson.objects.filter(contestant__section=section, to_round__isnull=True)
    found: dict[int, list[ContestantPerson]] = {}
    for row in rows.select_related("person", "contestant").order_by("contestant__number", "from_round", "pk"):
        found.setdefault(row.contestant_id, []).append(row)
    return found


def people_without_a_board(section: Section) -> list[ContestantPerson]:
    """Return the players without a scored board, so that somebody else can play in their place from the start."""
    touched = contestants_with_a_board(section)
    return [row for pk, people in people_now(section).items() if pk not in touched for row in people]
