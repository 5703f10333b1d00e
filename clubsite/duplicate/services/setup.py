"""Setting a night up: the session, its movement, who plays. Everything can be changed until it starts."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import ngettext

from clubsite.clubs.models import Club, Person
from clubsite.clubs.services import audit_add
from clubsite.duplicate.models import (
    Claims,
    Entry,
    EntryPerson,
    Movement,
    Section,
    Session,
    SessionStatus,
    Table,
)
from clubsite.duplicate.robots import STRENGTHS, robot_name
from clubsite.play.models import Room
from movements.plan import Plan


class Refused(Exception):
    """What the director asked cannot be done; `str()` is a sentence that says what to do, `field` where."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


def session_create(
    *,
    club: Club,
    user: Any,
    name: str,
    date: datetime.date,
    players: int,
    boards_per_round: int = 3,
    minutes_per_board: int = 8,
    options: dict[str, Any] | None = None,
    claims: str = Claims.PLAYERS,
) -> Session:
    """A night in draft, with its one section."""
    _check_size(players, boards_per_round)
    with transaction.atomic():
        session = Session.objects.create(
            club=club,
            name=name.strip() or f"{date:%A}",
            date=date,
            players=players,
            boards_per_round=boards_per_round,
            minutes_per_board=minutes_per_board,
            options=options or {},
            claims=claims,
            created_by=user,
        )
        Section.objects.create(session=session)
        audit_add(club=club, verb="created", subject=str(session), session_ref=session.public_id, user=user)
    return session


def _check_size(players: int, boards_per_round: int) -> None:
    if not 2 <= players <= 120:
        raise Refused("A night has from 2 to 120 players.", "players")
    if not 1 <= boards_per_round <= 12:
        raise Refused("Choose from 1 to 12 boards a round.", "boards_per_round")


def session_update(*, session: Session, user: Any, **facts: Any) -> Session:
    """Change name, date, players, boards a round of a draft. A new number of players asks for a new movement."""
    with transaction.atomic():
        session = draft_locked(session)
        reshaped = any(
            key in facts and facts[key] != getattr(session, key) for key in ("players", "boards_per_round")
        )
        for key, value in facts.items():
            setattr(session, key, value)
        _check_size(session.players, session.boards_per_round)
        if session.players % 2 == 0:
            session.robot = ""
        session.save()
        if reshaped:
            Movement.objects.filter(section__session=session).delete()
        audit_add(
            club=session.club, verb="changed", subject=str(session), session_ref=session.public_id, user=user
        )
    return session


def robot_ask(*, session: Session, strength: str, user: Any) -> Session:
    """Let a robot of this strength take the empty seat of an odd field, or with "" nobody: one player sits out.

    Another strength keeps the movement; with or without a robot is another field and asks for a new one.
    """
    with transaction.atomic():
        session = draft_locked(session)
        if strength and strength not in STRENGTHS:
            raise Refused("Choose one of the strengths.", "robot")
        if strength and session.players % 2 == 0:
            raise Refused("With an even number of players no seat is empty.", "robot")
        if strength == session.robot:
            return session
        if strength and session.robot:
            Entry.objects.filter(section__session=session).exclude(robot="").update(robot=strength)
        else:
            Movement.objects.filter(section__session=session).delete()
        session.robot = strength
        session.save(update_fields=["robot"])
        audit_add(
            club=session.club,
            verb="asked a robot" if strength else "asked no robot",
            subject=robot_name(strength) if strength else "one player sits out each round",
            session_ref=session.public_id,
            user=user,
        )
    return session


def draft_locked(session: Session) -> Session:
    """The session, locked, if it has not started. Raises Refused otherwise."""
    session = Session.objects.select_for_update(of=("self",)).select_related("club").get(pk=session.pk)
    if session.status != SessionStatus.DRAFT:
        raise Refused("This session has started: its set-up can no longer be changed here.")
    return session


def movement_accept(*, session: Session, plan: Plan, title: str, user: Any) -> Movement:
    """Take this plan for the night: makes tables, codes and contestants; names already entered keep their order."""
    with transaction.atomic():
        session = draft_locked(session)
        section = session.sections.get()
        numbers = [n for n in range(1, plan.contestants + 1) if n not in plan.absent]
        robot_number = numbers[-1] if session.robot else None
        if len(numbers) != session.players + bool(session.robot):
            raise Refused(
                f"This movement seats {len(numbers)} players, the session has {session.players}.", "movement"
            )
        kept = list(EntryPerson.objects.filter(entry__section=section).order_by("entry__number", "pk"))
        people = [row.person_id for row in kept][: session.players]  # never one in the robot's place
        section.entries.all().delete()
        for number, person_id in zip(numbers, people + [None] * len(numbers), strict=False):
            robot = session.robot if number == robot_number else ""
            entry = Entry.objects.create(section=section, number=number, robot=robot)
            if person_id is not None:
                EntryPerson.objects.create(entry=entry, person_id=person_id)
        _tables_make(section, plan.tables)
        movement, _ = Movement.objects.update_or_create(
            section=section, defaults={"title": title[:120], "plan": plan.to_json()}
        )
        audit_add(
            club=session.club, verb="chose movement", subject=title, session_ref=session.public_id, user=user
        )
    return movement


def _tables_make(section: Section, count: int) -> None:
    have = section.tables.count()
    for number in range(have + 1, count + 1):
        Table.objects.create(section=section, number=number, room=Room.objects.create())
    for table in section.tables.filter(number__gt=count).select_related("room"):
        room = table.room
        table.delete()
        room.delete()


def entry_assign(*, session: Session, number: int, person: Person | None) -> None:
    """Put a person (or nobody) into a contestant's place. Raises Refused when he already plays elsewhere."""
    with transaction.atomic():
        session = draft_locked(session)
        entry = Entry.objects.filter(section__session=session, number=number).first()
        if entry is None:
            raise Refused("There is no such place in this movement.", "person")
        if entry.robot:
            raise Refused("The robot plays in this place. Take it back at the movement.", "person")
        if person is not None:
            other = EntryPerson.objects.filter(entry__section__session=session, person=person).exclude(
                entry=entry
            )
            taken = other.select_related("entry").first()
            if taken is not None:
                raise Refused(f"{person.name} already plays as number {taken.entry.number}.", "person")
        entry.persons.all().delete()
        if person is not None:
            EntryPerson.objects.create(entry=entry, person=person)


def session_discard(*, session: Session, user: Any) -> None:
    """Throw a draft away."""
    with transaction.atomic():
        session = draft_locked(session)
        audit_add(
            club=session.club,
            verb="discarded",
            subject=str(session),
            session_ref=session.public_id,
            user=user,
        )
        rooms = list(Room.objects.filter(table__section__session=session))
        session.delete()
        for room in rooms:
            room.delete()


def missing_for_start(session: Session) -> list[str]:
    """What is still to be done before the night can start, in sentences; empty when it can."""
    section = session.sections.get()
    movement = Movement.objects.filter(section=section).first()
    if movement is None:
        return ["Choose a movement."]
    plan = Plan.from_json(movement.plan)
    gaps = []
    nameless = section.entries.filter(persons__isnull=True, robot="").count()
    if nameless:
        gaps.append(
            ngettext("%d player has no name yet.", "%d players have no name yet.", nameless) % nameless
        )
    needed = plan.board_sets * session.boards_per_round
    have = section.board_set.boards.count() if section.board_set else 0
    if not have:
        gaps.append(f"Make the boards: {needed} are needed.")
    elif have < needed:
        gaps.append(
            f"This movement needs {needed} boards, the set has {have}. Import more or choose another movement."
        )
    return gaps
