"""The director's actions in a running session and at its tables. All but the clock are in the audit log."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from clubsite.nights import signals
from clubsite.nights.consents import Facts, OwnAct, consent_check, own_request_check
from clubsite.nights.models import (
    Round,
    Seating,
    Section,
    Session,
    SessionStatus,
    Table,
    TableBoard,
    TravellersShown,
    WatchDelay,
)
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.played_as import contestant_held
from clubsite.nights.selectors.progress import begun_words, current_round
from clubsite.nights.selectors.sessions import IN_PLAY, seating_at, table_for
from clubsite.nights.services.locks import changed, rooms_locked, section_locked, session_locked
from clubsite.nights.services.rounds import boards_leave_unplayed, round_check
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.acts import director_act
from clubsite.play.calls import Call, answered_at, calls_answered, calls_standing, standing_again
from clubsite.play.models import PlayStatus, RevokeReason, Room, SeatTicket
from clubsite.play.seat_tickets import ticket_freed_by, ticket_release
from clubsite.play.services import play_void, room_update

NOT_IN_PLAY = "The night is not in play."
NO_CARDS = "Table {} plays with cards: there is nothing of it on a screen."


def clock_add(*, section: Section, minutes: int, user: User) -> None:
    """Give the round more time (counted from now if its time is up), or less time if `minutes` is negative."""
    with transaction.atomic():
        section = section_locked(section.pk)
        current = current_round(section)
        if current is None or current.ends_at is None:
            raise Refused("No round is running.")
        start = max(current.ends_at, timezone.now()) if minutes > 0 else current.ends_at
        current.ends_at = start + timedelta(minutes=minutes)
        current.save(update_fields=["ends_at"])
        for room in rooms_locked(section.session, section):
            room_update(room=room)
    changed(section.session)


def session_pause(*, session: Session, user: User) -> None:
    """Stop the clock and every table: cards are covered, and actions are refused until `session_resume`."""
    with transaction.atomic():
        session = session_locked(session)
        if session.status != SessionStatus.RUNNING:
            raise Refused("The night is not in play now.")
        session.status, session.paused_at = SessionStatus.PAUSED, timezone.now()
        session.save(update_fields=["status", "paused_at"])
        for room in rooms_locked(session):
            room_update(room=room, paused=True)
        session_audit_add(session, AuditAction.SESSION_PAUSED, str(session), user=user)
    changed(session)


def session_resume(*, session: Session, user: User) -> None:
    """Continue after a pause. The length of the pause is added to the clock."""
    with transaction.atomic():
        session = session_locked(session)
        if session.status != SessionStatus.PAUSED:
            raise Refused("The night is not paused.")
        away = timezone.now() - (session.paused_at or timezone.now())
        session.status, session.paused_at = SessionStatus.RUNNING, None
        session.save(update_fields=["status", "paused_at"])
        for section in session.sections.select_for_update():
            for current in section.rounds.filter(number=section.round_number, ends_at__isnull=False):
                current.ends_at = (current.ends_at or timezone.now()) + away
                current.save(update_fields=["ends_at"])
        for room in rooms_locked(session):
            room_update(room=room, paused=False)
        session_audit_add(session, AuditAction.SESSION_RESUMED, str(session), user=user)
    for section in session.sections.all():
        round_check(section_id=section.pk)
    changed(session)


def session_end(*, session: Session, user: User) -> int:
    """End the session for good. Return how many boards became "not played". Raise Refused if it is not in play."""
    with transaction.atomic():
        session = session_locked(session)
        if session.status not in IN_PLAY:
            raise Refused("The night is not in play now.")
        count = boards_leave_unplayed(session=session, round__section__session=session)
        session.status, session.ended_at, session.paused_at = SessionStatus.ENDED, timezone.now(), None
        session.save(update_fields=["status", "ended_at", "paused_at"])
        for room in rooms_locked(session):
            room_update(room=room, play=None, ready=[], paused=False, calls=[])
        session_audit_add(session, AuditAction.SESSION_ENDED, str(session), user=user, not_played=count)
    changed(session)
    return count


def session_start_undo(*, session: Session, user: User) -> None:
    """Return the session to the set-up. Nothing but its rounds is lost. Raise Refused once there is a call or score."""
    with transaction.atomic():
        session = session_locked(session)
        if session.status not in IN_PLAY:
            raise Refused(NOT_IN_PLAY)
        sections = list(session.sections.select_for_update().order_by("name"))
        rooms = rooms_locked(session)
        begun = begun_words(session)
        if begun:
            raise Refused(begun)
        signals.start_taken_back.send(sender=Session, session=session)
        _emptied(session, sections)
        for room in rooms:
            room.refresh_from_db()
            room_update(room=room, play=None, ready=[], paused=False, calls=[])
        session.status, session.started_at, session.paused_at = SessionStatus.DRAFT, None, None
        session.save(update_fields=["status", "started_at", "paused_at"])
        session_audit_add(session, AuditAction.SESSION_START_TAKEN_BACK, str(session), user=user)
    changed(session)


def _emptied(session: Session, sections: list[Section]) -> None:
    rows = TableBoard.objects.filter(round__section__session=session)
    for row in rows.filter(play__isnull=False).select_related("play"):
        if row.play is not None:
            play_void(play=row.play)
    deletion_lock(rows)
    rows.delete()
    Seating.objects.filter(round__section__session=session).delete()
    Round.objects.filter(section__session=session).delete()
    for section in sections:
        section.round_number, section.hold = 0, False
        section.save(update_fields=["round_number", "hold"])
    signals.lines_changed.send(sender=Section, session_id=session.pk)


def showing_set(*, session: Session, user: User, travellers: str, watched: Table | None, delay: int | None) -> Session:
    """Set when tables see other tables' results, and the table to watch. Raise Refused if that one plays with cards."""
    if watched is not None and not watched.live:
        raise Refused(NO_CARDS.format(watched.label), "table")
    with transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session.pk)
        before = _showing(session)
        session.travellers = TravellersShown(travellers)
        session.save(update_fields=["travellers"])
        tables = Table.objects.filter(section__session=session)
        tables.filter(watch__isnull=False).update(watch=None)
        if watched is not None:
            tables.filter(pk=watched.pk).update(watch=WatchDelay(delay or WatchDelay.CLOSED))
        after = _showing(session)
        if before != after:
            session_audit_add(session, AuditAction.SHOWING_SET, str(session), user=user, before=before, after=after)
    return session


def _showing(session: Session) -> dict[str, Any]:
    watched = Table.objects.filter(section__session=session, watch__isnull=False).select_related("section").first()
    table = {"table": watched.label, "delay": watched.watch} if watched else {}
    return {"travellers": session.travellers, **table}


def showing_words(travellers: str, table: str = "", delay: int | None = None) -> str:
    """Return the setting that `showing_set` noted in the audit log, in words."""
    words = f"Travellers at the tables {TravellersShown(travellers).label}."
    if not table:
        return f"{words} No table is watched."
    return f"{words} Table {table} is watched {WatchDelay(delay or 0).label}."


MOVED_ON = "The table has moved on since this page was shown. Ask the players, then press again."
CALL_GONE = "That call is not among those that were answered last."


def seat_free(*, session: Session, label: str, side: str, name: str, ticket: SeatTicket, user: User) -> None:
    """End this ticket for one side of the table. If it has already ended, record who is freeing the seat now."""
    own = own_seat_check(session=session, ticket=ticket, user=user)
    with transaction.atomic():
        if ticket.revoked_at is None:
            ticket_release(ticket=ticket, reason=RevokeReason.FREED, user=user)
        else:
            ticket_freed_by(ticket=ticket, user=user)
        session_audit_add(session, AuditAction.SEAT_FREED, name, user=user, table=label, seat=side, **own)


def own_seat_check(*, session: Session, ticket: SeatTicket, user: User) -> Facts:
    """Return the facts that the audit log adds for the director's own seat, as `own_request_check` does."""
    return own_request_check(session=session, user=user, contestants=contestant_held(ticket), what="seat")


def take_back(*, session: Session, label: str, seen: str, user: User, words: str = "", number: str = "") -> None:
    """Take back the last call or card of the play on the table. Raise Refused if that is not possible.

    `seen` is "<play>/<seq>" as shown on the page: nothing happens if the players have gone on. At the director's own
    table raise ConsentWanted unless `number` is the one that the opponent's screen shows with `words`.
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
    own = consent_check(session=session, user=user, contestants=sitting, what="table", act=act, number=number)
    with transaction.atomic():
        answer = director_act(play=play, user=user, action="undo", seq=int(seq))
        if answer.code == "stale":
            raise Refused(MOVED_ON)
        if not answer.ok:
            raise Refused(f"{answer.reason.rstrip('.')}.")
        action, board = AuditAction.PLAY_ACTION_TAKEN_BACK, play.setup["board"]
        session_audit_add(session, action, user=user, table=label, board=board, **own)


def call_answer(*, table: Table, user: User, keys: Collection[str] = ()) -> None:
    """Answer the calls with these keys, or all open calls if there are no keys: the director has come to the table."""
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
