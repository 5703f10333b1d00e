"""Who plays as which number: typing part of a name, guests on the spot, swapping, last session's people."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Person
from clubsite.clubs.services import name_as_kept, person_add
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import Contestant, ContestantPerson, Section, Session, SessionStatus
from clubsite.duplicate.selectors.contestants import contestants_of
from clubsite.duplicate.selectors.movements import plan_of
from clubsite.duplicate.selectors.person_search import NotFound, find_person
from clubsite.duplicate.selectors.sessions import labelled, sections_of, sessions_of
from clubsite.duplicate.services.movement import contestant_assign
from clubsite.duplicate.services.setup import draft_locked
from clubsite.play.robot_names import robot_name
from games.wording import contestant_sides
from movements.plan import Plan

PARTNER = "b"
"""Ends the key of a pair's second place: "C4" and "C4b"."""


@dataclass(slots=True)
class Line:
    """One person's place and where it sits in round 1. `typed`, `fault` and the offers are of a refused try.

    `key` names it in forms and addresses; `label` is the contestant's number as it is shown.
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
    swap_with: str = ""
    maybe: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        if self.typed:
            return self.typed
        return self.person.name if self.person else ""


@dataclass(slots=True)
class Group:
    """A section's lines; without a title where there is only one section."""

    title: str
    lines: list[Line]


class Elsewhere(Refused):
    """The person plays already, in another place."""

    def __init__(self, sentence: str, key: str) -> None:
        super().__init__(sentence, "person")
        self.key = key


def groups_of(session: Session) -> list[Group]:
    """The lines by section, in plan order; a section without a movement has none."""
    return [
        Group(f"Section {section.name}" if section.lettered else "", _lines_in(section))
        for section in sections_of(session)
    ]


def lines_of(session: Session) -> list[Line]:
    """One line a person, section by section; empty before a movement is accepted."""
    return [line for group in groups_of(session) for line in group.lines]


def _lines_in(section: Section) -> list[Line]:
    plan = plan_of(section)
    if plan is None:
        return []
    return [line for contestant in contestants_of(section) for line in _lines_for(section, plan, contestant)]


def _lines_for(section: Section, plan: Plan, contestant: Contestant) -> list[Line]:
    row = plan.seat_of(contestant.number, 1)
    sides = contestant_sides(section.pairs)
    out = row is None or row.boardset == 0
    label = section.label(contestant.number)
    people = [each.person for each in contestant.persons.all()]
    return [
        Line(
            key=label + PARTNER * partner,
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


def nameless(lines: list[Line]) -> list[str]:
    """The numbers of the places that still wait for a name."""
    return list(dict.fromkeys(line.label for line in lines if line.person is None and not line.robot))


@dataclass(frozen=True, slots=True)
class _Slot:
    section: Section
    number: int
    partner: bool

    def put(self, person: Person | None) -> None:
        contestant_assign(
            session=self.section.session,
            section=self.section,
            number=self.number,
            person=person,
            partner=self.partner,
        )

    def row(self) -> ContestantPerson | None:
        rows = ContestantPerson.objects.filter(
            contestant__section=self.section, contestant__number=self.number
        )
        people = list(rows.select_related("person"))
        return people[self.partner] if self.partner < len(people) else None


def _slot(session: Session, key: str) -> _Slot:
    """The place of a key. Raises Refused where there is none."""
    try:
        section, number = labelled(session, key.removesuffix(PARTNER))
    except Http404:
        raise Refused("There is no such place in this movement.", "person") from None
    return _Slot(section, number, key.endswith(PARTNER))


def place_set(*, session: Session, key: str, typed: str, guest: bool = False, swap: bool = False) -> None:
    """Put whoever was typed into a place; an empty text clears it. Raises NotFound, Elsewhere, Refused."""
    typed, slot = " ".join(typed.split()), _slot(session, key)
    if not typed:
        slot.put(None)
        return
    with transaction.atomic():
        if guest and _sits(slot, typed):
            return
        person = _guest(session, typed) if guest else find_person(session, typed)
        other = _key_of(session, person)
        if other and other != key:
            if not swap:
                raise Elsewhere(
                    f"{person.name} already plays as number {other.removesuffix(PARTNER)}.", other
                )
            _swap(slot, _slot(session, other))
            return
        slot.put(person)


def place_person(session: Session, key: str, person: Person) -> None:
    """Put somebody into a place. Raises Refused."""
    _slot(session, key).put(person)


def _sits(slot: _Slot, typed: str) -> bool:
    """Whether a guest of this name has the place: pressed twice, there would be two of them in the club."""
    draft_locked(slot.section.session)
    row = slot.row()
    return row is not None and row.person.guest and row.person.name == name_as_kept(typed)


def _guest(session: Session, typed: str) -> Person:
    try:
        return person_add(club=session.club, name=typed, guest=True)
    except ValueError as no:
        raise Refused(str(no), "person") from no


def _key_of(session: Session, person: Person) -> str:
    """The key of the place that somebody has already; empty for nobody's."""
    rows = ContestantPerson.objects.filter(contestant__section__session=session, person=person)
    row = rows.select_related("contestant__section").first()
    if row is None:
        return ""
    second = row.contestant.section.pairs and row.contestant.persons.first() != row
    return row.contestant.label + PARTNER * second


def _swap(one: _Slot, other: _Slot) -> None:
    """Two people change places; into an empty place one just moves."""
    draft_locked(one.section.session)
    first, second = one.row(), other.row()
    if first is None or second is None:
        person = second.person if second else None
        other.put(None)
        one.put(person)
        return
    first.person, second.person = second.person, first.person
    first.save(update_fields=["person"])
    second.save(update_fields=["person"])


def last_session(session: Session) -> Session | None:
    """The club's last night that was played."""
    played = sessions_of(session.club).exclude(pk=session.pk).exclude(status=SessionStatus.DRAFT)
    return played.first()


def fill_from_last(*, session: Session, user: User) -> int:
    """Put the last session's players into the empty places, in their order. Returns how many were put in."""
    last = last_session(session)
    if last is None:
        raise Refused("There is no earlier night of this club to take names from.")
    with transaction.atomic():
        rows = ContestantPerson.objects.filter(contestant__section__session=last, person__forgotten_at=None)
        rows = rows.order_by("contestant__number", "pk")
        here = set(
            ContestantPerson.objects.filter(contestant__section__session=session).values_list(
                "person_id", flat=True
            )
        )
        people = list(
            dict.fromkeys(row.person for row in rows.select_related("person") if row.person_id not in here)
        )
        empty = [line for line in lines_of(session) if line.person is None and not line.robot]
        pairs = list(zip(empty, people, strict=False))
        for line, person in pairs:
            _slot(session, line.key).put(person)
        audit_add(
            club=session.club,
            action=AuditAction.NAMES_FILLED_IN,
            subject=f"{len(pairs)} from {last}",
            session_ref=session.public_id,
            user=user,
        )
    return len(pairs)


def try_place(session: Session, key: str, typed: str, *, guest: bool = False, swap: bool = False) -> Line:
    """Do one line of the form and return it as it is now, with the fault beside it if it was refused."""
    try:
        place_set(session=session, key=key, typed=typed, guest=guest, swap=swap)
    except Refused as no:
        return _refused(session, key, typed, no)
    return next(line for line in lines_of(session) if line.key == key)


def _refused(session: Session, key: str, typed: str, no: Refused) -> Line:
    line = next((line for line in lines_of(session) if line.key == key), None)
    if line is None:
        raise no
    line.typed, line.fault = typed, str(no)
    if isinstance(no, NotFound):
        line.offer_guest, line.maybe = no.guest, no.maybe
    if isinstance(no, Elsewhere):
        line.swap_with = no.key
    return line


def save_all(session: Session, names: Mapping[str, str]) -> list[Group]:
    """All lines at once (without JavaScript), by key: every one that differs is tried; returns all of them."""
    faults = {}
    for line in lines_of(session):
        if line.robot:
            continue
        typed = " ".join(names.get(line.key, "").split())
        if typed != line.value:
            tried = try_place(session, line.key, typed)
            if tried.fault:
                faults[line.key] = tried
    groups = groups_of(session)
    for group in groups:
        group.lines = [faults.get(line.key, line) for line in group.lines]
    return groups
