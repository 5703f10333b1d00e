"""Boards at a table: opening them when both players are ready, finishing them, and the sweep for lost signals."""

import logging
from collections.abc import Callable
from contextlib import suppress

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from clubsite.core.sealed_fields import KeyMissing
from clubsite.nights.models import (
    OPEN_BOARD_STATES,
    Seating,
    Section,
    Session,
    SessionStatus,
    Table,
    TableBoard,
    TableBoardState,
)
from clubsite.nights.models.sessions import SESSION_GAME
from clubsite.nights.selectors.cardboard import rooms_waiting_for
from clubsite.nights.services.locks import changed
from clubsite.nights.services.opening import OpenedFor, board_open
from clubsite.nights.services.rounds import all_done, round_check
from clubsite.play.models import Play, Room
from clubsite.play.services import play_open, play_void, room_invalidate, room_update


def table_advance(*, room_id: int) -> None:
    """Open the next board at a table whose players are both ready, or mark the table as done for the round.

    A board that no key opens stays closed. The table and the director read so, and the sweep tries again.
    """
    table = Table.objects.filter(room_id=room_id).first()
    if table is None:
        return
    with suppress(KeyMissing), transaction.atomic():
        section, room = _locked(table.section_id, room_id)
        table.section = section
        if len(room.ready) < 2 or section.session.status != SessionStatus.RUNNING:
            return
        if room.play is not None and room.play.status == "live":
            return
        waiting = _waiting(section, table)
        if waiting is None:
            _table_done(section, table, room)
        elif waiting.live:
            _board_begin(section, waiting, room, table.label)
        else:  # the table has changed to cards
            room_update(room=room, play=None, ready=[])
    changed(section.session)


def _locked(section_id: int, room_id: int) -> tuple[Section, Room]:
    sections = Section.objects.select_for_update(of=("self",)).select_related("session")
    return sections.get(pk=section_id), Room.objects.select_for_update().get(pk=room_id)


def _waiting(section: Section, table: Table) -> TableBoard | None:
    rows = TableBoard.objects.filter(table=table, round__number=section.round_number, round__section=section)
    return (
        rows.filter(state__in=OPEN_BOARD_STATES).select_related("board", "ns", "ew").order_by("board__number").first()
    )


def _board_begin(section: Section, row: TableBoard, room: Room, label: str) -> None:
    board_open(session=section.session, board=row.board, why=OpenedFor.PLAY, actor=f"table {label}")
    row.play = play_open(
        room=room,
        game=SESSION_GAME,
        options=Session.objects.values_list("options", flat=True).get(pk=section.session_id),
        setup=row.board.setup(),
        seats={"S": row.ns_id, "N": row.ew_id},
    )
    row.state, row.opened_at = TableBoardState.LIVE, timezone.now()
    row.save(update_fields=["play", "state", "opened_at"])


def board_play_open(*, table_board: TableBoard) -> Play:
    """Open a waiting board at its table now, whether or not both players are ready. This is for the demo's past
    sessions.
    """
    with transaction.atomic():
        section, room = _locked(table_board.round.section_id, table_board.table.room_id)
        _board_begin(section, table_board, room, table_board.table.label)
    assert table_board.play is not None
    return table_board.play


def seatings_finish(*, section: Section) -> None:
    """Mark as done every table in the round whose boards are all finished."""
    with transaction.atomic():
        for table in section.tables.all():
            if _waiting(section, table) is None:
                Seating.objects.filter(table=table, round__section=section, round__number=section.round_number).update(
                    done=True
                )


def _table_done(section: Section, table: Table, room: Room) -> None:
    Seating.objects.filter(table=table, round__section=section, round__number=section.round_number).update(done=True)
    room_update(room=room, play=None, ready=[])
    transaction.on_commit(lambda: round_check(section_id=section.pk), robust=True)


def board_finished(*, play: Play) -> None:
    """Finish the TableBoard of a live play that has ended, within the play's own transaction."""
    TableBoard.objects.filter(play=play).update(state=TableBoardState.FINISHED, finished_at=timezone.now())


def table_board_settled(*, table_board: TableBoard) -> None:
    """End a board by a director's action, such as typing a score for it: void its live play, and let the table go on.

    The caller has checked the permission, has locked the room and then the row (in the same order as for the last
    card), and stores the score in the same transaction.
    """
    row = table_board
    was_open = row.state in OPEN_BOARD_STATES
    if row.play is not None and row.play.status == "live":
        play_void(play=row.play)
    if row.state != TableBoardState.FINISHED:
        row.state, row.finished_at = TableBoardState.FINISHED, timezone.now()
        row.save(update_fields=["state", "finished_at"])
    room_invalidate(room_id=row.table.room_id)
    if was_open:
        transaction.on_commit(lambda: _after_settling(row), robust=True)


def _after_settling(row: TableBoard) -> None:
    """Mark a table as done if `row` was its last open board. No player has to agree."""
    with transaction.atomic():
        section, room = _locked(row.table.section_id, row.table.room_id)
        if section.round_number == row.round.number and _waiting(section, row.table) is None:
            _table_done(section, row.table, room)
        else:
            room_update(room=room)
    for room_id in rooms_waiting_for(row):
        room_invalidate(room_id=room_id)
    changed(section.session)


log = logging.getLogger(__name__)


def sweep() -> int:
    """Do the work of lost signals: at tables with both players ready, and in rounds with all tables done.

    Return how many tables and rounds were checked.
    """
    rooms = Room.objects.filter(table__section__session__status=SessionStatus.RUNNING, paused=False)
    stuck = [
        r.pk for r in rooms.select_related("play") if len(r.ready) == 2 and (r.play is None or r.play.status != "live")
    ]
    for room_id in stuck:
        one_of_many(table_advance, room_id=room_id)
    waiting = [s for s in running_sections().filter(hold=False) if all_done(s) and not after_last(s)]
    for section in waiting:
        one_of_many(round_check, section_id=section.pk)
    return len(stuck) + len(waiting)


def running_sections() -> QuerySet[Section]:
    """Return the sections that are currently in a round."""
    return Section.objects.filter(session__status=SessionStatus.RUNNING, round_number__gt=0)


def one_of_many(step: Callable[..., object], **which: object) -> None:
    """Run one step, and log any failure, so that one failing step does not stop the others or the rest of the sweep."""
    try:
        step(**which)
    except Exception:
        log.exception("%s(%s) failed: the next sweep tries again", step.__name__, which)


def after_last(section: Section) -> bool:
    return not section.rounds.filter(number__gte=section.round_number, ended_at__isnull=True).exists()
