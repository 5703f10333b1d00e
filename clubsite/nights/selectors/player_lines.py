"""The places in a session in set-up, each with its player, grouped by section and by team or pair."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from clubsite.clubs.models import Person
from clubsite.nights.models import Contestant, Section, Session
from clubsite.nights.selectors.contestants import contestants_of
from clubsite.nights.selectors.movements import plan_of
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.selectors.teams import team_called, team_names, team_number
from clubsite.play.robot_names import robot_name
from games.wording import contestant_sides
from movements.plan import Plan

PARTNER_SUFFIX = "b"
"""The end of the key of a pair's second place: "C4" and "C4b"."""


@dataclass(slots=True)
class EnteredPlayer:
    """One person's place and its seat in round 1. `typed`, `fault` and the offers are set after an input was refused.

    `key` identifies the place in forms and addresses; `label` is the contestant's number as shown.
    """

    key: str
    label: str
    seat: str
    table: str
    person: Person | None
    robot: str = ""
    """The robot's name, in the one place that nobody types into."""
    partner: bool = False
    pair: bool = False
    typed: str = ""
    fault: str = ""
    offer_guest: bool = False
    both: bool = False
    """True if both names of a pair were typed into its first place."""
    swap_with: str = ""
    maybe: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        if self.typed:
            return self.typed
        return self.person.name if self.person else ""


@dataclass(slots=True)
class TeamName:
    """A team's heading. `key` identifies the team in forms and addresses ("3", "B3"). `typed` and `fault` are set
    after an input that was refused.
    """

    key: str
    number: int
    name: str
    typed: str | None = None
    fault: str = ""

    @property
    def value(self) -> str:
        return self.name if self.typed is None else self.typed

    @property
    def called(self) -> str:
        """The team's name, such as "Kiwis", or "Team 3" if it has no name."""
        return team_called(self.number, self.name)


@dataclass(slots=True)
class Unit:
    """The lines of people who are entered together: a team, a pair, or one player."""

    lines: list[EnteredPlayer]
    team: TeamName | None = None

    @property
    def open(self) -> list[EnteredPlayer]:
        """The lines that still need a name."""
        return [line for line in self.lines if line.person is None and not line.robot]


@dataclass(slots=True)
class LineGroup:
    """A section's lines. The title is "" if there is only one section."""

    title: str
    units: list[Unit]

    @property
    def lines(self) -> list[EnteredPlayer]:
        return [line for unit in self.units for line in unit.lines]


def groups_of(session: Session) -> list[LineGroup]:
    """Return the lines by section, team by team or in plan order. There are none for a section without a movement."""
    return [
        LineGroup(f"Section {section.name}" if section.lettered else "", _units_in(section))
        for section in sections_of(session)
    ]


def lines_of(session: Session) -> list[EnteredPlayer]:
    """Return one line per person, section by section, or [] before a movement is accepted."""
    return [line for group in groups_of(session) for line in group.lines]


def contestants_by_team(section: Section, plan: Plan | None) -> list[tuple[TeamName | None, list[Contestant]]]:
    """Return the contestants team by team, sorted by number. Without teams, each contestant forms its own group."""
    rows = [(team_number(plan, each.number) if plan else 0, each) for each in contestants_of(section)]
    names = team_names(section) if any(team for team, _ in rows) else {}
    rows.sort(key=lambda row: (row[0], row[1].number))
    return [
        (TeamName(section.label(team), team, names.get(team, "")) if team else None, [each for _, each in group])
        for (team, _), group in groupby(rows, key=lambda row: (row[0], row[0] or row[1].pk))
    ]


def _units_in(section: Section) -> list[Unit]:
    plan = plan_of(section)
    if plan is None:
        return []
    return [
        Unit([line for contestant in contestants for line in _lines_for(section, plan, contestant)], head)
        for head, contestants in contestants_by_team(section, plan)
    ]


def _lines_for(section: Section, plan: Plan, contestant: Contestant) -> list[EnteredPlayer]:
    row = plan.seat_of(contestant.number, 1)
    sides = contestant_sides(section.pairs)
    out = row is None or row.boardset == 0
    label = section.label(contestant.number)
    people = [each.person for each in contestant.persons.all()]
    return [
        EnteredPlayer(
            key=label + PARTNER_SUFFIX * partner,
            label=label,
            seat="" if out or row is None else sides[row.ns != contestant.number],
            table="" if out or row is None else section.label(row.table),
            person=people[partner] if partner < len(people) else None,
            robot=robot_name(contestant.robot) if contestant.robot else "",
            partner=bool(partner),
            pair=section.pairs,
        )
        for partner in range(1 + section.pairs)
    ]


def nameless(lines: list[EnteredPlayer]) -> list[str]:
    """Return the numbers of the places that still have no name."""
    return list(dict.fromkeys(line.label for line in lines if line.person is None and not line.robot))


def team_heads(session: Session) -> list[tuple[TeamName, list[int]]]:
    """Return the headings of a session's teams, each with the ids of its contestants, or [] if there are no teams."""
    return [
        (head, [contestant.pk for contestant in contestants])
        for section in sections_of(session)
        for head, contestants in contestants_by_team(section, plan_of(section))
        if head is not None
    ]


def teams_refused(groups: list[LineGroup], typed: Mapping[str, str], faults: Mapping[str, str]) -> None:
    """Put the typed names and their faults, both given by team key, into the headings of the teams."""
    heads = [unit.team for group in groups for unit in group.units if unit.team] if faults else []
    for head in heads:
        head.typed, head.fault = typed.get(head.key), faults.get(head.key, "")
