"""A session in set-up: its places and their players, the search for a person by text, and what is still missing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count
from django.utils.translation import ngettext

from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.core.names import answers_to, clean_name, fold
from clubsite.core.refused import Refused
from clubsite.nights.models import BoardSet, Contestant, Section, Session
from clubsite.nights.selectors.contestants import contestants_of, people_entered
from clubsite.nights.selectors.movements import movement_of, plan_of, team_called, team_names, team_number
from clubsite.nights.selectors.sessions import sections_of
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
    """A team's heading. `key` identifies it in forms ("3", "B3"). `typed` and `fault` are set after a refused input."""

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


@dataclass(frozen=True, slots=True)
class DraftGap:
    """Something that a draft lacks. `about` is `movement`, `players` or `boards`; `sentence` says what to do."""

    about: str
    sentence: str


def missing_for_start(session: Session) -> list[DraftGap]:
    """Return what still has to be done before the session can start, or [] if nothing is missing."""
    gaps = []
    for section in session.sections.select_related("board_set").order_by("name"):
        section.session = session
        where = f"Section {section.name}: " if section.lettered else ""
        for gap in _missing_in(section):
            sentence = where + gap.sentence[:1].lower() + gap.sentence[1:] if where else gap.sentence
            gaps.append(DraftGap(gap.about, sentence))
    return gaps


def _missing_in(section: Section) -> list[DraftGap]:
    movement = movement_of(section)
    if movement is None:
        return [DraftGap("movement", "Choose a movement.")]
    names = [DraftGap("players", sentence) for sentence in _names_missing(section)]
    needed = movement.sets_needed * section.boards_per_round
    return names + [DraftGap("boards", sentence) for sentence in _boards_missing(section, needed)]


def _names_missing(section: Section) -> list[str]:
    gaps = []
    nameless = section.contestants.filter(persons__isnull=True, robot="").count()
    if nameless:
        words = ("%d pair has no name yet.", "%d pairs have no name yet.")
        if not section.pairs:
            words = ("%d player has no name yet.", "%d players have no name yet.")
        gaps.append(ngettext(*words, nameless) % nameless)
    with_one = section.contestants.annotate(people=Count("persons")).filter(people=1)
    if section.pairs and (halves := with_one.count()):
        gaps.append(ngettext("%d pair has only one name yet.", "%d pairs have only one name yet.", halves) % halves)
    return gaps


def _boards_missing(section: Section, needed: int) -> list[str]:
    boards = section.board_set.boards if section.board_set else None
    have = boards.count() if boards else 0
    if section.any_live and section.board_set and section.board_set.source == "table":
        return ["Make boards with cards: those dealt at the table cannot be played on screens."]
    if section.any_live and section.board_set and (closed := _why_closed(section.board_set)):
        return [closed]
    if not have:
        return [f"Make the boards: {needed} are needed."]
    if have < needed:
        return [f"This movement needs {needed} boards, the set has {have}. Import more or choose another movement."]
    return []


def _why_closed(board_set: BoardSet) -> str:
    """Return why the boards cannot be played on screens, or "". All sealed boards of a set have the same key."""
    boards = board_set.boards.all()
    if boards.filter(known=False, number__gt=board_set.event_boards).exists():
        return "Some of these boards have no cards any more. Deal or import the boards again."
    first = boards.exclude(sealed="").first()
    if first is not None and first.sealed.is_lost():
        return "These boards are sealed with a key that this server does not have. Put the key back, or deal again."
    return ""


MAX_MATCHES = 5


class NotFound(Refused):
    """Raised if the text matches nobody, or if it matches several people."""

    def __init__(self, sentence: str, *, guest: bool = False, maybe: tuple[str, ...] = ()) -> None:
        super().__init__(sentence, "person")
        self.guest, self.maybe = guest, maybe


def label_of(person: Person, keys: Sequence[str]) -> str:
    """Return a person's label for a button or a list. It includes the number if somebody else has the same name key."""
    if keys.count(person.name_key) < 2:
        return person.name
    return f"{person.name} ({person.number or ('guest' if person.guest else f'no number, {person.pk}')})"


def suggestions(session: Session) -> list[str]:
    """Return labels for everyone in the club who is not playing yet."""
    taken = people_entered(session)
    people = list(people_of(session.club))
    keys = [person.name_key for person in people]
    return [label_of(person, keys) for person in people if person.pk not in taken]


def find_person(session: Session, typed: str) -> Person:
    """Return the person with this label, number, name or part of a name. Raise NotFound for nobody or several."""
    people = list(people_of(session.club))
    keys = [person.name_key for person in people]
    text, key = clean_name(typed).casefold(), fold(typed)
    exact = (
        [p for p in people if text in (label_of(p, keys).casefold(), p.number.casefold())]
        or [p for p in people if p.name.casefold() == text]
        or [p for p in people if key == p.name_key]
    )
    part = exact or [p for p in people if answers_to(p.name_key, key)]
    if len(part) == 1:
        return part[0]
    if part:
        labels = tuple(label_of(p, keys) for p in part[:MAX_MATCHES])
        raise NotFound(f"{len(part)} people answer to “{typed}”. Which one?", maybe=labels, guest=not exact)
    raise NotFound(f"Nobody in the club is called “{typed}”.", guest=True)
