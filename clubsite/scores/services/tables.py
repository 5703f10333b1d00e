"""A director's changes at the tables: cards or screens, and which device has a seat."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights.consents import Facts, OwnAct, consent_check
from clubsite.nights.models import OPEN_BOARD_STATES, Session, Table, TableBoard, TableBoardState
from clubsite.nights.selectors.played_as import contestant_held
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.nights.services.directing import own_seat_check
from clubsite.nights.services.locks import changed, rooms_locked, section_locked, session_locked
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.models import Play, PlaySeat, PlayStatus, RevokeReason, SeatKind, SeatTicket
from clubsite.play.seat_resolvers import room_seat_of
from clubsite.play.seat_tickets import SeatTaken, ticket_move, ticket_release, ticket_restore
from clubsite.play.services import play_void, room_update
from clubsite.scores.selectors.hidden_cards import boards_hidden_from

SEAT_HELD = "Another device is there already. Free that one first."
PLAYS_TOO = (
    "You have boards of this night still to play yourself, so you cannot give a player’s seat to a device: it could "
    "show you cards. Let the player join with the table’s code, or ask another director of the club."
)
TWO_SEATS = "This device has another player’s seat too. One device plays one side: free its other seat first."
DEVICE_GONE = "That device is not there any more. Look at the list again."
SEAT_TAKEN = "Another device has that seat by now. Free it first."


@dataclass(frozen=True, slots=True)
class DeviceAim:
    """The contestant or the table that a device is for. `words` is "Bo (South at table 1)" or "table 1’s own"."""

    seat: PlaySeat
    words: str


def device_aim(*, session: Session, ticket: SeatTicket, now: str, aim: DeviceAim, user: User, number: str = "") -> None:
    """Assign this ticket's device to a new contestant or table. `now` describes its current use in words.

    A director who plays in this session may not give away a player's seat (SOLO-31). Raise Refused if the ticket has
    ended or the seat is not free or allowed, or ConsentWanted as `device_give_back` does.
    """
    if aim.seat.kind == SeatKind.CONTESTANT and boards_hidden_from(user, session):
        raise Refused(PLAYS_TOO)
    act = OwnAct(f"device {ticket.pk} {aim.seat.pk}", f"change the seat’s device: from now on {aim.words}")
    alone = _own_seat_consent(session, ticket, user, act, number)
    with transaction.atomic():
        session = session_locked(session)
        rooms_locked(session)
        ticket = SeatTicket.objects.select_related("device").get(pk=ticket.pk)
        if ticket.revoked_at is not None:
            raise Refused(DEVICE_GONE)
        held = ticket.device.tickets.filter(seat__kind=SeatKind.CONTESTANT, revoked_at=None)
        others = held.exclude(pk=ticket.pk)
        if aim.seat.kind == SeatKind.CONTESTANT and any(room_seat_of(other) is not None for other in others):
            raise Refused(TWO_SEATS)
        try:
            taken = ticket_move(ticket=ticket, seat=aim.seat)
        except SeatTaken:
            raise Refused(SEAT_HELD) from None
        action, board = AuditAction.DEVICE_CHANGED, _mid_board(taken)
        session_audit_add(session, action, now, user=user, becomes=aim.words, mid_board=board, **alone)
    changed(session)


def device_free(*, session: Session, ticket: SeatTicket, now: str, user: User) -> None:
    """Release a device, whose seat can be given back later. Raise Refused as `own_request_check` does."""
    alone = own_seat_check(session=session, ticket=ticket, user=user)
    with transaction.atomic():
        ticket_release(ticket=ticket, reason=RevokeReason.FREED, user=user)
        session_audit_add(session, AuditAction.SEAT_FREED, now, user=user, **alone)
    changed(session)


def device_give_back(*, session: Session, ticket: SeatTicket, now: str, user: User, number: str = "") -> None:
    """Give a freed seat back to its device. Raise Refused if another device has it, or as `own_request_check` does.

    For the director's own seat, raise ConsentWanted unless the opponent's number is given.
    """
    act = OwnAct(f"back {ticket.pk}", "have the seat back on the device that was sent away")
    alone = _own_seat_consent(session, ticket, user, act, number)
    with transaction.atomic():
        if ticket.revoked_reason != RevokeReason.FREED or not ticket_restore(ticket=ticket):
            raise Refused(SEAT_TAKEN)
        session_audit_add(session, AuditAction.SEAT_GIVEN_BACK, now, user=user, **alone)
    changed(session)


def _own_seat_consent(session: Session, ticket: SeatTicket, user: User, act: OwnAct, number: str) -> Facts:
    """Return the facts that the audit log adds for the director's own seat, as `consent_check` does."""
    held = contestant_held(ticket)
    return consent_check(session=session, user=user, contestants=held, what="seat", act=act, number=number)


def _mid_board(ticket: SeatTicket) -> int | None:
    """Return the board's number if the seat was taken during a board, exposing the board's cards."""
    room_seat = room_seat_of(ticket) if ticket.seat.kind == SeatKind.CONTESTANT else None
    play = Play.objects.filter(room_id=room_seat.room_id, status=PlayStatus.LIVE).first() if room_seat else None
    return play.setup["board"] if play is not None else None


NOT_IN_PLAY = "A table changes while the session is played. Before that it is chosen with the date and players."
PAIRS_NEED_CARDS = "Four-handed bridge is played with cards."
ROBOT_NEEDS_SCREENS = "A robot plays in this section: it cannot sit at a table with cards."
NO_CARDS_KNOWN = "Boards were dealt at the table, and the site does not know their cards: no screen can show them."


def change_of(table: Table) -> dict[str, Any]:
    """Return the effect that switching this table to the other kind of play would have on the round's boards now.

    `live` is True if the table would change to screens. The boards in `stays` have begun and are finished in the old
    way. `on_screen` is in play on the screens; it can be stopped and started again with cards.
    """
    live, rows = not table.live, _rows(table)
    stays = [row.board.number for row in rows if _begun(row, live)]
    return {
        "live": live,
        "stays": stays,
        "moves": [row.board.number for row in rows if row.board.number not in stays],
        "on_screen": None if live else next((r.board.number for r in rows if r.state == TableBoardState.LIVE), None),
    }


def table_play(*, table: Table, live: bool, user: User, at_once: bool = False) -> None:
    """Switch this table to play on the site or with cards from its next board on. Do nothing if it already plays that
    way.

    With `at_once`, the board on the screens starts again with cards. Raise Refused if the table cannot be switched.
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
        action = AuditAction.SCREENS_CHOSEN if live else AuditAction.PHYSICAL_CARDS_CHOSEN
        session_audit_add(session, action, user=user, table=table.label, round=section.round_number)
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
    same_row = TableBoard.objects.filter(pk=row.pk)
    return same_row.filter(Q(pending_score__isnull=False) | Q(order_checks__isnull=False)).exists()
