"""A session's rounds: starting the session, opening the next rounds, holding them back, and moving on."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights import signals
from clubsite.nights.models import (
    OPEN_BOARD_STATES,
    Board,
    Movement,
    Round,
    Seating,
    Section,
    Session,
    SessionStatus,
    TableBoard,
    TableBoardSeat,
    TableBoardState,
)
from clubsite.nights.selectors.drafts import missing_for_start
from clubsite.nights.services.locks import changed, rooms_locked, section_locked
from clubsite.nights.services.player_assignment import players_note
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.services.setup import draft_locked
from clubsite.play.services import play_void, room_update
from movements.plan import Pairing, Plan


def session_start(*, session: Session, user: User) -> None:
    """Write the seatings of every round and open round 1. Raise Refused if something is missing."""
    signals.start_asked.send(sender=Session, session=session)
    with transaction.atomic():
        session = draft_locked(session)
        gaps = missing_for_start(session)
        if gaps:
            raise Refused(" ".join(gap.sentence for gap in gaps))
        signals.session_starting.send(sender=Session, session=session)
        sections = list(session.sections.select_for_update().order_by("name"))
        for section in sections:
            section.session = session
            write_rounds(section, Plan.from_json(section.movement.plan))
        session.status, session.started_at = SessionStatus.RUNNING, timezone.now()
        session.save(update_fields=["status", "started_at"])
        session_audit_add(session, AuditAction.SESSION_STARTED, str(session), user=user)
        players_note(session=session)
        for section in sections:
            _round_open(session, section, 1)
    changed(session)


def write_rounds(section: Section, plan: Plan) -> None:
    """Write a section's rounds, and a seating for every row of its plan."""
    for number in range(1, plan.rounds + 1):
        Round.objects.create(section=section, number=number)
        seatings_write(section, plan, number)


def seatings_write(section: Section, plan: Plan, number: int) -> None:
    """Write the seatings of one round according to the plan."""
    rounds = {number: section.rounds.get(number=number)}
    Seating.objects.bulk_create(seatings_of(section, plan, plan.round(number), rounds))


def seatings_of(
    section: Section, plan: Plan, rows: Iterable[Pairing], rounds: Mapping[int, Round]
) -> Iterator[Seating]:
    """Yield an unsaved seating for each of these rows of the plan that has at least one contestant."""
    contestants = {contestant.number: contestant for contestant in section.contestants.all()}
    tables = {table.number: table for table in section.tables.all()}
    for row in rows:
        missing = plan.missing(row.round)
        ns, ew = (None if n in missing else contestants.get(n) for n in (row.ns, row.ew))
        if ns is not None or ew is not None:
            yield Seating(round=rounds[row.round], table=tables[row.table], ns=ns, ew=ew, board_group=row.boardset)


def boards_of_group(section: Section, group: int) -> list[Board]:
    """Return the boards in the plan's board set `group` (1, 2, ...), in order; [] for 0, a sit-out."""
    if group == 0 or section.board_set is None:
        return []
    per = section.boards_per_round
    return list(section.board_set.boards.order_by("number")[(group - 1) * per : group * per])


def _round_open(session: Session, section: Section, number: int) -> None:
    """Open a round within the caller's transaction: put its boards on the tables, set the clocks, empty the rooms."""
    now = timezone.now()
    current = section.rounds.get(number=number)
    current.started_at = now
    current.ends_at = now + timedelta(minutes=section.boards_per_round * section.minutes_per_board)
    current.save(update_fields=["started_at", "ends_at"])
    section.round_number, section.hold = number, section.hold or section.movement.waits
    section.save(update_fields=["round_number", "hold"])
    _deal_out(section, current)
    signals.lines_changed.send(sender=Section, session_id=session.pk)
    rooms_turn_over(section)


def _deal_out(section: Section, current: Round) -> None:
    """Put the round's boards on every table with two players, and mark sit-outs as done, with a few queries in all."""
    groups: dict[int, list[Board]] = {}
    rows, idle = [], []
    for seating in current.seatings.select_related("table"):
        group, ns, ew = seating.board_group, seating.ns_id, seating.ew_id
        if ns is None or ew is None or not group:
            idle.append(seating.pk)
            continue
        if group not in groups:
            groups[group] = boards_of_group(section, group)
        live = section.live_at(seating.table.number)
        where = {"round": current, "table_id": seating.table_id, "live": live}
        rows += [TableBoard(board=board, ns_id=ns, ew_id=ew, **where) for board in groups[group]]
    two = {pk for row in rows for pk in (row.ns_id, row.ew_id)}
    played = TableBoardSeat.objects.filter(board__in={row.board_id for row in rows}, contestant__in=two, void=False)
    met = set(played.values_list("board", "contestant"))  # played by mistake
    now = timezone.now()
    for row in rows:
        if met & {(row.board_id, row.ns_id), (row.board_id, row.ew_id)}:
            row.state, row.finished_at = TableBoardState.FINISHED, now
    TableBoardSeat.objects.bulk_create(
        TableBoardSeat(table_board=row, board_id=row.board_id, contestant_id=contestant_id, direction=direction)
        for row in TableBoard.objects.bulk_create(rows)
        for contestant_id, direction in ((row.ns_id, "NS"), (row.ew_id, "EW"))
        if (row.board_id, contestant_id) not in met
    )
    if met:
        idle += _settled_again(current, rows, met)
    Seating.objects.filter(pk__in=idle).update(done=True)
    if met and all_done(section):
        transaction.on_commit(lambda: round_check(section_id=section.pk), robust=True)


def _settled_again(current: Round, rows: list[TableBoard], met: set[tuple[int, int]]) -> list[int]:
    """Send a signal for each row that nobody can play. Return the ids of seatings that have no other board to play."""
    for row in rows:
        sides = {"NS": row.ns_id, "EW": row.ew_id}
        again = [side for side, pk in sides.items() if (row.board_id, pk) in met]
        if again:
            signals.board_met_before.send(sender=TableBoard, table_board=row, again=again)
    playing = {row.table_id for row in rows if row.state == TableBoardState.WAITING}
    return [seating.pk for seating in current.seatings.all() if seating.board_group and seating.table_id not in playing]


def line_add(at: TableBoard, board: Board, ns_id: int, ew_id: int, **facts: Any) -> TableBoard:
    """Add a row for `board` at the table and in the round of `at`. Contestants who have played it get no seat."""
    line = TableBoard.objects.create(round=at.round, table=at.table, board=board, ns_id=ns_id, ew_id=ew_id, **facts)
    sides = {ns_id: "NS", ew_id: "EW"}
    met = TableBoardSeat.objects.filter(board=board, contestant__in=sides, void=False)
    played = set(met.values_list("contestant", flat=True))
    TableBoardSeat.objects.bulk_create(
        TableBoardSeat(table_board=line, board=board, contestant_id=pk, direction=direction)
        for pk, direction in sides.items()
        if pk not in played
    )
    return line


def rooms_turn_over(section: Section, emptied: Collection[int] | None = None) -> None:
    """Empty these rooms, or all, and raise them to a common `rev`: nobody moves to a lower one. Refresh the others."""
    rooms = rooms_locked(section.session, section)
    top = max((room.rev for room in rooms), default=0)
    for room in rooms:
        if emptied is None or room.pk in emptied:
            room.rev = top
            room_update(room=room, play=None, ready=[])
        else:
            room_update(room=room)


def seating_settle(*, round_id: int, table_id: int) -> None:
    """Mark a table in a round as done if none of its boards is open, else as not done. Players need not agree."""
    open_here = TableBoard.objects.filter(round=round_id, table=table_id, state__in=OPEN_BOARD_STATES)
    Seating.objects.filter(round=round_id, table=table_id).update(done=not open_here.exists())


def round_check(*, section_id: int) -> None:
    """Open the next round once every table is done and nobody holds it. Ask for the draw of one that is held, too."""
    with transaction.atomic():
        section = section_locked(section_id)
        session = section.session
        if session.status != SessionStatus.RUNNING or not all_done(section):
            return
        if section.hold and not to_be_drawn(section):
            return
        _round_close_and_next(session, section, forced=False)
    changed(section.session)


def all_done(section: Section) -> bool:
    seatings = Seating.objects.filter(round__section=section, round__number=section.round_number)
    return not seatings.filter(done=False).exists()


def _round_close_and_next(session: Session, section: Section, *, forced: bool) -> None:
    """Close the current round if it is open, and open the next if its pairings are known, with one turnover."""
    current = section.rounds.get(number=section.round_number)
    was_open = current.ended_at is None
    if was_open:
        current.ended_at, current.forced = timezone.now(), forced
        current.save(update_fields=["ended_at", "forced"])
    if section.rounds.filter(number=section.round_number + 1).exists():
        _round_open(session, section, section.round_number + 1)
    elif not to_be_drawn(section):
        rooms_turn_over(section)
    else:
        if was_open:
            rooms_turn_over(section)
        signals.round_wanted.send(sender=Section, section_id=section.pk)


def to_be_drawn(section: Section) -> bool:
    """True if there is another round that has not been drawn yet."""
    if section.rounds.filter(number=section.round_number + 1).exists():
        return False
    movement = Movement.objects.filter(section=section, drawn=True).first()
    return movement is not None and section.round_number < movement.rounds_all


def boards_leave_unplayed(*, session: Session, **which: Any) -> int:
    """Mark open boards that match `which` as "not played" and void their plays. Return how many there were.

    The rooms are locked first, so that a last card is either counted before or refused afterwards.
    """
    rooms_locked(session)
    boards = TableBoard.objects.filter(state__in=OPEN_BOARD_STATES, **which)
    rows = boards.select_related("play", "table", "round__section")
    for row in rows:
        if row.play is not None and row.play.status == "live":
            play_void(play=row.play)
        row.state, row.finished_at = TableBoardState.UNPLAYED, timezone.now()
        row.save(update_fields=["state", "finished_at"])
        signals.board_settled.send(sender=TableBoard, table_board=row)
    return len(rows)


def round_force(*, section: Section, user: User, number: int | None = None) -> int:
    """Begin the next round now. Return how many boards were not played. Raise Refused unless `number` is current."""
    with transaction.atomic():
        section = section_locked(section.pk)
        session = section.session
        if session.status != SessionStatus.RUNNING:
            raise Refused("The night is paused or over. Resume it first.")
        if number is not None and number != section.round_number:
            raise Refused(f"Round {number} has ended already. Round {section.round_number} goes on.")
        count = boards_leave_unplayed(session=session, round__section=section, round__number=section.round_number)
        Seating.objects.filter(round__section=section, round__number=section.round_number).update(done=True)
        facts: dict[str, Any] = {"section": section.letter, "round": section.round_number, "not_played": count}
        session_audit_add(session, AuditAction.ROUND_MOVED_ON, user=user, **facts)
        _round_close_and_next(session, section, forced=True)
    changed(session)
    return count


def round_hold(*, section: Section, hold: bool, user: User, number: int | None = None) -> None:
    """Hold the next round though all tables are done, or release it; with `number`, only if it is still current."""
    with transaction.atomic():
        section = section_locked(section.pk)
        if number is not None and number != section.round_number:
            raise Refused(f"Round {section.round_number} has begun already.")
        section.hold = hold
        section.save(update_fields=["hold"])
        action, number = AuditAction.ROUND_HELD if hold else AuditAction.ROUND_RELEASED, section.round_number
        session_audit_add(section.session, action, user=user, section=section.letter, round=number)
    if not hold:
        round_check(section_id=section.pk)
    changed(section.session)
