"""A section's movement, its people and its teams' names until the start, and the movements that a club keeps."""

import re
from collections.abc import Iterable, Mapping

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, Person
from clubsite.core.names import clean_name
from clubsite.core.refused import Refused
from clubsite.core.tokens import unused_code
from clubsite.nights.models import (
    ClubMovement,
    Contestant,
    ContestantPerson,
    Movement,
    Section,
    Session,
    SessionStatus,
    Table,
    Team,
)
from clubsite.nights.models.movements import LONGEST_TEAM_NAME
from clubsite.nights.selectors.movements import in_team_order, plan_of, team_names
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.boards import event_boards_follow
from clubsite.nights.services.locks import changed, session_locked
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.services.setup import draft_locked
from clubsite.play.models import Room
from clubsite.play.seat_tickets import seats_delete
from clubsite.play.services import rooms_delete
from movements.check_words import fault_text
from movements.faults import faults
from movements.plan import Plan
from movements.teams import teams_in

MAX_CLUB_MOVEMENTS = 200


def movement_accept(
    *,
    session: Session,
    plan: Plan,
    title: str,
    user: User,
    name: str = "",
    section: Section | None = None,
    drawn_rounds: int | None = None,
    waits: bool = False,
) -> Movement:
    """Accept this plan for a section (the first if none is given), and make its tables, codes and contestants.

    `drawn_rounds` is the number of rounds of a Swiss, whose plan holds only the first; with `waits`, each round waits
    for the director. `name` is the title without numbers.
    """
    with transaction.atomic():
        session = draft_locked(session)
        section = _section_locked(session, section)
        if (seated := len(plan.present)) != section.field:
            what = "pairs" if section.pairs else "players"
            where = f"section {section.name}" if section.lettered else "the session"
            raise Refused(f"This movement seats {seated} {what}, {where} has {section.expected}.", "movement")
        _contestants_make(section, plan)
        if teams := teams_in(plan):
            Team.objects.filter(section=section, number__gt=teams).delete()
        _tables_make(section, plan.tables)
        names = {"name": (name or title)[:120], "title": title[:120], "changed": False}
        facts = {"plan": plan.to_json(), "drawn": bool(drawn_rounds), "rounds": drawn_rounds, "waits": waits}
        movement, _ = Movement.objects.update_or_create(section=section, defaults={**names, **facts})
        session_audit_add(session, AuditAction.MOVEMENT_CHOSEN, title, user=user, section=section.letter)
        event_boards_follow(session=session)
    return movement


def _section_locked(session: Session, section: Section | None) -> Section:
    rows = session.sections.select_for_update().order_by("name")
    row = rows.get(pk=section.pk) if section is not None else rows.first()
    assert row is not None
    row.session = session
    return row


def _contestants_make(section: Section, plan: Plan) -> None:
    """Make contestants with the plan's numbers. People already entered keep their order, and teams stay together."""
    numbers = list(plan.present)
    robot_number = numbers[-1] if section.robot else None
    old = {contestant.number: contestant for contestant in section.contestants.filter(robot="")}
    before = plan_of(section)
    order = in_team_order(before, sorted(old)) if before else sorted(old)
    kept = [list(old[number].persons.values_list("person_id", flat=True)) for number in order]
    if not teams_in(plan) or len(kept) > section.expected:
        kept = [persons for persons in kept if persons]
    people = kept[: section.expected]  # never one in the robot's place
    seats_delete(section.contestants.all())
    ordered = in_team_order(plan, numbers)
    for number, persons in zip(ordered, [*people, *[[]] * len(numbers)], strict=False):
        robot = section.robot if number == robot_number else ""
        contestant = Contestant.objects.create(section=section, number=number, robot=robot)
        ContestantPerson.objects.bulk_create(ContestantPerson(contestant=contestant, person_id=pk) for pk in persons)


def tables_add(section: Section, numbers: Iterable[int]) -> None:
    """Make the tables with these numbers, each with its room and a code that no other table has."""
    for number in numbers:
        code = unused_code(Table.objects.all())
        Table.objects.create(section=section, number=number, room=Room.objects.create(), code=code)


def _tables_make(section: Section, count: int) -> None:
    tables_add(section, range(section.tables.count() + 1, count + 1))
    beyond = section.tables.filter(number__gt=count)
    rooms = list(beyond.values_list("room", flat=True))
    seats_delete(beyond)
    rooms_delete(rooms)


def contestant_assign(
    *, session: Session, number: int, person: Person | None, section: Section | None = None, partner: bool = False
) -> None:
    """Put a person (or nobody) in a contestant's place or, with `partner`, in the second place of a pair.

    Raise Refused if there is no such place, if it is the robot's, or if the person already plays elsewhere or in this
    pair.
    """
    with transaction.atomic():
        session = draft_locked(session)
        section = _section_locked(session, section)
        contestant = section.contestants.filter(number=number).first()
        if contestant is None or (partner and not section.pairs):
            raise Refused("There is no such place in this movement.", "person")
        if contestant.robot:
            raise Refused("The robot plays in this place. Take it back at the movement.", "person")
        people = [row.person for row in contestant.persons.select_related("person")] if section.pairs else []
        at = int(partner)
        others = [*people[:at], *people[at + 1 :]]
        if person is not None:
            _check_free(session, contestant, person)
            if person in others:
                raise Refused(f"{person.name} is in this pair already.", "person")
        wanted = [*people[:at], *([person] if person else []), *people[at + 1 :]]
        contestant.persons.all().delete()
        ContestantPerson.objects.bulk_create(
            ContestantPerson(contestant=contestant, person=player) for player in wanted
        )


def _check_free(session: Session, contestant: Contestant, person: Person) -> None:
    rows = ContestantPerson.objects.filter(contestant__section__session=session, person=person)
    taken = rows.exclude(contestant=contestant).select_related("contestant__section").first()
    if taken is not None:
        raise Refused(f"{person.name} already plays as number {taken.contestant.label}.", "person")


def movement_keep(*, club: Club, plan: Plan, name: str, per_round: int | None, user: User) -> ClubMovement:
    """Keep a plan under this name, replacing any plan of that name. Raise Refused if the plan cannot be played."""
    name = clean_name(name)
    if not 1 <= len(name) <= 80:
        raise Refused("Give the movement a name of at most 80 letters.", "name")
    if per_round is not None and not 1 <= per_round <= 12:
        raise Refused("Choose from 1 to 12 boards a round.", "boards")
    problems = faults(plan)
    if problems:
        raise Refused(f"This movement cannot be played yet. {fault_text(problems[0])}", "plan")
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if ClubMovement.objects.filter(club=club).exclude(name=name).count() >= MAX_CLUB_MOVEMENTS:
            raise Refused(f"A club keeps at most {MAX_CLUB_MOVEMENTS} movements: throw one away first.", "name")
        facts = {
            "plan": {**plan.to_json(), "name": name},
            "contestants": len(plan.present),
            "boards_per_round": per_round,
        }
        kept, _ = ClubMovement.objects.update_or_create(club=club, name=name, defaults=facts)
        audit_add(club=club, action=AuditAction.MOVEMENT_KEPT, subject=name, user=user)
    return kept


def movement_forget(*, kept: ClubMovement, user: User) -> None:
    """Delete a kept movement. Sessions that were played with it keep their own copy of the plan."""
    with transaction.atomic():
        audit_add(club=kept.club, action=AuditAction.MOVEMENT_FORGOTTEN, subject=kept.name, user=user)
        kept.delete()


BY_NUMBER = re.compile(r"team\s*0*(\d+)", re.IGNORECASE)
Faults = dict[str, str]


def team_names_set(*, session: Session, typed: Mapping[str, str], user: User) -> Faults:
    """Give teams the names in `typed`, keyed by team ("3", "B3"); "" removes a name. Return the faults by key.

    If a section has a fault, none of its teams' names are changed. Raise Refused if there is no such team.
    """
    with transaction.atomic():
        session = session_locked(session)
        left, faults = dict(typed), Faults()
        for section in sections_of(session):
            plan = plan_of(section)
            numbers = range(1, teams_in(plan) + 1) if plan else ()
            keys = {section.label(number): number for number in numbers}
            wanted = {keys[key]: left.pop(key) for key in typed if key in keys}
            if wanted:
                wrong = _set(Section.objects.select_for_update().get(pk=section.pk), session, wanted, user)
                faults |= {section.label(number): fault for number, fault in wrong.items()}
        if left:
            raise Refused("There is no such team in this movement.", "team")
    return faults


def _set(section: Section, session: Session, typed: dict[int, str], user: User) -> dict[int, str]:
    before = team_names(section)
    wanted = {number: _without_number(number, clean_name(name)) for number, name in typed.items()}
    news = {number: name for number, name in wanted.items() if name != before.get(number, "")}
    after = before | wanted
    faults = {number: fault for number, name in news.items() if (fault := _fault(number, name, after))}
    if faults or not news:
        return faults
    Team.objects.filter(section=section, number__in=news).delete()
    Team.objects.bulk_create(Team(section=section, number=number, name=name) for number, name in news.items() if name)
    if session.status != SessionStatus.DRAFT:
        for number, name in news.items():
            facts = {"team": section.label(number), "before": before.get(number, ""), "after": name}
            session_audit_add(session, AuditAction.TEAM_NAMED, name, user=user, **facts)
        changed(session)
    return {}


def _without_number(number: int, name: str) -> str:
    match = BY_NUMBER.fullmatch(name)
    return "" if match and int(match[1]) == number else name


def _fault(number: int, name: str, names: dict[int, str]) -> str:
    """Return what is wrong with a team's name, compared with the other names in its section, or ""."""
    if len(name) > LONGEST_TEAM_NAME:
        return f"A team's name has at most {LONGEST_TEAM_NAME} characters; this one has {len(name)}."
    if BY_NUMBER.fullmatch(name):
        return f"Another team is already called “{name}”. Choose another name."
    for other, its_name in names.items():
        if name and other != number and its_name.casefold() == name.casefold():
            return f"Team {other} is called {its_name} already. Choose another name."
    return ""
