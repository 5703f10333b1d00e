"""A repaired movement comes into force, with the people who come and go, and can be taken back until the next round.

How seats, tables and boards follow is in `reseating`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Person
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import Contestant, ContestantPerson, Section, SessionStatus
from clubsite.duplicate.models.sessions import changed_name
from clubsite.duplicate.selectors.movements import plan_of
from clubsite.duplicate.selectors.repairs import (
    Make,
    RepairPreview,
    ahead_is_the_same,
    digest,
    last_change,
    preview,
)
from clubsite.duplicate.selectors.start_undo import contestants_with_a_board
from clubsite.duplicate.services.locks import changed, rooms_locked, section_locked
from clubsite.duplicate.services.reseating import MovementTitle, plan_enforce, tables_close
from clubsite.duplicate.services.rounds import round_check
from clubsite.duplicate.signals import players_changed
from movements.plan import Plan
from movements.words import many

MOVED_ON = (
    "The room has moved on since this was shown, so nothing was changed. "
    "Look again: what you see now is how it would be now."
)
NOT_IN_PLAY = "A movement is changed while the night is in play. This one is not."
AFTER_THE_END = "The night has ended: only who really sat where can still be put right."


@dataclass(slots=True)
class Undo:
    """What a repair did to people, so that it can be taken back. Plain ids, stored with the audit log.

    `went`: [ContestantPerson, its to_round before]; `never`: [Contestant, Person, round] of who left before they came
    """

    contestants: list[int] = field(default_factory=list)
    came: list[int] = field(default_factory=list)
    went: list[list[int | None]] = field(default_factory=list)
    never: list[list[int]] = field(default_factory=list)


def repair_apply(
    *,
    section: Section,
    make: Make,
    seen: str,
    what: str,
    user: User,
    newcomers: Sequence[Sequence[Person]] = (),
    leaves: int | None = None,
    stand_in: tuple[ContestantPerson, Person] | None = None,
    from_start: bool = False,
) -> None:
    """Put a previewed repair into force. `newcomers`: the people of each number that the repair brings in.

    `leaves`: the number whose people go; `stand_in`: who takes over from whom, `from_start` as if they
    had been there from round 1 on. Raises Refused (nothing changed) when
    what was previewed is no longer so, MovementError when it cannot be done any more.
    """
    with transaction.atomic():
        section, plan = _locked(section)
        shown = preview(section, plan, make)
        if shown.seen != seen:
            raise Refused(MOVED_ON)
        _only_the_past(section, plan, shown.after, bool(newcomers or leaves or stand_in))
        undo = Undo()
        for number, people in zip(shown.repair.newcomers, newcomers, strict=True):
            _come(section, number, people, undo)
        if leaves is not None:
            _leave(section, leaves, undo)
        if stand_in is not None:
            if from_start:
                _replace(section, *stand_in, undo)
            else:
                _take_over(section, *stand_in, shown.after, undo)
        way_back, in_all = _way_back(section, shown, undo), shown.repair.in_all
        title = MovementTitle(_title(section, shown.after, in_all), changed=True)
        plan_enforce(section, plan, shown.after, title, user, what, in_all)
        players_changed.send(sender=Section, session=section.session)
        _note(section, user, AuditAction.MOVEMENT_CHANGED, what, way_back)
    _go_on(section)


def _way_back(section: Section, shown: RepairPreview, undo: Undo) -> dict[str, Any]:
    """What `repair_undo` needs, as the audit log keeps it; asked while the section's movement is still as it was."""
    return {
        "section": section.pk,
        "round": section.round_number,
        "plan": shown.before.to_json(),
        "after": digest(shown.after.to_json()),
        "title": section.movement.title,
        "changed": section.movement.changed,
        "in_all": section.movement.rounds if shown.repair.in_all else None,
        **asdict(undo),
    }


def repair_undo(*, section: Section, user: User) -> str:
    """Take the last repair back, people and seats alike. Returns what it was. Raises Refused once it is too late."""
    with transaction.atomic():
        section, plan = _locked(section)
        line = last_change(section)
        if line is None:
            raise Refused(
                "That change can no longer be taken back: another round has begun, or the movement was changed again."
            )
        undo, before = line.detail["undo"], Plan.from_json(line.detail["undo"]["plan"])
        why = f"taken back: {line.subject}"
        title = MovementTitle(undo["title"], undo["changed"])
        plan_enforce(section, plan, before, title, user, why, undo.get("in_all"))
        ContestantPerson.objects.filter(pk__in=undo["came"]).delete()
        for pk, to_round in undo["went"]:
            ContestantPerson.objects.filter(pk=pk).update(to_round=to_round)
        for contestant, person, first in undo["never"]:
            ContestantPerson.objects.create(contestant_id=contestant, person_id=person, from_round=first)
        Contestant.objects.filter(pk__in=undo["contestants"]).delete()  # their tickets still say why
        tables_close(section)
        players_changed.send(sender=Section, session=section.session)
        _note(section, user, AuditAction.MOVEMENT_CHANGE_TAKEN_BACK, line.subject, {"section": section.pk})
    _go_on(section)
    return line.subject


def _locked(section: Section) -> tuple[Section, Plan]:
    """The section with all its rooms, so that no card and no score comes in meanwhile; and its plan."""
    section = section_locked(section.pk)
    rooms_locked(section.session, section)
    plan = plan_of(section)
    if section.session.status == SessionStatus.DRAFT or plan is None:
        raise Refused(NOT_IN_PLAY)
    return section, plan


def _only_the_past(section: Section, before: Plan, after: Plan, people: bool) -> None:
    """Raises Refused if a session that has ended would go on otherwise."""
    ended = section.session.status == SessionStatus.ENDED
    if ended and (people or not ahead_is_the_same(before, after, section.round_number)):
        raise Refused(AFTER_THE_END)


def _title(section: Section, plan: Plan, in_all: int | None) -> str:
    """As the movement is called, with what there is of it now."""
    rounds = in_all or section.movement.rounds or plan.rounds
    tables = max(len([row for row in plan.round(n) if row.boardset]) for n in range(1, plan.rounds + 1))
    if section.movement.drawn and rounds > plan.rounds:
        tables = (plan.contestants - len(plan.missing(plan.rounds + 1))) // 2
    per = section.boards_per_round
    size = f"{many(tables, 'table')}, {many(rounds, 'round')} of {many(per, 'board')}"
    return f"{changed_name(section.movement.name)}, {size}"


def _go_on(section: Section) -> None:
    """A round that only this change kept from beginning begins; every page hears of it."""
    if section.session.status == SessionStatus.RUNNING:
        round_check(section_id=section.pk)
    changed(section.session)


def _note(section: Section, user: User, action: AuditAction, what: str, undo: dict[str, Any]) -> None:
    session = section.session
    audit_add(
        club=session.club, action=action, subject=what, session_ref=session.public_id, user=user, undo=undo
    )


def _come(section: Section, number: int, people: Iterable[Person], undo: Undo) -> None:
    """From the next round on."""
    contestant, made = Contestant.objects.get_or_create(section=section, number=number)
    if made:
        undo.contestants.append(contestant.pk)
    for person in people:
        _free(section, person)
        first = section.round_number + 1
        undo.came.append(
            ContestantPerson.objects.create(contestant=contestant, person=person, from_round=first).pk
        )


def _leave(section: Section, number: int, undo: Undo) -> None:
    """Whoever plays as this number plays no further round."""
    people = section.contestants.get(number=number).persons.filter(to_round__isnull=True)
    _go(people, section.round_number, section.round_number, undo)


def _go(people: Iterable[ContestantPerson], last: int, now: int, undo: Undo) -> None:
    """They play up to round `last`; whose first round is still to come has not played at all."""
    for row in people:
        if row.from_round > now:
            undo.never.append([row.contestant_id, row.person_id, row.from_round])
            row.delete()
            continue
        undo.went.append([row.pk, row.to_round])
        row.to_round = max(last, row.from_round)
        row.save(update_fields=["to_round"])


def _replace(section: Section, row: ContestantPerson, person: Person, undo: Undo) -> None:
    """From round 1 on, as if who has played no board had never been named."""
    row = ContestantPerson.objects.get(pk=row.pk)
    over = row.contestant.section_id != section.pk or row.to_round is not None
    if over or row.contestant_id in contestants_with_a_board(section):
        raise Refused(MOVED_ON)
    _free(section, person)
    first = row.from_round
    _go([row], 0, 0, undo)
    undo.came.append(
        ContestantPerson.objects.create(contestant=row.contestant, person=person, from_round=first).pk
    )


def _take_over(section: Section, row: ContestantPerson, person: Person, plan: Plan, undo: Undo) -> None:
    """From the next round on; in the last round at once."""
    row = ContestantPerson.objects.get(pk=row.pk)
    if row.contestant.section_id != section.pk or row.to_round is not None:
        raise Refused(MOVED_ON)
    _free(section, person)
    first = min(section.round_number + 1, section.movement.rounds or plan.rounds)
    _go([row], first - 1, section.round_number, undo)
    undo.came.append(
        ContestantPerson.objects.create(contestant=row.contestant, person=person, from_round=first).pk
    )


def _free(section: Section, person: Person) -> None:
    """Nobody plays in two places of one session."""
    rows = ContestantPerson.objects.filter(
        contestant__section__session=section.session, person=person, to_round__isnull=True
    )
    there = rows.select_related("contestant__section").first()
    if there is not None:
        label = there.contestant.section.label(there.contestant.number)
        raise Refused(f"{person.name} already plays tonight, as number {label}.", "name")
