"""What people decide about their data: consent, corrections, forgetting a person, deleting an account, and retention.

A forgotten person's results stay without their name, because every list looks up names when it is displayed.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.accounts.services import user_empty
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import (
    WORDS_VERSION,
    Club,
    Consent,
    ConsentAnswer,
    ConsentWay,
    CorrectionRequest,
    Membership,
    NamesFor,
    Person,
    ResultsFor,
    Role,
    ShownAs,
)
from clubsite.clubs.services import club_locked, name_as_kept, person_locked
from clubsite.core.data_map import Rule, Subject, account_ends, rules
from clubsite.core.names import fold
from clubsite.core.refused import Refused
from clubsite.privacy.names import initials

person_forgotten = Signal()
"""`person`: their name is removed for good. Sent in that transaction."""
MEMBER, GUEST = "A former player", "A guest"  # their names in lists from then on


def person_forget(*, person: Person, user: User | None = None) -> None:
    """Remove a person's name, number and account from the club permanently. Doing this again is harmless.

    Their results stay. The account itself also stays, because its holder may belong to other clubs. The audit log
    gets an entry with the person's id but not their name. Raise Refused if the person directs the club.
    """
    with transaction.atomic():
        person = person_locked(person)
        if person.forgotten_at is not None:
            return
        roles = Membership.objects.filter(club=person.club, user=person.user_id)
        if roles.exclude(role=Role.MEMBER).exists():
            raise Refused(f"{person.name} directs the club. Make the account a member’s first, under Accounts.")
        roles.delete()
        name_drop(person, GUEST if person.guest else MEMBER)
        audit_add(club=person.club, action=AuditAction.PERSON_FORGOTTEN, user=user, person=person.pk)


def name_drop(person: Person, called: str) -> None:
    """Change this person's name to `called` in every list from now on. Runs in the caller's transaction.

    The person's choices and requests are deleted too. Their consents stay without a name, because the club must be
    able to show them.
    """
    person.name, person.number, person.user = called, "", None
    person.shown_as, person.nickname, person.agreed = ShownAs.CLUB, "", None
    person.forgotten_at = timezone.now()
    person.save(update_fields=["name", "number", "user", "shown_as", "nickname", "agreed", "forgotten_at"])
    CorrectionRequest.objects.filter(person=person).delete()
    person_forgotten.send(sender=Person, person=person)


NOBODY = "A former member"  # the account's name in the audit log


class Left(StrEnum):
    """The choice of the name under which a deleted account's results stay."""

    NOTHING = "nothing"  # "A former player"
    INITIALS = "initials"


def deletion_refusal(user: User) -> str:
    """Return the reason why the holder cannot delete this account now, or "" if they can."""
    if user.is_staff or user.is_superuser:
        return "This account keeps the site. Another keeper can delete it at /admin/."
    owned = Club.objects.filter(memberships__user=user, memberships__role=Role.OWNER).order_by("name_order")
    for club in owned:
        if not club.memberships.filter(role=Role.OWNER).exclude(user=user).exists():
            return f"You are the only owner of {club.name}. Make somebody else an owner first: a club needs one."
    return ""


def account_delete(*, user: User, left: Left) -> None:
    """Delete an account permanently: its name, address and password, its roles in clubs, and its people's names.

    Results stay, under initials or as those of a former player, and entries in audit logs do not change. Raise
    Refused if `deletion_refusal` gives a reason.
    """
    with transaction.atomic():
        clubs = Club.objects.filter(memberships__user=user) | Club.objects.filter(people__user=user)
        for pk in sorted(set(clubs.values_list("pk", flat=True))):
            club_locked(pk)
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if refusal := deletion_refusal(user):
            raise Refused(refusal)
        people = list(Person.objects.filter(user=user).order_by("club", "pk"))
        for row in people:
            person = person_locked(row)
            nothing = GUEST if person.guest else MEMBER
            name_drop(person, initials(person.name) if left == Left.INITIALS else nothing)
            audit_add(club=person.club, action=AuditAction.ACCOUNT_DELETED, person=person.pk, actor=NOBODY)
        account_ends(Subject(user.pk, tuple(person.pk for person in people)))
        user_empty(user=user)


NAME_GIVEN_UP = "This name was given up for good: nothing is kept of it any more."
NICKNAME_MARKS = "&/"  # between the names of two people


def consents_add(*, club: Club, people: Iterable[int], agreed: bool, user: User) -> int:
    """Record the answers that a club's people (given by id) gave to a director. Return how many answers changed."""
    with transaction.atomic():
        club_locked(club.pk)
        rows = Person.objects.select_for_update(no_key=True).filter(club=club, pk__in=list(people), forgotten_at=None)
        changed = [person for person in rows.order_by("pk") if person.agreed is not agreed]
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


MOST_OPEN = 5
MAX_REQUEST_LENGTH = 1000


def correction_ask(
    *, person: Person, text: str, user: User | None = None, session_id: int | None = None, subject: str = ""
) -> CorrectionRequest:
    """Ask the club's directors to correct a session or, if none is given, the person's own data.

    If the same text is submitted twice, it counts as one request. Raise Refused if too many requests are waiting.
    """
    text = _words(text, "Write what is wrong, and what it should be.")
    with transaction.atomic():
        person = person_locked(person)
        waiting = CorrectionRequest.objects.filter(person=person, answered_at=None)
        if earlier := waiting.filter(text=text, session=session_id).first():
            return earlier
        if person.forgotten_at is not None or waiting.count() >= MOST_OPEN:
            raise Refused(f"{MOST_OPEN} requests wait for an answer. Ask a director in person.", "text")
        request = CorrectionRequest.objects.create(
            club=person.club, person=person, session_id=session_id, subject=subject[:200], text=text
        )
        audit_add(
            club=person.club,
            action=AuditAction.CORRECTION_ASKED,
            subject=subject or person.name,
            session_id=session_id,
            user=user,
            actor=person.name,
        )
    return request


def correction_answer(*, request: CorrectionRequest, text: str, user: User) -> None:
    """Answer a request. Raise Refused if another director has answered it in the meantime."""
    text = _words(text, "Write an answer: the player reads it.")
    with transaction.atomic():
        request = CorrectionRequest.objects.select_for_update(of=("self",)).get(pk=request.pk)
        if request.answered_at is not None:
            raise Refused("This has been answered already.", "text")
        request.answer, request.answered_by, request.answered_at = text, user, timezone.now()
        request.save(update_fields=["answer", "answered_by", "answered_at"])
        audit_add(
            club=request.club,
            action=AuditAction.CORRECTION_ANSWERED,
            subject=request.subject or request.person.name,
            session_id=request.session_id,
            user=user,
        )


def _words(text: str, missing: str) -> str:
    text = text.replace("\0", " ").strip()[:MAX_REQUEST_LENGTH]
    if not text:
        raise Refused(missing, "text")
    return text


FEWEST_MONTHS = 3


def retention_run(*, months: int, apply: bool) -> list[tuple[Rule, int]]:
    """Delete data that is older than `months` months of 30 days each, in one transaction. Return what each rule found.

    Unless `apply` is true, roll the deletion back: a trial only reports what would happen. Raise Refused for fewer than
    `FEWEST_MONTHS`.
    """
    if months < FEWEST_MONTHS:
        raise Refused(f"Keep at least {FEWEST_MONTHS} months: players look things up for longer than you think.")
    before = timezone.now() - timedelta(days=30 * months)
    lost: dict[int, dict[str, Any]] = defaultdict(dict)
    outcomes = []
    with transaction.atomic():
        for rule in rules():
            counts = rule.act(before)
            outcomes.append((rule, counts.total()))
            for club_id, count in counts.items():
                if club_id is not None and count:
                    lost[club_id][rule.key] = count
        for club in Club.objects.filter(pk__in=lost):
            audit_add(club=club, action=AuditAction.RETENTION_APPLIED, months=months, **lost[club.pk])
        if not apply:
            transaction.set_rollback(True)
    return outcomes
