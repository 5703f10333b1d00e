"""A section's movement and teams, who plays under each number, and the movements that a club keeps."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404

from clubsite.clubs.models import Club, Person
from clubsite.core.refused import Refused
from clubsite.nights.models import ClubMovement, ContestantPerson, Movement, RepairKind, Section, SessionStatus, Team
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.progress import contestants_with_a_board
from clubsite.nights.selectors.sessions import IN_PLAY
from games.wording import contestant_sides
from movements.files import ReadPlan
from movements.grid import boards_text
from movements.plan import Plan
from movements.repair import MovementTerms
from movements.swiss import team_of
from movements.teams import teams_in


def movement_of(section: Section) -> Movement | None:
    """Return the movement accepted for a section, or None."""
    return Movement.objects.filter(section=section).first()


def plan_of(section: Section) -> Plan | None:
    """Return the section's plan, with the rounds drawn so far and all repairs, or None if there is no movement."""
    movement = movement_of(section)
    return Plan.from_json(movement.plan) if movement else None


def boards_needed(sections: Iterable[Section]) -> int | None:
    """Return how many boards the sections that share a set need, or None until they all have a movement."""
    movements = [(movement_of(section), section.boards_per_round) for section in sections]
    needed = [movement.sets_needed * per_round for movement, per_round in movements if movement]
    return max(needed) if movements and len(needed) == len(movements) else None


def kept_movements(club: Club) -> list[ClubMovement]:
    """Return the movements that a club keeps, sorted by name, without their plans."""
    return list(ClubMovement.objects.filter(club=club).defer("plan"))


def kept_fitting(club: Club, contestants: int) -> list[ClubMovement]:
    """Return the club's movements for this number of contestants, sorted by name."""
    return list(ClubMovement.objects.filter(club=club, contestants=contestants))


def kept_movement(club: Club, key: str) -> ClubMovement:
    """Return the movement with this key. Raise Http404 if the club keeps no such movement."""
    is_key = key.isascii() and key.isdecimal() and len(key) < 16
    movement = ClubMovement.objects.filter(club=club, pk=int(key)).first() if is_key else None
    if movement is None:
        raise Http404("No such movement")
    return movement


def plan_kept(kept: ClubMovement) -> ReadPlan:
    """Return the plan of a kept movement, with the number of boards per round that it was made for."""
    return ReadPlan(Plan.from_json(kept.plan), kept.boards_per_round)


def team_number(plan: Plan, number: int) -> int:
    """Return a contestant's team number, or 0 if there are no teams."""
    teams = teams_in(plan)
    return team_of(number, teams) if teams else 0


def in_team_order(plan: Plan, numbers: list[int]) -> list[int]:
    """Return contestant numbers team by team, or in the given order if there are no teams."""
    return sorted(numbers, key=lambda number: (team_number(plan, number), number))


def team_names(section: Section) -> dict[int, str]:
    """Map the number of each named team to its name."""
    return dict(Team.objects.filter(section=section).values_list("number", "name"))


def team_called(number: int, name: str = "") -> str:
    """Return a team's name, such as "Kiwis", or "Team 3" if the team has no name."""
    return name or f"Team {number}"


def team_with_players(name: str, players: str) -> str:
    """Return text such as "Kiwis: Bo and Ann", or only the players if the team has no name."""
    return f"{name}: {players}" if name else players


NOT_IN_PLAY = "A movement is changed while the night is in play. This one is not."
AFTER_THE_END = "The night has ended: only who really sat where can still be put right."


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A person whose name was typed: a club person, or a guest who still has to be added."""

    name: str
    person: Person | None


@dataclass(frozen=True, slots=True)
class SectionInPlay:
    """A section to repair. `robot` is the robot's number, or 0; `rounds_all` the rounds of a drawn movement, or 0."""

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
    people: dict[int, list[ContestantPerson]] = {}
    for row in rows.select_related("person", "contestant").order_by("contestant__number", "from_round", "pk"):
        people.setdefault(row.contestant_id, []).append(row)
    return people


def people_without_a_board(section: Section) -> list[ContestantPerson]:
    """Return the players without a scored board, so that somebody else can play in their place from the start."""
    touched = contestants_with_a_board(section)
    return [row for pk, people in people_now(section).items() if pk not in touched for row in people]
