"""Applying and undoing a repair: the people who come and go, and the seats, tables and boards that follow the plan.

The row of an opened board with the wrong players becomes void and keeps its log. The players who really played the
board get a new row; `board_moved` moves the score. `board_turn` does so for one board played the other way round.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction, Facts
from clubsite.clubs.services import person_add
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from clubsite.nights import signals
from clubsite.nights.models import (
    BoardSet,
    Contestant,
    ContestantPerson,
    Movement,
    Repair,
    Round,
    Seating,
    Section,
    SessionStatus,
    TableBoard,
    TableBoardSeat,
    TableBoardState,
)
from clubsite.nights.models.movements import changed_name
from clubsite.nights.selectors.movements import AFTER_THE_END, Newcomer, plan_of, section_in_play
from clubsite.nights.selectors.progress import contestants_with_a_board
from clubsite.nights.selectors.repairs import (
    AbsentOrder,
    LeaveOrder,
    RepairOrder,
    RepairPreview,
    StandInOrder,
    ahead_is_the_same,
    boards_corrected,
    last_repair,
    preview,
    rows_corrected,
)
from clubsite.nights.services.boards import boards_extend
from clubsite.nights.services.locks import changed, rooms_locked, section_locked
from clubsite.nights.services.movement import tables_add
from clubsite.nights.services.rounds import line_add, rooms_turn_over, round_check, seating_settle, seatings_of
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.signals import players_changed
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import seats_delete, ticket_release, ticket_restore
from clubsite.play.services import room_invalidate, rooms_delete
from games.wording import counted
from movements.errors import MovementError
from movements.plan import Pairing, Plan

SCORE_FIRST = "Only a board that is scored can be turned. Type its score as they wrote it, then turn it."
LINE_CHANGED = "That line has changed since it was shown. Look at the board once more."


def plan_enforce(
    section: Section,
    before: Plan,
    after: Plan,
    title: str,
    user: User,
    facts: Facts,
    in_all: int | None = None,
    changed: bool = True,
) -> None:
    """Make the section's seats, tables and boards agree with the plan `after`, which has this title from now on.

    `in_all` is the new number of rounds of a drawn movement. `changed` is false if it is the movement that was chosen.
    """
    _boards_enough(section, max(after.board_sets, in_all or 0))
    have = set(section.tables.values_list("number", flat=True))
    tables_add(section, sorted({*range(1, after.tables + 1)} - have))
    moved = _rows_put_right(section, before, after, user, facts)
    _rounds_write(section, after)
    movement = Movement.objects.select_for_update().get(section=section)
    movement.plan, movement.title, movement.changed = after.to_json(), title[:120], changed
    movement.rounds = in_all or movement.rounds
    movement.save(update_fields=["plan", "title", "changed", "rounds", "accepted_at"])
    section.movement = movement
    signals.lines_changed.send(sender=Section, session_id=section.session_id)
    rooms_turn_over(section, moved)


def _boards_enough(section: Section, sets: int) -> None:
    """Deal the extra boards of a longer movement. Raise Refused as `boards_extend`, or if there are no boards."""
    board_set = BoardSet.objects.select_for_update().filter(pk=section.board_set_id or 0).first()
    if board_set is None:
        raise Refused("This section has no boards.")
    have = board_set.boards.count()
    missing = sets * section.boards_per_round - have
    if missing <= 0:
        return
    last = max(board_set.boards.values_list("number", flat=True), default=0)
    boards_extend(board_set, have + missing, range(last + 1, last + missing + 1))


def tables_close(section: Section) -> None:
    """Delete the tables that a change added, unless somebody sits or has sat at them."""
    unused = section.tables.filter(seatings__isnull=True, table_boards__isnull=True)
    plan = plan_of(section)
    unused = unused.filter(number__gt=plan.tables if plan else 0)
    rooms = list(unused.values_list("room", flat=True))
    seats_delete(section.tables.filter(pk__in=list(unused.values_list("pk", flat=True))))
    rooms_delete(rooms)


def _rounds_write(section: Section, plan: Plan) -> None:
    now = section.round_number
    section.rounds.filter(number__gt=plan.rounds).delete()
    for number in range(now + 1, plan.rounds + 1):
        Round.objects.get_or_create(section=section, number=number)
    Seating.objects.filter(round__section=section, round__number__gt=now).delete()
    rounds = {each.number: each for each in section.rounds.filter(number__gt=now)}
    rows = [row for row in plan.schedule if row.round > now]
    Seating.objects.bulk_create(seatings_of(section, plan, rows, rounds))


def _rows_put_right(section: Section, before: Plan, after: Plan, user: User, facts: Facts) -> set[int]:
    """Correct the rows of begun rounds to what really happened. Return the changed rooms of the current round."""
    rows = rows_corrected(before, after, section.round_number)
    boards = boards_corrected(section, before, after)
    rooms_locked(section.session, section)
    on_table = next((row for row in boards if row.state == TableBoardState.LIVE), None)
    if on_table is not None:
        raise Refused(
            f"Board {on_table.board.number} is being played at table {section.label(on_table.table.number)}. Let it be "
            "finished, or type a score for it at the table's page, then make this change."
        )
    TableBoardSeat.objects.filter(table_board__in=boards).update(void=True)
    new = {(row.round, row.table): row for row in rows}
    contestants = {contestant.number: contestant for contestant in section.contestants.all()}
    _seatings_replace(section, after, rows)
    for board in boards:
        row = new[board.round.number, board.table.number]
        board_replace(board, contestants[row.ns], contestants[row.ew], user, facts)
    tables = section.tables.filter(number__in=[row.table for row in rows if row.round == section.round_number])
    for seating in Seating.objects.filter(round__section=section, round__number=section.round_number, table__in=tables):
        seating_settle(round_id=seating.round_id, table_id=seating.table_id)
    return set(tables.values_list("room_id", flat=True))


def _seatings_replace(section: Section, plan: Plan, rows: Sequence[Pairing]) -> None:
    """Replace the seatings for these rows all at once, because two of them may have swapped a contestant."""
    places = {(row.round, row.table) for row in rows}
    seatings = Seating.objects.filter(round__section=section, round__number__in={r for r, _ in places})
    old = [s for s in seatings.select_related("round", "table") if (s.round.number, s.table.number) in places]
    Seating.objects.filter(pk__in=[seating.pk for seating in old]).delete()
    Seating.objects.bulk_create(seatings_of(section, plan, rows, {s.round.number: s.round for s in old}))
    for seating in old:
        Seating.objects.filter(round=seating.round, table=seating.table).update(done=seating.done)


def board_replace(old: TableBoard, ns: Contestant, ew: Contestant, user: User, facts: Facts) -> TableBoard:
    """Make the old row void and keep it on record. Return the new row, which gets the play, state and score."""
    state, play = old.state, old.play
    old.state, old.play = TableBoardState.VOID, None
    old.save(update_fields=["state", "play"])
    played = {"live": old.live, "opened_at": old.opened_at, "finished_at": old.finished_at}
    new = line_add(old, old.board, ns.pk, ew.pk, state=state, play=play, **played)
    signals.board_moved.send(sender=TableBoard, old=old, new=new, user=user, facts=facts)
    return new


def board_turn(*, table_board: TableBoard, user: User) -> TableBoard:
    """Swap N/S and E/W in one row, with its score. Return the new row. Raise Refused if there is no score yet."""
    with transaction.atomic():
        section = section_locked(table_board.round.section_id)
        session = section.session
        rooms_locked(session, section)
        rows = TableBoard.objects.select_related("board", "table", "round__section", "ns", "ew", "play")
        row = rows.get(pk=table_board.pk)
        if session.status == SessionStatus.DRAFT or row.state == TableBoardState.VOID:
            raise Refused(LINE_CHANGED)
        if row.state != TableBoardState.FINISHED:
            raise Refused(SCORE_FIRST)
        TableBoardSeat.objects.filter(table_board=row).update(void=True)
        new = board_replace(row, row.ew, row.ns, user, {"turned": True})
        signals.lines_changed.send(sender=Section, session_id=session.pk)
        room_invalidate(room_id=row.table.room_id)
        session_audit_add(session, AuditAction.BOARD_TURNED, user=user, **row.places)
    changed(session)
    return new


MOVED_ON = (
    "The room has moved on since this was shown, so nothing was changed. "
    "Look again: what you see now is how it would be now."
)
TOO_LATE = "That change can no longer be taken back: another round has begun, or the movement was changed again."


def repair_apply(*, section: Section, order: RepairOrder, seen: str, user: User) -> Repair:
    """Carry out an order. `seen` comes from its preview. Raise Refused if its effect would now be different."""
    try:
        with transaction.atomic():
            section = _locked(section)
            shown = preview(section_in_play(section, order.kind), order)
            if shown.seen != seen:
                raise Refused(MOVED_ON)
            ended = section.session.status == SessionStatus.ENDED
            if ended and not ahead_is_the_same(shown.now.plan, shown.after, shown.now.frozen):
                raise Refused(AFTER_THE_END)
            repair = _repair_add(shown, user)
            _people_follow(repair, shown)
            in_all = shown.change.in_all
            plan_enforce(section, shown.now.plan, shown.after, _title(shown), user, _facts(repair), in_all)
            if isinstance(order, LeaveOrder | StandInOrder):
                _seat_release(repair, order.number)
            _tell(section, user, AuditAction.MOVEMENT_CHANGED, repair)
    except MovementError as no:
        raise Refused(str(no)) from no
    return repair


def _facts(repair: Repair) -> Facts:
    return {"repair": repair.kind, "order": repair.order}


def repair_undo(*, section: Section, user: User) -> Repair:
    """Undo the last repair, including its people and seats. Return the repair. Raise Refused if it is too late."""
    with transaction.atomic():
        section = _locked(section)
        repair, plan = last_repair(section), plan_of(section)
        if repair is None or plan is None:
            raise Refused(TOO_LATE)
        before, facts = Plan.from_json(repair.before), {"taken_back": True, **_facts(repair)}
        plan_enforce(section, plan, before, repair.title, user, facts, repair.rounds_all, changed=repair.changed)
        stood_in = _people_back(repair)
        _contestants_remove(section, before)
        tables_close(section)
        _seats_back(repair, stood_in)
        repair.undone_by, repair.undone_at = user, timezone.now()
        repair.save(update_fields=["undone_by", "undone_at"])
        _tell(section, user, AuditAction.MOVEMENT_CHANGE_TAKEN_BACK, repair)
    return repair


def _locked(section: Section) -> Section:
    """Lock the section and all its rooms, so that no card or score arrives in the meantime."""
    section = section_locked(section.pk)
    rooms_locked(section.session, section)
    return section


def _repair_add(shown: RepairPreview, user: User) -> Repair:
    section, movement = shown.now.section, shown.now.section.movement
    return Repair.objects.create(
        section=section,
        kind=shown.order.kind,
        order=shown.order.facts(shown.now),
        by=user,
        round=shown.now.frozen,
        before=shown.now.plan.to_json(),
        after=shown.after.to_json(),
        title=movement.title,
        changed=movement.changed,
        rounds_all=movement.rounds if shown.change.in_all else None,
    )


def _title(shown: RepairPreview) -> str:
    section, plan = shown.now.section, shown.after
    rounds = shown.change.in_all or section.movement.rounds or plan.rounds
    tables = max(len([row for row in plan.round(n) if row.boardset]) for n in range(1, plan.rounds + 1))
    if section.movement.drawn and rounds > plan.rounds:
        tables = (plan.contestants - len(plan.missing(plan.rounds + 1))) // 2
    per = section.boards_per_round
    size = f"{counted(tables, 'table')}, {counted(rounds, 'round')} of {counted(per, 'board')}"
    return f"{changed_name(section.movement.name)}, {size}"


def _tell(section: Section, user: User, action: AuditAction, repair: Repair) -> None:
    """Add the line to the audit log, and notify every page. Begin a round if only the old plan was holding it back."""
    session = section.session
    players_changed.send(sender=Section, session=session)
    session_audit_add(session, action, user=user, kind=repair.kind, order=repair.order)
    if session.status == SessionStatus.RUNNING:
        round_check(section_id=section.pk)
    changed(session)


def _people_follow(repair: Repair, shown: RepairPreview) -> None:
    order, section = shown.order, repair.section
    for number, people in zip(shown.change.newcomers, order.newcomers, strict=True):
        contestant, _ = Contestant.objects.get_or_create(section=section, number=number)
        for newcomer in people:
            _come(repair, contestant, newcomer, repair.round + 1)
    if isinstance(order, LeaveOrder):
        rows = ContestantPerson.objects.filter(contestant__section=section, contestant__number=order.number)
        _go(repair, rows.filter(to_round__isnull=True), repair.round, repair.round)
    if isinstance(order, StandInOrder):
        _stand_in(repair, order, section.movement.rounds or shown.after.rounds)


def _stand_in(repair: Repair, order: StandInOrder, rounds: int) -> None:
    """Let somebody take over from the next round (now, in the last), or from the start. Raise Refused if too late."""
    row = ContestantPerson.objects.select_related("contestant").filter(pk=order.row.pk).first()
    if row is None or row.contestant.section_id != repair.section_id or row.to_round is not None:
        raise Refused(MOVED_ON)
    if isinstance(order, AbsentOrder):
        if row.contestant_id in contestants_with_a_board(repair.section):
            raise Refused(MOVED_ON)
        first, begun = row.from_round, 0
    else:
        first, begun = min(repair.round + 1, rounds), repair.round
    _go(repair, [row], first - 1, begun)
    _come(repair, row.contestant, order.comes, first)


def _come(repair: Repair, contestant: Contestant, newcomer: Newcomer, first: int) -> None:
    """Let somebody play from round `first` on; add a guest to the club. Raise Refused if they already play."""
    session = repair.section.session
    person = newcomer.person or person_add(club=session.club, name=newcomer.name, guest=True)
    rows = ContestantPerson.objects.filter(contestant__section__session=session, to_round__isnull=True)
    there = rows.filter(person=person).select_related("contestant__section").first()
    if there is not None:
        raise Refused(f"{person.name} already plays tonight, as number {there.contestant.label}.", "name")
    ContestantPerson.objects.create(contestant=contestant, person=person, from_round=first)
    repair.people.create(contestant=contestant, person=person, from_round=first, came=True)


def _go(repair: Repair, rows: Iterable[ContestantPerson], last: int, begun: int) -> None:
    """Let people play up to round `last`. A person whose first round has not begun counts as not having played."""
    for row in rows:
        first = row.from_round
        repair.people.create(contestant=row.contestant, person=row.person, from_round=first, came=False)
        if first > begun:
            row.delete()
            continue
        row.to_round = max(last, first)
        row.save(update_fields=["to_round"])


def _people_back(repair: Repair) -> set[int]:
    """Undo who came and left. Return the ids of the contestants whose newcomers were removed."""
    people = list(repair.people.all())
    for change in people:
        rows = ContestantPerson.objects.filter(contestant=change.contestant_id, from_round=change.from_round)
        if change.came:
            rows.filter(person=change.person_id).delete()
        elif not rows.filter(person=change.person_id).update(to_round=None):
            rows.create(contestant=change.contestant, person=change.person, from_round=change.from_round)
    return {row.contestant_id for row in people if row.came}


def _contestants_remove(section: Section, plan: Plan) -> None:
    gone = section.contestants.exclude(number__in=plan.present)
    seats = list(gone.values_list("pk", flat=True))
    deletion_lock(gone)
    gone.delete()
    for ticket in SeatTicket.objects.filter(seat__in=seats, revoked_at__isnull=True):
        ticket_release(ticket=ticket, reason=RevokeReason.NUMBER_REMOVED)


def _seat_release(repair: Repair, number: int) -> None:
    """Release the seat of a person who has left, so that another device can take it."""
    held = SeatTicket.objects.filter(
        seat__contestant__section=repair.section, seat__contestant__number=number, revoked_at__isnull=True
    )
    for ticket in held:
        ticket_release(ticket=ticket, reason=RevokeReason.STAND_IN, user=repair.by)
        repair.released.add(ticket)


def _seats_back(repair: Repair, stood_in: set[int]) -> None:
    """Give seats back to the players who had to leave them, and release the devices of their stand-ins."""
    for ticket in repair.released.filter(revoked_reason=RevokeReason.STAND_IN):
        if ticket.seat_id in stood_in:
            held = SeatTicket.objects.filter(seat=ticket.seat_id, revoked_at__isnull=True)
            for other in held.exclude(device=ticket.device_id):
                ticket_release(ticket=other, reason=RevokeReason.KEPT_BY_STAND_IN)
        ticket_restore(ticket=ticket)
