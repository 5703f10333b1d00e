"""The director's acts on the calls of a table: answering them, all or one, and taking an answer back."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.duplicate.models import Table
from clubsite.duplicate.selectors.calls import calls_told, told_in_a_line
from clubsite.duplicate.services.session_audit import session_audit_add
from clubsite.play.calls import Call, answered_at, calls_answered, calls_standing, standing_again
from clubsite.play.models import Room
from clubsite.play.services import room_update

CALL_GONE = "That call is not among those that were answered last."


def call_answer(*, table: Table, user: User, keys: Collection[str] = ()) -> None:
    """Answer the calls of these keys, or all open calls if there are no keys: the director has come to the table.

    A call that came meanwhile stays open.
    """
    with transaction.atomic():
        room = Room.objects.select_for_update().get(pk=table.room_id)
        answered = [call for call in calls_standing(room) if not keys or call.key in keys]
        if not answered:
            return
        room_update(room=room, calls=answered_at(room, [call.key for call in answered], timezone.now()))
        _note(AuditAction.CALL_ANSWERED, table, answered, user)


def call_put_back(*, table: Table, key: str, user: User) -> None:
    """Reopen an answered call, with its original time. Raise Refused if there is no such call."""
    with transaction.atomic():
        room = Room.objects.select_for_update().get(pk=table.room_id)
        answered = [call for call in calls_answered(room) if call.key == key]
        if not answered:
            raise Refused(CALL_GONE)
        room_update(room=room, calls=standing_again(room, key))
        _note(AuditAction.CALL_PUT_BACK, table, answered, user)


def _note(action: AuditAction, table: Table, calls: Collection[Call], user: User) -> None:
    session = table.section.session
    told = told_in_a_line(calls_told([(call, table.section.pairs) for call in calls]))
    session_audit_add(session, action, f"table {table.label}: {told}", user=user)
