"""Who plays as which number: typing part of a name, guests on the spot, swapping, last session's people."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.clubs.services import audit_add, person_add
from clubsite.duplicate.models import Entry, EntryPerson, Session, SessionStatus
from clubsite.duplicate.robots import robot_name
from clubsite.duplicate.selectors import entries_of, section_of, sessions_of
from clubsite.duplicate.services.setup import Refused, entry_assign
from clubsite.night.director.plans import plan_of

MANY = 5


@dataclass(slots=True)
class Line:
    """One place of the plan and where it sits in round 1. `typed`, `fault` and the offers are of a refused try."""

    number: int
    seat: str
    table: int | None
    person: Person | None
    robot: str = ""
    """The robot's name, in the one place that nobody types into."""
    typed: str = ""
    fault: str = ""
    offer_guest: bool = False
    swap_with: int | None = None
    maybe: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        if self.typed:
            return self.typed
        return self.person.name if self.person else ""


class NotFound(Refused):
    """Nobody or several answer to what was typed."""

    def __init__(self, sentence: str, *, guest: bool = False, maybe: tuple[str, ...] = ()) -> None:
        super().__init__(sentence, "person")
        self.guest, self.maybe = guest, maybe


class Elsewhere(Refused):
    """He plays already, as another number."""

    def __init__(self, sentence: str, number: int) -> None:
        super().__init__(sentence, "person")
        self.number = number


def lines_of(session: Session) -> list[Line]:
    """One line a contestant, in plan order; empty before the movement is accepted."""
    section = section_of(session)
    plan = plan_of(section)
    if plan is None:
        return []
    lines = []
    for entry in entries_of(section):
        row = plan.seat_of(entry.number, 1)
        seat = ("S" if row.ns == entry.number else "N") if row else ""
        out = row is not None and row.boardset == 0
        persons = entry.persons.all()
        lines.append(
            Line(
                entry.number,
                "" if out else seat,
                None if out or row is None else row.table,
                persons[0].person if persons else None,
                robot_name(entry.robot) if entry.robot else "",
            )
        )
    return lines


def nameless(lines: list[Line]) -> list[int]:
    """The numbers of the places that still wait for a name."""
    return [line.number for line in lines if line.person is None and not line.robot]


def label_of(person: Person, names: list[str]) -> str:
    """How the list of suggestions calls him: with his number if two share a name."""
    if names.count(person.name) < 2:
        return person.name
    return f"{person.name} ({person.number or ('guest' if person.guest else f'no number, {person.pk}')})"


def suggestions(session: Session) -> list[str]:
    """Everybody of the club who does not play yet."""
    taken = set(
        EntryPerson.objects.filter(entry__section__session=session).values_list("person_id", flat=True)
    )
    people = list(people_of(session.club))
    names = [person.name for person in people]
    return [label_of(person, names) for person in people if person.pk not in taken]


def find_person(session: Session, typed: str) -> Person:
    """The one person of the club meant by what was typed: whole label, whole name, number, or part of a name."""
    people = list(people_of(session.club))
    names = [person.name for person in people]
    text = " ".join(typed.split()).casefold()
    exact = [
        p
        for p in people
        if label_of(p, names).casefold() == text or (p.number and p.number.casefold() == text)
    ]
    if not exact:
        exact = [p for p in people if p.name.casefold() == text]
    part = exact or [p for p in people if _answers_to(p.name.casefold(), text)]
    if len(part) == 1:
        return part[0]
    if part:
        found = tuple(label_of(p, names) for p in part[:MANY])
        raise NotFound(f"{len(part)} people answer to “{typed}”. Which one?", maybe=found, guest=not exact)
    raise NotFound(f"Nobody in the club is called “{typed}”.", guest=True)


def _answers_to(name: str, text: str) -> bool:
    """Every word typed begins a word of the name."""
    words = name.replace("-", " ").split()
    return all(any(word.startswith(part) for word in words) for part in text.replace("-", " ").split())


def place_set(*, session: Session, number: int, typed: str, guest: bool = False, swap: bool = False) -> None:
    """Put whoever was typed into a place; an empty text clears it. Raises NotFound, Elsewhere, Refused."""
    typed = " ".join(typed.split())
    if not typed:
        entry_assign(session=session, number=number, person=None)
        return
    with transaction.atomic():
        person = _guest(session, typed) if guest else find_person(session, typed)
        other = _number_of(session, person)
        if other is not None and other != number:
            if not swap:
                raise Elsewhere(f"{person.name} already plays as number {other}.", other)
            _swap(session, number, other)
            return
        entry_assign(session=session, number=number, person=person)


def _guest(session: Session, typed: str) -> Person:
    try:
        return person_add(club=session.club, name=typed, guest=True)
    except ValueError as no:
        raise Refused(str(no), "person") from no


def _number_of(session: Session, person: Person) -> int | None:
    rows = EntryPerson.objects.filter(entry__section__session=session, person=person)
    return rows.values_list("entry__number", flat=True).first()


def _person_at(session: Session, number: int) -> Person | None:
    row = EntryPerson.objects.filter(entry__section__session=session, entry__number=number).first()
    return row.person if row else None


def _swap(session: Session, one: int, other: int) -> None:
    first, second = _person_at(session, one), _person_at(session, other)
    entry_assign(session=session, number=one, person=None)
    entry_assign(session=session, number=other, person=first)
    entry_assign(session=session, number=one, person=second)


def last_session(session: Session) -> Session | None:
    """The club's last night that was played."""
    played = sessions_of(session.club).exclude(pk=session.pk).exclude(status=SessionStatus.DRAFT)
    return played.first()


def fill_from_last(*, session: Session, user: Any) -> int:
    """Put the last session's players into the empty places, in their order. Returns how many were put in."""
    last = last_session(session)
    if last is None:
        raise Refused("There is no earlier session of this club to take names from.")
    with transaction.atomic():
        rows = EntryPerson.objects.filter(entry__section__session=last).order_by("entry__number", "pk")
        here = set(
            EntryPerson.objects.filter(entry__section__session=session).values_list("person_id", flat=True)
        )
        people = list(
            dict.fromkeys(row.person for row in rows.select_related("person") if row.person_id not in here)
        )
        empty = Entry.objects.filter(section__session=session, persons__isnull=True, robot="").order_by(
            "number"
        )
        pairs = list(zip(list(empty), people, strict=False))
        for entry, person in pairs:
            entry_assign(session=session, number=entry.number, person=person)
        audit_add(
            club=session.club,
            verb="filled in names",
            subject=f"{len(pairs)} from {last}",
            session_ref=session.public_id,
            user=user,
        )
    return len(pairs)


def try_place(session: Session, number: int, data: Any) -> Line:
    """Do one line of the form and return it as it is now, with the fault beside it if it was refused."""
    typed = data.get(f"p-{number}", "")
    try:
        place_set(session=session, number=number, typed=typed, guest="guest" in data, swap="swap" in data)
    except Refused as no:
        return _refused(session, number, typed, no)
    return next(line for line in lines_of(session) if line.number == number)


def _refused(session: Session, number: int, typed: str, no: Refused) -> Line:
    line = next((line for line in lines_of(session) if line.number == number), None)
    if line is None:
        raise no
    line.typed, line.fault = typed, str(no)
    if isinstance(no, NotFound):
        line.offer_guest, line.maybe = no.guest, no.maybe
    if isinstance(no, Elsewhere):
        line.swap_with = no.number
    return line


def save_all(session: Session, data: Any) -> list[Line]:
    """The whole form at once (without JavaScript): every line that differs is tried; returns all of them."""
    lines = lines_of(session)
    faults = {}
    for line in lines:
        if line.robot:
            continue
        typed = " ".join(data.get(f"p-{line.number}", "").split())
        if typed != line.value:
            tried = try_place(session, line.number, {f"p-{line.number}": typed})
            if tried.fault:
                faults[line.number] = tried
    return [faults.get(line.number, line) for line in lines_of(session)]
