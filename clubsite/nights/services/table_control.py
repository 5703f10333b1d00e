"""A director's actions at a table, all in the audit log: freeing a seat, taking back an action, answering calls."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights.consents import OwnAct, consent_check, own_request_check
from clubsite.nights.models import Session, Table
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.played_as import contestant_held
from clubsite.nights.selectors.tables import seating_at, table_for
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.acts import director_act
from clubsite.play.calls import Call, answered_at, calls_answered, calls_standing, standing_again
from clubsite.play.models import PlayStatus, RevokeReason, Room, SeatTicket
from clubsite.play.seat_tickets import ticket_freed_by, ticket_release
from clubsite.play.services import room_update

MOVED_ON = "The table has moved on since this page was shown. Ask the players, then press again."
CALL_GONE = "That call is not among those that were answered last."


def seat_free(*, session: Session, label: str, side: str, name: str, ticket: SeatTicket, user: User) -> None:
    """End this ticket for one side of the table. If it has already ended, record who is freeing the seat now."""
    alone = own_seat_check(session=session, ticket=ticket, user=user)
    with transaction.atomic():
        if ticket.revoked_at is None:
            ticket_release(ticket=ticket, reason=RevokeReason.FREED, user=user)
        else:
            ticket_freed_by(ticket=ticket, user=user)
        session_audit_add(session, AuditAction.SEAT_FREED, name, user=user, table=label, seat=side, **alone)


def own_seat_check(*, session: Session, ticket: SeatTicket, user: User) -> dict[str, str]:
    """Return the values that the audit log adds if the seat is the director's own. Raise Refused while another
    director is present.
    """
    own = contestant_held(ticket)
    why = own_request_check(session=session, user=user, contestants=own, what="seat")
    return {"why": why} if why else {}


def take_back(*, session: Session, label: str, seen: str, user: User, words: str = "", number: str = "") -> None:
    """Take back the last call or card of the play on the table. Raise Refused if that is not possible.

    `seen` is "<play>/<seq>" as shown on the page: if the button was pressed twice, or the players have gone on,
    nothing happens. At the director's own table the opponent's screen shows the action in `words` and a number;
    raise ConsentWanted unless `number` is that number.
    """
    table = table_for(session, label)
    play = table.room.play
    if play is None or play.status != PlayStatus.LIVE:
        raise Refused("No board is being played at that table.")
    of_play, _, seq = seen.partition("/")
    if of_play != play.public_id or seq != str(play.seq):
        raise Refused(MOVED_ON)
    at = seating_at(table)
    sitting = {pk for pk in (at.ns_id, at.ew_id) if pk} if at else set()
    act = OwnAct(f"act {seen}", f"take back {words or 'the last act'}", seen)
    why = consent_check(session=session, user=user, contestants=sitting, what="table", act=act, number=number)
    with transaction.atomic():
        answer = director_act(play=play, user=user, action="undo", seq=int(seq))
        if answer.code == "stale":
            raise Refused(MOVED_ON)
        if not answer.ok:
            raise Refused(f"{answer.reason.rstrip('.')}.")
        action, board = AuditAction.PLAY_ACTION_TAKEN_BACK, play.setup["board"]
        session_audit_add(session, action, user=user, table=label, board=board, why=why)


def call_answer(*, table: Table, user: User, keys: Collection[str] = ()) -> None:
    """Answer the calls with these keys, or all open calls if there are no keys: the director has come to the table.

    A call that has come in since then stays open.
    """
    with transaction.atomic():
        room = Room.objects.select_for_update().get(pk=table.room_id)
        answered = [call for call in calls_standing(room) if not keys or call.key in keys]
        if not answered:
            return
        room_update(room=room, calls=answered_at(room, [call.key for call in answered], timezone.now()))
        _calls_noted(AuditAction.CALL_ANSWERED, table, answered, user)


def call_put_back(*, table: Table, key: str, user: User) -> None:
    """Reopen an answered call, with its original time. Raise Refused if there is no such call."""
    with transaction.atomic():
        room = Room.objects.select_for_update().get(pk=table.room_id)
        answered = [call for call in calls_answered(room) if call.key == key]
        if not answered:
            raise Refused(CALL_GONE)
        room_update(room=room, calls=standing_again(room, key))
        _calls_noted(AuditAction.CALL_PUT_BACK, table, answered, user)


def _calls_noted(action: AuditAction, table: Table, calls: Collection[Call], user: User) -> None:
    session = table.section.session
    names = names_of([call.by for call in calls])
    facts = [
        {"reason": call.reason, "player": call.player, "board": call.board, "name": names.get(call.by, "")}
        for call in calls
    ]
    session_audit_add(session, action, user=user, table=table.label, calls=facts, pairs=table.section.pairs)
