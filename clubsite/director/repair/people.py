"""Who is who while the movement changes: names as they are asked for, typed, shown in sentences; devices let go."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from clubsite.accounts.models import User
from clubsite.catalogue.grid import boards_text
from clubsite.clubs.models import AuditEntry, Person
from clubsite.clubs.services import name_as_kept, person_add
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import Contestant, ContestantPerson, Section
from clubsite.duplicate.selectors.boards import boards_of
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.duplicate.selectors.person_search import NotFound, find_person
from clubsite.duplicate.selectors.start_undo import contestants_with_a_board
from clubsite.duplicate.selectors.teams import team_called, team_names, team_number
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import ticket_release, ticket_restore
from games.wording import contestant_sides
from movements.plan import Plan
from movements.repair import MovementTerms
from movements.teams import teams_in


@dataclass(frozen=True, slots=True)
class Typed:
    """A name that was typed: a person of the club, or a guest still to be made."""

    name: str
    person: Person | None

    def made(self, section: Section) -> Person:
        """The person; a guest is added to the club now."""
        if self.person is not None:
            return self.person
        return person_add(club=section.session.club, name=self.name, guest=True)


def typed_person(section: Section, text: str, *, guest: bool) -> Typed:
    """Who is meant. Raises NotFound (nobody, or several) and Refused."""
    name = name_as_kept(text)
    if not name:
        raise Refused("Type the name.", "name")
    try:
        person = find_person(section.session, name)
    except NotFound:
        if guest:
            return Typed(name, None)
        raise
    return Typed(person.name, person)


@dataclass(frozen=True, slots=True)
class People:
    """The contestants of a section as sentences call them. `newcomers` are names of those who come, in order."""

    section: Section
    plan: Plan
    names: dict[int, str]
    boards: list[int]
    newcomers: tuple[str, ...] = ()

    def name(self, number: int) -> str:
        """Whoever plays as this number, or will."""
        if number in self.plan.absent and self.newcomers:
            return self.newcomers[0]
        if number > self.plan.contestants and self.newcomers:
            return self.newcomers[min(number - self.plan.contestants, len(self.newcomers)) - 1]
        return self.names.get(number) or f"number {self.section.label(number)}"

    def board_words(self, boardset: int) -> str:
        """ "boards 7–9"."""
        text = boards_text(boardset, self.section.boards_per_round, self.boards)
        return f"boards {text}" if "–" in text else f"board {text}"

    def words(self, instead: dict[int, str] | None = None) -> MovementTerms:
        """For `movements.repair`; `instead` are numbers that somebody else plays as from now on."""
        own = instead or {}
        sides = contestant_sides(self.section.pairs)
        return MovementTerms(
            lambda number: own.get(number) or self.name(number), self.board_words, self.section.label, sides
        )


def people_of(section: Section, plan: Plan, newcomers: tuple[str, ...] = ()) -> People:
    """Everybody of the section, by number, as they are called now."""
    contestants = dict(section.contestants.values_list("number", "pk"))
    now = people_now(section)
    names = names_of(list(contestants.values()))
    named = {
        n: " & ".join(p.person.name for p in now.get(pk, [])) or names[pk] for n, pk in contestants.items()
    }
    return People(section, plan, named, [board.number for board in boards_of(section)], newcomers)


def people_now(section: Section) -> dict[int, list[ContestantPerson]]:
    """contestant id -> who plays as it from the round in play on."""
    rows = ContestantPerson.objects.filter(contestant__section=section, to_round__isnull=True)
    found: dict[int, list[ContestantPerson]] = {}
    for row in rows.select_related("person", "contestant").order_by("contestant__number", "from_round", "pk"):
        found.setdefault(row.contestant_id, []).append(row)
    return found


def people_without_a_board(section: Section) -> list[ContestantPerson]:
    """Those who have played and scored no board: somebody else can play in their place from the start."""
    touched = contestants_with_a_board(section)
    return [row for pk, people in people_now(section).items() if pk not in touched for row in people]


def robot_number(section: Section) -> int | None:
    """The number that a robot plays as; None without one."""
    return section.contestants.exclude(robot="").values_list("number", flat=True).first()


def gone_numbers(section: Section, plan: Plan, number: int) -> list[int]:
    """Numbers whose people have left by this round: somebody else could play on as them."""
    robot = robot_number(section)
    away = plan.missing(number) - set(plan.absent) - ({robot} if robot else set())
    return sorted(away & set(section.contestants.values_list("number", flat=True)))


def seat_release(section: Section, number: int, user: User) -> None:
    """Whoever plays as this number has gone with their device: another one can take the seat."""
    contestant: Contestant | None = section.contestants.filter(number=number).first()
    if contestant is not None:
        for ticket in SeatTicket.objects.filter(seat=contestant.pk, revoked_at__isnull=True):
            ticket_release(ticket=ticket, reason=RevokeReason.STAND_IN, user=user)


@dataclass(frozen=True, slots=True)
class ReleasedSeats:
    """The devices that a change has sent away, and the contestants as whom a stand-in plays since."""

    tickets: list[SeatTicket]
    stood_in: set[int]


def released_by(line: AuditEntry) -> ReleasedSeats:
    """What a change that is about to be taken back did to devices; it stands in the audit log as `line`."""
    section = Section.objects.get(pk=line.detail["undo"]["section"])
    tickets = SeatTicket.objects.filter(
        seat__contestant__section=section, revoked_reason=RevokeReason.STAND_IN
    )
    came = ContestantPerson.objects.filter(pk__in=line.detail["undo"]["came"])
    stood_in = set(came.values_list("contestant_id", flat=True))
    return ReleasedSeats(list(tickets.filter(revoked_at__gte=line.at)), stood_in)


def restore_released(gone: ReleasedSeats) -> None:
    """Whoever was sent away by mistake has their seat again; a stand-in's device lets go of it."""
    for ticket in gone.tickets:
        if ticket.seat_id in gone.stood_in:
            held = SeatTicket.objects.filter(seat=ticket.seat_id, revoked_at__isnull=True)
            for other in held.exclude(device=ticket.device_id):
                ticket_release(ticket=other, reason=RevokeReason.KEPT_BY_STAND_IN)
        ticket_restore(ticket=ticket)


def release_orphans(before: set[int]) -> None:
    """After a change was taken back: devices of contestants that are no more let go."""
    for ticket in SeatTicket.objects.filter(seat__in=before, seat__contestant=None, revoked_at__isnull=True):
        ticket_release(ticket=ticket, reason=RevokeReason.NUMBER_REMOVED)


def named_choices(rows: Iterable[ContestantPerson], section: Section, plan: Plan) -> list[tuple[str, str]]:
    """A form's choices for those who play, team by team: (value, words)."""
    names, choices = team_names(section) if teams_in(plan) else {}, []
    for row in sorted(rows, key=lambda row: team_number(plan, row.contestant.number)):
        team, label = team_number(plan, row.contestant.number), section.label(row.contestant.number)
        of = f", {team_called(team, names.get(team, ''))}" if team else ""
        choices.append((str(row.pk), f"{row.person.name} ({label}{of})"))
    return choices


def made_all(section: Section, typed: list[Typed], each: int) -> list[list[Any]]:
    """The people of every newcomer, `each` to a contestant; guests are added now."""
    people = [one.made(section) for one in typed]
    return [people[at : at + each] for at in range(0, len(people), each)]
