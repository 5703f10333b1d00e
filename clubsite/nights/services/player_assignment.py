"""Assigning players to places: typing part of a name, adding guests on the spot, swapping and correcting names."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Person
from clubsite.clubs.services import name_as_kept, person_add
from clubsite.core.refused import Refused
from clubsite.nights.models import Contestant, ContestantPerson, PlayedAs, Section, Session, SessionStatus
from clubsite.nights.selectors.drafts import (
    PARTNER_SUFFIX,
    EnteredPlayer,
    LineGroup,
    NotFound,
    find_person,
    groups_of,
    lines_of,
)
from clubsite.nights.selectors.played_as import plays_now
from clubsite.nights.selectors.sessions import labelled, seating_at, table_for
from clubsite.nights.services.movement import contestant_assign
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.services.setup import draft_locked

BETWEEN = re.compile(r"\s*[&+/]\s*|\s+and\s+", re.IGNORECASE)
"""The separators between the names of a pair that are typed together."""


class Elsewhere(Refused):
    """Raised if the typed person already has another place."""

    def __init__(self, sentence: str, key: str) -> None:
        super().__init__(sentence, "person")
        self.key = key


@dataclass(frozen=True, slots=True)
class _Slot:
    section: Section
    number: int
    partner: bool

    def put(self, person: Person | None) -> None:
        contestant_assign(
            session=self.section.session, section=self.section, number=self.number, person=person, partner=self.partner
        )

    def row(self) -> ContestantPerson | None:
        rows = ContestantPerson.objects.filter(contestant__section=self.section, contestant__number=self.number)
        people = list(rows.select_related("person"))
        return people[self.partner] if self.partner < len(people) else None


def _slot(session: Session, key: str) -> _Slot:
    try:
        section, number = labelled(session, key.removesuffix(PARTNER_SUFFIX))
    except Http404:
        raise Refused("There is no such place in this movement.", "person") from None
    return _Slot(section, number, key.endswith(PARTNER_SUFFIX))


def place_set(*, session: Session, key: str, typed: str, guest: bool = False, swap: bool = False) -> None:
    """Put the typed person in a place; "" clears the place.

    Raise NotFound if nobody or several people match, Elsewhere if the person has another place and `swap` is False, or
    Refused if there is no such place.
    """
    typed, slot = " ".join(typed.split()), _slot(session, key)
    if not typed:
        slot.put(None)
        return
    if both := both_of_pair(session, key, typed):
        _pair_set(session, key, both, guest=guest)
        return
    with transaction.atomic():
        if guest:
            draft_locked(session)
            row = slot.row()
            if row is not None and row.person.guest and row.person.name == name_as_kept(typed):
                return  # a second press of the button adds nobody
        person = _guest(session, typed) if guest else find_person(session, typed)
        other = _key_of(session, person)
        if other and other != key:
            if not swap:
                raise Elsewhere(f"{person.name} already plays as number {other.removesuffix(PARTNER_SUFFIX)}.", other)
            _swap(slot, _slot(session, other))
            return
        slot.put(person)


def both_of_pair(session: Session, key: str, typed: str) -> tuple[str, str] | None:
    """Return both names if both were typed in a pair's first place, as in "Bo & Ann"; else None."""
    names = [name for name in BETWEEN.split(typed) if name]
    if len(names) != 2 or key.endswith(PARTNER_SUFFIX) or not labelled(session, key)[0].pairs:
        return None
    return names[0], names[1]


def _pair_set(session: Session, key: str, names: tuple[str, str], *, guest: bool) -> None:
    """Put both members of a pair in their places, or neither. With `guest`, people may be new to the club."""
    with transaction.atomic():
        _slot(session, key).put(None)
        for at, place in enumerate((key, key + PARTNER_SUFFIX)):
            try:
                _put_one(session, place, names[at], guest=guest)
            except NotFound as no:
                whole = tuple(" & ".join([*names[:at], name, *names[at + 1 :]]) for name in no.maybe)
                raise NotFound(str(no), guest=no.guest, maybe=whole) from no
            except Elsewhere as no:
                raise Refused(str(no), no.field) from no


def _put_one(session: Session, key: str, name: str, *, guest: bool) -> None:
    try:
        place_set(session=session, key=key, typed=name)
    except NotFound as no:
        if not (guest and no.guest):
            raise
        place_set(session=session, key=key, typed=name, guest=True)


def place_person(session: Session, key: str, person: Person) -> None:
    """Put a person in a place. Raise Refused if there is no such place, or if the person cannot play in it."""
    _slot(session, key).put(person)


def _guest(session: Session, typed: str) -> Person:
    try:
        return person_add(club=session.club, name=typed, guest=True)
    except Refused as no:
        raise Refused(str(no), "person") from no


def _key_of(session: Session, person: Person) -> str:
    rows = ContestantPerson.objects.filter(contestant__section__session=session, person=person)
    row = rows.select_related("contestant__section").first()
    if row is None:
        return ""
    second = row.contestant.section.pairs and row.contestant.persons.first() != row
    return row.contestant.label + PARTNER_SUFFIX * second


def _swap(slot: _Slot, other: _Slot) -> None:
    draft_locked(slot.section.session)
    first, second = slot.row(), other.row()
    if first is None or second is None:
        person = second.person if second else None
        other.put(None)
        slot.put(person)
        return
    first.person, second.person = second.person, first.person
    first.save(update_fields=["person"])
    second.save(update_fields=["person"])


def try_place(session: Session, key: str, typed: str, *, guest: bool = False, swap: bool = False) -> EnteredPlayer:
    """Save one line of the form. Return the line in its current state, with the fault beside it if it was refused."""
    try:
        place_set(session=session, key=key, typed=typed, guest=guest, swap=swap)
    except Refused as no:
        return _refused(session, key, typed, no)
    return next(line for line in lines_of(session) if line.key == key)


def _refused(session: Session, key: str, typed: str, no: Refused) -> EnteredPlayer:
    line = next((line for line in lines_of(session) if line.key == key), None)
    if line is None:
        raise no
    line.typed, line.fault = typed, str(no)
    if isinstance(no, NotFound):
        line.offer_guest, line.maybe = no.guest, no.maybe
        line.both = both_of_pair(session, key, typed) is not None
    if isinstance(no, Elsewhere):
        line.swap_with = no.key
    return line


def save_all(session: Session, names: Mapping[str, str]) -> list[LineGroup]:
    """Save all changed lines, given by key, at once (for pages without JavaScript). Return all lines."""
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
    for unit in (unit for group in groups for unit in group.units):
        unit.lines = [faults.get(line.key, line) for line in unit.lines]
    return groups


def player_at(session: Session, label: str, player: str) -> Person:
    """Return the player "S" or "N" at a table now, or the partner ("Sb", "Nb"). Raise Http404 if there is none."""
    seating = seating_at(table_for(session, label))
    contestant_id = None if seating is None else seating.ns_id if player[:1] == "S" else seating.ew_id
    if contestant_id is None:
        raise Http404("Nobody sits there")
    there = ContestantPerson.objects.filter(contestant_id=contestant_id)
    rows = list(there.select_related("person", "contestant__section"))
    if rows and rows[0].contestant.section.pairs:
        rows = rows[player.endswith("b") :][:1]
    if not rows:
        raise Http404("Nobody sits there")
    return rows[-1].person


def name_mend(*, session: Session, label: str, player: str, name: str, user: User) -> Person:
    """Correct the name of the player in this seat. Raise Refused if the name is empty or the player was forgotten."""
    name = name_as_kept(name)
    if not name:
        raise Refused("Type the player's name.", "name")
    with transaction.atomic():
        person = Person.objects.select_for_update(no_key=True).get(pk=player_at(session, label, player).pk)
        if person.forgotten_at is not None:
            raise Refused("This player’s name was given up for good: none is kept any more.", "name")
        before, person.name = person.name, name
        person.save(update_fields=["name"])
        facts: dict[str, Any] = {"table": label, "before": before, "after": name}
        session_audit_add(session, AuditAction.NAME_CORRECTED, before, user=user, **facts)
    return person


def players_note(*, session: Session) -> None:
    """Record everyone who is a contestant in a session that has begun. Recording them again has no effect."""
    _note(ContestantPerson.objects.filter(contestant__section__session=session))


def account_note(*, person: Person) -> None:
    """Record that this account belongs to the person in every session that has begun."""
    rows = ContestantPerson.objects.filter(person=person)
    _note(rows.exclude(contestant__section__session__status=SessionStatus.DRAFT))


def seat_note(*, contestant: Contestant, user: User) -> None:
    """Record that somebody who was signed in with this account took this contestant's seat."""
    PlayedAs.objects.get_or_create(contestant=contestant, person=None, user=user)


def _note(rows: QuerySet[ContestantPerson]) -> None:
    with transaction.atomic():
        noted = PlayedAs.objects.filter(contestant__in=rows.values("contestant"))
        known = set(noted.values_list("contestant", "person", "user"))
        triples = set(rows.order_by().values_list("contestant", "person", "person__user"))
        PlayedAs.objects.bulk_create(
            PlayedAs(contestant_id=contestant, person_id=person, user_id=user)
            for contestant, person, user in sorted(triples - known, key=str)
        )


def unlink_check(*, person: Person) -> None:
    """Raise Refused while this person plays in a session that has begun and is not over."""
    if session := plays_now(person):
        raise Refused(
            f"{person.name} plays in {session}, so the account stays theirs until that night is over. Ask again then."
        )
