"""Switching one table to cards or to screens while the session is being played: the preview and the change."""

from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Q

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights.models import OPEN_BOARD_STATES, Table, TableBoard, TableBoardState
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.nights.services.locks import changed, rooms_locked, section_locked
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.services import play_void, room_update

NOT_IN_PLAY = "A table changes while the session is played. Before that it is chosen with the date and players."
PAIRS_NEED_CARDS = "Four-handed bridge is played with cards."
ROBOT_NEEDS_SCREENS = "A robot plays in this section: it cannot sit at a table with cards."
NO_CARDS_KNOWN = "Boards were dealt at the table, and the site does not know their cards: no screen can show them."


@dataclass(frozen=True, slots=True)
class TableChange:
    """The effect of switching `table` on the current round's boards, whose numbers are listed in order."""

    table: Table
    live: bool
    """True if it changes to screens."""
    moves: list[int] = field(default_factory=list)
    stays: list[int] = field(default_factory=list)
    """Boards begun and so finished in the old way: a play on the screens, or a score or a checked order with cards."""
    on_screen: int | None = None
    """The board that is in play on the screens. It can be stopped, and begins again with cards."""


def change_of(table: Table) -> TableChange:
    """Return the effect that switching this table to the other kind of play would have now."""
    live = not table.live
    change = TableChange(table, live)
    for row in _rows(table):
        begun = _begun(row, live)
        if row.state == TableBoardState.LIVE and not live:
            change = TableChange(table, live, change.moves, change.stays, row.board.number)
        (change.stays if begun else change.moves).append(row.board.number)
    return change


def table_play(*, table: Table, live: bool, user: User, at_once: bool = False) -> None:
    """Let this table play on the site or with cards from its next board on. Do nothing if it already plays that way.

    With `at_once`, the board in play on the screens becomes void and starts again with cards. Raise Refused if the
    session is not in play, or if the table cannot be switched.
    """
    with transaction.atomic():
        section = section_locked(table.section_id)
        session = section.session
        rooms = rooms_locked(session, section)
        table = section.tables.get(pk=table.pk)
        table.section = section
        if session.status not in IN_PLAY:
            raise Refused(NOT_IN_PLAY)
        if table.live == live:
            return
        if no := switch_refusal(table):
            raise Refused(no)
        section.other_tables = sorted({*section.other_tables} ^ {table.number})
        section.save(update_fields=["other_tables"])
        _boards_move(table, live, at_once)
        if not live and table.watch is not None:
            table.watch = None
            table.save(update_fields=["watch"])
        for room in rooms:  # the others read how their next table plays, and from where a board comes
            room.refresh_from_db()
            room_update(room=room, **({"ready": []} if room.pk == table.room_id else {}))
        session_audit_add(
            session,
            AuditAction.SCREENS_CHOSEN if live else AuditAction.PHYSICAL_CARDS_CHOSEN,
            user=user,
            table=table.label,
            round=section.round_number,
        )
    changed(session)


def switch_refusal(table: Table) -> str:
    """Return why a table cannot be switched to the other kind of play, or "" if it can."""
    section = table.section
    if section.pairs:
        return PAIRS_NEED_CARDS
    if table.live:
        return ROBOT_NEEDS_SCREENS if section.contestants.exclude(robot="").exists() else ""
    boards = section.board_set.boards if section.board_set else None
    return NO_CARDS_KNOWN if boards is None or boards.filter(known=False).exists() else ""


def _boards_move(table: Table, live: bool, at_once: bool) -> None:
    """Switch the round's open boards to the table's new kind of play."""
    for row in _rows(table):
        stop = at_once and row.state == TableBoardState.LIVE
        if _begun(row, live) and not stop:
            continue
        if stop and row.play is not None:
            play_void(play=row.play)
        row.live = live
        row.state, row.play, row.opened_at = TableBoardState.WAITING, None, None
        row.save(update_fields=["live", "state", "play", "opened_at"])


def _rows(table: Table) -> list[TableBoard]:
    rows = TableBoard.objects.filter(table=table, round__number=table.section.round_number)
    open_rows = rows.filter(state__in=OPEN_BOARD_STATES)
    return list(open_rows.select_related("board", "play").order_by("board__number"))


def _begun(row: TableBoard, live: bool) -> bool:
    """True if a board keeps its kind of play, because it is already of the new kind or was begun in the old one."""
    if row.live == live:
        return True
    if not live:
        return row.state == TableBoardState.LIVE
    asked = TableBoard.objects.filter(pk=row.pk)
    return asked.filter(Q(pending_score__isnull=False) | Q(order_checks__isnull=False)).exists()
