"""The question that people are asked about their names, their answers, and how strangers see the names."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import WORDS_VERSION, Club, Consent, Person
from clubsite.clubs.name_choices import ConsentAnswer, ConsentWay, NamesFor, ResultsFor, ShownAs
from clubsite.clubs.services import club_locked, name_as_kept, person_locked
from clubsite.core.names import fold
from clubsite.core.refused import Refused

NAME_GIVEN_UP = "This name was given up for good: nothing is kept of it any more."
NICKNAME_MARKS = "&/"  # between the names of two people


def consents_add(*, club: Club, people: Iterable[int], agreed: bool, user: User) -> int:
    """Record the answers that a club's people (given by id) gave to a director. Return how many answers changed."""
    with transaction.atomic():
        club_locked(club.pk)
        asked = Person.objects.select_for_update(no_key=True).filter(club=club, pk__in=list(people), forgotten_at=None)
        changed = [person for person in asked.order_by("pk") if person.agreed is not agreed]
        for person in changed:
            _add(person, agreed, ConsentWay.DIRECTOR, user)
    return len(changed)


def consent_say(*, person: Person, agreed: bool, user: User) -> None:
    """Record a person's own answer. Repeating the answer changes nothing. Raise Refused for a forgotten person."""
    with transaction.atomic():
        person = person_locked(person)
        if person.forgotten_at is not None:
            raise Refused(NAME_GIVEN_UP, "agreed")
        if person.agreed is not agreed:
            _add(person, agreed, ConsentWay.SELF, user)


def _add(person: Person, agreed: bool, way: ConsentWay, user: User) -> None:
    answer = ConsentAnswer.YES if agreed else ConsentAnswer.NO
    Consent.objects.create(person=person, answer=answer, way=way, words=WORDS_VERSION, user=user)
    person.agreed = agreed
    person.save(update_fields=["agreed"])
    audit_add(
        club=person.club,
        action=AuditAction.CONSENT_GIVEN if agreed else AuditAction.CONSENT_REFUSED,
        subject=person.name,
        user=user,
        way=way,
        words=WORDS_VERSION,
    )


def shown_set(*, person: Person, shown_as: str, nickname: str, user: User) -> Person:
    """Set how strangers see a person's name. Raise Refused for an impossible nickname."""
    with transaction.atomic():
        person = person_locked(person)
        if person.forgotten_at is not None:
            raise Refused(NAME_GIVEN_UP, "nickname")
        nickname = _nickname(person, nickname)
        if shown_as == ShownAs.NICKNAME and not nickname:
            raise Refused("Type the nickname.", "nickname")
        now = {"shown_as": ShownAs(shown_as).value, "nickname": nickname}
        if now != {"shown_as": person.shown_as, "nickname": person.nickname}:
            person.shown_as, person.nickname = now["shown_as"], nickname
            person.save(update_fields=list(now))
            audit_add(club=person.club, action=AuditAction.SHOWN_SET, subject=person.name, user=user)
    return person


def _nickname(person: Person, typed: str) -> str:
    """Return the nickname as it is stored. Raise Refused if it is someone else's name or contains `&` or `/`."""
    nickname = name_as_kept(typed)[:40].rstrip()
    if any(mark in nickname for mark in NICKNAME_MARKS):
        raise Refused("A nickname has no & and no /: these stand between two players.", "nickname")
    others = Person.objects.filter(club=person.club, forgotten_at=None).exclude(pk=person.pk)
    taken = {called for both in others.values_list("name_key", "nickname") for called in both if called}
    if nickname and fold(nickname) in map(fold, taken):
        raise Refused("Somebody else at the club has this name. Choose another nickname.", "nickname")
    return nickname


def readers_set(*, club: Club, results_for: str, names_for: str, user: User) -> bool:
    """Set who may see the club's results and how strangers see names. Return True if anything changed."""
    with transaction.atomic():
        club = club_locked(club.pk)
        now: dict[str, Any] = {"results_for": ResultsFor(results_for).value, "names_for": NamesFor(names_for).value}
        if now == {"results_for": club.results_for, "names_for": club.names_for}:
            return False
        club.results_for, club.names_for = now["results_for"], now["names_for"]
        club.save(update_fields=list(now))
        audit_add(club=club, action=AuditAction.READERS_SET, user=user, **now)
    return True
