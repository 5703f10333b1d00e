"""Setting a night up: the session, its movement, who plays. Everything can be changed until it starts."""

import datetime
from typing import Any, NamedTuple

from django.db import transaction

from clubsite.accounts.tokens import public_id_once
from clubsite.clubs.models import Club, Person
from clubsite.clubs.services import audit_add
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import (
    Claims,
    Entry,
    EntryPerson,
    Kind,
    Movement,
    Section,
    Session,
    SessionStatus,
    Table,
)
from clubsite.duplicate.robots import STRENGTHS, robot_name
from clubsite.play.models import Room
from movements.plan import Plan

FEWEST = 2


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
    once: str = "",
) -> Session:
    """A night in draft, with its one section. The same page (`once`) sent twice makes one."""
    _check_size(players, boards_per_round)
    facts: dict[str, Any] = {
        "name": name.strip() or f"{date:%A}",
        "date": date,
        "players": players,
        "boards_per_round": boards_per_round,
        "minutes_per_board": minutes_per_board,
        "options": options or {},
        "claims": claims,
    }
    public_id = public_id_once(once, "session", club.pk, user.pk, *facts.values())
    with transaction.atomic():
        if once:
            Club.objects.select_for_update(no_key=True).get(pk=club.pk)
            made = Session.objects.filter(club=club, public_id=public_id).first()
            if made is not None:
                return made
        session = Session.objects.create(club=club, created_by=user, public_id=public_id, **facts)
        Section.objects.create(session=session)
        audit_add(club=club, verb="created", subject=str(session), session_ref=session.public_id, user=user)
    return session


def _check_size(players: int, boards_per_round: int) -> None:
    if not 2 <= players <= 120:
        raise Refused("A night has from 2 to 120 players.", "players")
    if not 1 <= boards_per_round <= 12:
        raise Refused("Choose from 1 to 12 boards a round.", "boards_per_round")


def session_update(*, session: Session, user: Any, **facts: Any) -> Session:
    """Change name, date, players, boards a round of a draft. A new number of players asks for a new movement.

    Of several sections the last one that is large enough takes the difference.
    """
    with transaction.atomic():
        session = draft_locked(session)
        before = shapes(session)
        for key, value in facts.items():
            setattr(session, key, value)
        _check_size(session.players, session.boards_per_round)
        session.save()
        _share_out(session)
        reshaped(session, before)
        audit_add(
            club=session.club, verb="changed", subject=str(session), session_ref=session.public_id, user=user
        )
    return session


def _share_out(session: Session) -> None:
    """Make several two-handed sections add up to the session's players again."""
    sections = list(session.sections.filter(kind=Kind.TWO_HANDED).order_by("-name"))
    if len(sections) == 1:
        return
    over = session.players - sum(section.expected for section in sections)
    for section in sections:
        size = max(FEWEST, section.expected + over)
        over -= size - section.expected
        section.players = size
        section.save(update_fields=["players"])
    if over:
        raise Refused(
            f"{session.players} players are too few for {len(sections)} sections: put them together first.",
            "players",
        )


class Shape(NamedTuple):
    """What a section's movement was chosen for: contestants, whether a robot fills the last seat, boards a round."""

    contestants: int
    robot: bool
    boards_per_round: int


def shapes(session: Session) -> dict[int, Shape]:
    """Every section's, by its id."""
    sections = list(session.sections.all())
    for section in sections:
        section.session = session
    return {one.pk: Shape(one.expected, bool(one.robot), one.boards_per_round) for one in sections}


def reshaped(session: Session, before: dict[int, Shape]) -> None:
    """Sections of another shape than `before` need a movement anew; without an empty seat there is no robot."""
    after = shapes(session)
    for pk, shape in after.items():
        if before.get(pk) != shape:
            Movement.objects.filter(section=pk).delete()
    if session.robot and not any(shape.robot for shape in after.values()):
        session.robot = ""
        session.save(update_fields=["robot"])


def robot_ask(*, session: Session, strength: str, user: Any) -> Session:
    """Let a robot of this strength take the empty seat of an odd field, or with "" nobody: one player sits out.

    Another strength keeps the movement; with or without a robot is another field and asks for a new one.
    """
    with transaction.atomic():
        session = draft_locked(session)
        if strength and strength not in STRENGTHS:
            raise Refused("Choose one of the strengths.", "robot")
        before = shapes(session)
        if strength and not any(shape.contestants % 2 for shape in before.values()):
            raise Refused("With an even number of players no seat is empty.", "robot")
        if strength == session.robot:
            return session
        if strength:
            Entry.objects.filter(section__session=session).exclude(robot="").update(robot=strength)
        session.robot = strength
        session.save(update_fields=["robot"])
        reshaped(session, before)
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


def movement_accept(
    *,
    session: Session,
    plan: Plan,
    title: str,
    user: Any,
    section: Section | None = None,
    drawn_rounds: int | None = None,
    waits: bool = False,
) -> Movement:
    """Take this plan for a section (the first if none is named): makes tables, codes and contestants.

    Names already entered keep their order. `drawn_rounds`: of a Swiss, whose plan holds its first round only;
    `waits`: each of its rounds waits until the director has looked at the draw.
    """
    with transaction.atomic():
        session = draft_locked(session)
        section = section_locked_in(session, section)
        numbers = list(plan.present)
        _check_seats(section, len(numbers))
        entries_make(section, numbers)
        _tables_make(section, plan.tables)
        facts = {"plan": plan.to_json(), "drawn": bool(drawn_rounds), "rounds": drawn_rounds, "waits": waits}
        movement, _ = Movement.objects.update_or_create(
            section=section, defaults={"title": title[:120], **facts}
        )
        audit_add(
            club=session.club,
            verb="chose movement",
            subject=f"section {section.name}: {title}" if section.lettered else title,
            session_ref=session.public_id,
            user=user,
        )
    return movement


def _check_seats(section: Section, seated: int) -> None:
    if seated != section.field:
        what = "pairs" if section.pairs else "players"
        where = f"section {section.name}" if section.lettered else "the session"
        raise Refused(f"This movement seats {seated} {what}, {where} has {section.expected}.", "movement")


def section_locked_in(session: Session, section: Section | None) -> Section:
    """The section of a locked session, locked; the first if none is given."""
    rows = session.sections.select_for_update().order_by("name")
    found = rows.get(pk=section.pk) if section is not None else rows.first()
    assert found is not None
    found.session = session
    return found


def entries_make(section: Section, numbers: list[int]) -> None:
    """Contestants with these numbers; whoever was entered in the section keeps his place in their order."""
    robot_number = numbers[-1] if section.robot else None
    kept = [
        list(entry.persons.values_list("person_id", flat=True))
        for entry in section.entries.filter(robot="").order_by("number")
    ]
    people = [persons for persons in kept if persons][: section.expected]  # never one in the robot's place
    section.entries.all().delete()
    for number, persons in zip(numbers, [*people, *[[]] * len(numbers)], strict=False):
        robot = section.robot if number == robot_number else ""
        entry = Entry.objects.create(section=section, number=number, robot=robot)
        EntryPerson.objects.bulk_create(EntryPerson(entry=entry, person_id=pk) for pk in persons)


def _tables_make(section: Section, count: int) -> None:
    have = section.tables.count()
    for number in range(have + 1, count + 1):
        Table.objects.create(section=section, number=number, room=Room.objects.create())
    for table in section.tables.filter(number__gt=count).select_related("room"):
        room = table.room
        table.delete()
        room.delete()


def entry_assign(
    *,
    session: Session,
    number: int,
    person: Person | None,
    section: Section | None = None,
    partner: bool = False,
) -> None:
    """Put a person (or nobody) into a contestant's place, with `partner` as the second of a pair.

    The section is the first if none is named. Raises Refused when he already plays elsewhere.
    """
    with transaction.atomic():
        session = draft_locked(session)
        section = section_locked_in(session, section)
        entry = section.entries.filter(number=number).first()
        if entry is None or (partner and not section.pairs):
            raise Refused("There is no such place in this movement.", "person")
        if entry.robot:
            raise Refused("The robot plays in this place. Take it back at the movement.", "person")
        people = [row.person for row in entry.persons.select_related("person")] if section.pairs else []
        at = int(partner)
        others = [*people[:at], *people[at + 1 :]]
        if person is not None:
            _check_free(session, entry, person)
            if person in others:
                raise Refused(f"{person.name} is in this pair already.", "person")
        wanted = [*people[:at], *([person] if person else []), *people[at + 1 :]]
        entry.persons.all().delete()
        EntryPerson.objects.bulk_create(EntryPerson(entry=entry, person=one) for one in wanted)


def _check_free(session: Session, entry: Entry, person: Person) -> None:
    rows = EntryPerson.objects.filter(entry__section__session=session, person=person)
    taken = rows.exclude(entry=entry).select_related("entry__section").first()
    if taken is not None:
        raise Refused(f"{person.name} already plays as number {taken.entry.label}.", "person")


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
