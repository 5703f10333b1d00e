"""Making seats, tables and boards follow a changed plan while the session is in play.

The row of an opened board with the wrong players becomes void and keeps its log. The players who really played the
board get a new row; `board_moved` moves the score. `board_turn` does so for one board played the other way round.
"""

from collections.abc import Sequence

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights import signals
from clubsite.nights.models import (
    BoardSet,
    Contestant,
    Movement,
    Round,
    Seating,
    Section,
    SessionStatus,
    TableBoard,
    TableBoardSeat,
    TableBoardState,
)
from clubsite.nights.selectors.movements import plan_of
from clubsite.nights.selectors.repairs import boards_corrected, rows_corrected
from clubsite.nights.services.boards import boards_extend
from clubsite.nights.services.locks import changed, rooms_locked, section_locked
from clubsite.nights.services.movement import tables_add
from clubsite.nights.services.rounds import rooms_turn_over, seating_settle, seatings_of
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.seat_tickets import seats_delete
from clubsite.play.services import room_invalidate, rooms_delete
from movements.plan import Pairing, Plan

SCORE_FIRST = "Only a board that is scored can be turned. Type its score as they wrote it, then turn it."
LINE_CHANGED = "That line has changed since it was shown. Look at the board once more."


def plan_enforce(
    section: Section,
    before: Plan,
    after: Plan,
    title: str,
    user: User,
    why: str,
    in_all: int | None = None,
    changed: bool = True,
) -> None:
    """Make the section's seats, tables and boards agree with the plan `after`, which has this title from now on.

    `in_all` is the new number of rounds of a drawn movement. `changed` is false if it is the movement that was chosen.
    """
    _boards_enough(section, max(after.board_sets, in_all or 0))
    have = set(section.tables.values_list("number", flat=True))
    tables_add(section, sorted({*range(1, after.tables + 1)} - have))
    moved = _rows_put_right(section, before, after, user, why)
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


def _rows_put_right(section: Section, before: Plan, after: Plan, user: User, why: str) -> set[int]:
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
        board_replace(board, contestants[row.ns], contestants[row.ew], user, why)
    tables = section.tables.filter(number__in=[row.table for row in rows if row.round == section.round_number])
    for seating in Seating.objects.filter(round__section=section, round__number=section.round_number, table__in=tables):
        seating_settle(round_id=seating.round_id, table_id=seating.table_id)
    return set(tables.values_list("room_id", flat=True))


def _seatings_replace(section: Section, plan: Plan, rows: Sequence[Pairing]) -> None:
    """Replace the seatings for these rows all at once, because two of them may have swapped a contestant."""
    places = {(row.round, row.table) for row in rows}
    found = Seating.objects.filter(round__section=section, round__number__in={r for r, _ in places})
    old = [s for s in found.select_related("round", "table") if (s.round.number, s.table.number) in places]
    Seating.objects.filter(pk__in=[seating.pk for seating in old]).delete()
    Seating.objects.bulk_create(seatings_of(section, plan, rows, {s.round.number: s.round for s in old}))
    for seating in old:
        Seating.objects.filter(round=seating.round, table=seating.table).update(done=seating.done)


def board_replace(old: TableBoard, ns: Contestant, ew: Contestant, user: User, why: str) -> TableBoard:
    """Make the old row void and keep it on record. Return the new row, which gets the play, state and score."""
    state, play = old.state, old.play
    old.state, old.play = TableBoardState.VOID, None
    old.save(update_fields=["state", "play"])
    new = TableBoard.objects.create(
        round=old.round,
        table=old.table,
        board=old.board,
        ns=ns,
        ew=ew,
        live=old.live,
        state=state,
        play=play,
        opened_at=old.opened_at,
        finished_at=old.finished_at,
    )
    TableBoardSeat.objects.bulk_create(
        TableBoardSeat(table_board=new, board=new.board, contestant=contestant, direction=direction)
        for contestant, direction in ((ns, "NS"), (ew, "EW"))
        if not TableBoardSeat.objects.filter(board=new.board, contestant=contestant, void=False).exists()
    )
    signals.board_moved.send(sender=TableBoard, old=old, new=new, user=user, why=why)
    return new


def board_turn(*, table_board: TableBoard, user: User) -> TableBoard:
    """Swap N/S and E/W in one row; the score stays as written. Return the new row.

    A second swap reverses the first. Raise Refused if the board has no score yet, or if its row has been replaced.
    """
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
        why = "they sat the other way round on this board"
        TableBoardSeat.objects.filter(table_board=row).update(void=True)
        new = board_replace(row, row.ew, row.ns, user, why)
        signals.lines_changed.send(sender=Section, session_id=session.pk)
        room_invalidate(room_id=row.table.room_id)
        session_audit_add(session, AuditAction.BOARD_TURNED, user=user, **row.places)
    changed(session)
    return new
