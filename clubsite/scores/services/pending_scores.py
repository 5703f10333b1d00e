"""Scores typed at a table with cards: one side types a score, the other confirms it, and then it counts.

A typed score is never lost: it counts, or it waits, or the audit log says what happened to it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import IntegrityError, transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.core.tokens import new_public_id
from clubsite.nights.models import Session, SessionStatus, Table, TableBoard, TableBoardState
from clubsite.nights.selectors.contestants import names_of
from clubsite.play.models import Room, SeatTicket
from clubsite.play.services import room_invalidate
from clubsite.scores.models import ActCode, Asks, PendingScore, ScoreEntry, ScoreSource, ScoreStatus, TypedAct
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.scores.services.checks import lead_take
from clubsite.scores.services.entries import pending_score_noted, score_row_locked, score_store, side_name
from scoring.result import BoardResult

OTHER_SIDE = {"NS": "EW", "EW": "NS"}
MOVED_ON = "The round has moved on."
NOT_RUNNING = "The night is not in play now."
OTHERS_NOW = "The director has put right who sits at that table."
OTHER_ENTERED = "Another score of board {} was entered meanwhile."
TYPED_KEPT = "What you typed for board {} is kept: the director sees it and can make it count."
TYPED_RECORDED = "What you typed for board {} is in the night’s record, for the director."
NOT_THEIRS = "Another device has this seat now."
ASK_ACTIONS = {
    Asks.LATE: AuditAction.PENDING_SCORE_TOO_LATE,
    Asks.OTHER_SCORE: AuditAction.PENDING_SCORE_TOO_LATE,
    Asks.OTHER_PLAYERS: AuditAction.PENDING_SCORE_OF_OTHERS,
}
DISPUTED_UNSEEN = (
    "The other side did not agree to it, and you have still to play board {}: another director can decide."
)


class TooLate(Refused):
    """Raised if a score or an answer came from the table too late. The data that were sent are stored anyway."""


def pending_score_type(
    *,
    table_board: TableBoard,
    result: BoardResult,
    side: str,
    ticket: SeatTicket | None,
    key: str = "",
    seen: int | None = None,
    asks: str = "",
    offline: bool = False,
) -> tuple[bool, str]:
    """Store the score that `side` typed, to wait for the other side, in place of an earlier one.

    Return True if it waits or False if it already counts, and a message about its lead. `key` is the score's id, made
    by the terminal. `seen` is the entry that counted when it was typed, or 0. `asks` says why the director has to
    decide in any case.

    Raise Refused if it cannot be stored. Raise TooLate if the director has to decide: then it is in the audit log, and
    waits unless the row is void or the players now present have a waiting score there.
    """
    with transaction.atomic():
        row, late = _locked(table_board)
        result, lead, no = lead_take(row, result, side=side, ticket=ticket, asks=asks, offline=offline)
        code, why, same = _asking(row, result, late, seen, asks, ticket)
        new = not no and not same
        if new:
            taken = not key or PendingScore.objects.filter(key=key).exclude(table_board=row).exists()
            named = {"key": new_public_id() if taken else key, "side": side, "by_ticket": ticket, "asks": code}
            waits = _waits(PendingScore(table_board=row, **named, **result.columns()), row)
    if no:
        raise Refused({"lead": no})
    if new and code:
        kept = (TYPED_KEPT if waits else TYPED_RECORDED).format(row.board.number)
        raise TooLate({"board": f"{why} {kept} {lead}".strip()})
    return new, lead


def _waits(pending: PendingScore, row: TableBoard) -> bool:
    """Store a waiting score in place of an earlier one. Return False if it is only recorded in the audit log."""
    before = PendingScore.objects.filter(table_board=row).first()
    waits = row.state != TableBoardState.VOID and not (pending.asks == Asks.OTHER_PLAYERS and before)
    if waits:
        if before is not None:
            pending_score_noted(before, AuditAction.PENDING_SCORE_REPLACED, actor=side_name(row, pending.side))
            before.delete()
        pending.save()
        room_invalidate(room_id=row.table.room_id)
    if pending.asks:
        pending_score_noted(pending, ASK_ACTIONS[Asks(pending.asks)], actor=side_name(row, pending.side))
    return waits


def _asking(
    row: TableBoard, result: BoardResult, late: str, seen: int | None, asks: str, ticket: SeatTicket | None
) -> tuple[str, str, bool]:
    """Return why the director has to decide about a typed score, as a code and a sentence, or "" for both.

    The third value is True if the typed score already counts; a lead that only one of the two has is ignored. The seat
    of `ticket` can replace a score that it entered in the same round.
    """
    if asks == Asks.OTHER_PLAYERS:
        return asks, OTHERS_NOW, False
    counts = row.score_entries.order_by("pk").last()
    if counts is None or counts.status == ScoreStatus.NOT_PLAYED:
        return (Asks.LATE, late or NOT_THEIRS, False) if late or asks else ("", "", False)
    own = ticket is not None and counts.by_ticket_id == ticket.pk
    if not (late or asks or (seen is not None and counts.pk != seen and not own)):
        return "", "", False
    lead = result.lead if counts.lead and result.lead else counts.lead
    same = replace(result, lead=lead, group="") == replace(counts.result, group="")
    return Asks.OTHER_SCORE, late or OTHER_ENTERED.format(row.board.number), same


def pending_score_confirm(
    *, table_board: TableBoard, key: str, side: str, ticket: SeatTicket | None, asks: str = ""
) -> ScoreEntry:
    """Confirm a typed score for the other side, so that it counts. `key` is the id of the score that was shown.

    `asks` says why the director has to decide in any case. Raise Refused if another score waits or this side typed the
    score. Raise TooLate if the director has to decide; the agreement is stored anyway.
    """
    with transaction.atomic():
        row, late = _locked(table_board)
        pending = _shown(row, key)
        if side != OTHER_SIDE[pending.side]:
            raise Refused({"key": "The other side confirms it: who typed it cannot."})
        kept = bool(late or asks or pending.asks)
        if kept:
            pending.asks, pending.agreed, pending.disputed = pending.asks or Asks.LATE, True, False
            pending.save(update_fields=["asks", "agreed", "disputed"])
            pending_score_noted(pending, AuditAction.PENDING_SCORE_AGREED_LATE, actor=side_name(row, side))
        else:
            names = names_of([row.ns_id, row.ew_id])
            both = (row.ns_id, row.ew_id) if pending.side == "NS" else (row.ew_id, row.ns_id)
            pending.delete()
            entry = score_store(
                row,
                pending.result,
                user=None,
                ticket=pending.by_ticket or ticket,
                source=ScoreSource.TYPED,
                actor=", confirmed by ".join(names[pk] for pk in both),
            )
    if kept:
        why = late or ("" if pending.asks == Asks.LATE else "Another score stands there.")
        raise TooLate({"board": f"{why} That you agree to board {row.board.number} is noted for the director.".strip()})
    return entry


def pending_score_refuse(*, table_board: TableBoard, key: str, side: str) -> None:
    """Refuse a typed score for the other side, so that it has to be typed again.

    Raise Refused if another score waits or this side typed the score. Raise TooLate if the round is over; the refusal
    is stored.
    """
    with transaction.atomic():
        row, late = _locked(table_board)
        pending = _shown(row, key)
        if side != OTHER_SIDE[pending.side]:
            raise Refused({"key": "The other side answers: who typed it can type it again."})
        pending.disputed, pending.agreed = True, False
        pending.save(update_fields=["disputed", "agreed"])
        room_invalidate(room_id=row.table.room_id)
        pending_score_noted(pending, AuditAction.PENDING_SCORE_REFUSED, actor=side_name(row, side))
    if late:
        raise TooLate({"board": f"{late} That you do not agree to board {row.board.number} is noted for the director."})


def pending_score_drop(*, table_board: TableBoard, key: str, side: str) -> None:
    """Withdraw a typed score at its typist's request. Do nothing if the score is already gone."""
    with transaction.atomic():
        row, _ = _locked(table_board)
        for pending in PendingScore.objects.filter(table_board=row, key=key, side=side):
            pending_score_noted(pending, AuditAction.PENDING_SCORE_TAKEN_BACK, actor=side_name(row, side))
            pending.delete()
        room_invalidate(room_id=row.table.room_id)


def pending_score_accept(*, table_board: TableBoard, key: str, user: User) -> ScoreEntry:
    """Make a typed score count by the director's decision, even if its round is over.

    A director who still has to play the board accepts the score unseen, and cannot accept it if it was refused
    (SOLO-31). Raise Refused in that case, or if another score waits.
    """
    with transaction.atomic():
        row = score_row_locked(table_board)
        pending = _shown(row, key)
        if pending.disputed and row.board_id in boards_hidden_from(user, row.round.section.session):
            raise Refused({"key": DISPUTED_UNSEEN.format(row.board.number)})
        facts = {"typist": side_name(row, pending.side)}
        pending.delete()
        return score_store(row, pending.result, user=user, ticket=pending.by_ticket, facts=facts)


def pending_scores_accept(*, session: Session, keys: Iterable[str], user: User) -> None:
    """Make these scores count, except any that have changed. Raise Refused as `pending_score_accept` does."""
    waiting = PendingScore.objects.filter(table_board__round__section__session=session, key__in=list(keys))
    for pending in waiting.select_related("table_board__table"):
        pending_score_accept(table_board=pending.table_board, key=pending.key, user=user)


def pending_scores_accept_agreed(*, table: Table, keys: Iterable[str], user: User) -> int:
    """Make the uncontested scores in `keys` count, if they have not changed. Return how many count."""
    counted = 0
    with transaction.atomic():
        Room.objects.select_for_update().get(pk=table.room_id)
        waiting = PendingScore.objects.filter(table_board__table=table, key__in=list(keys))
        for pending in waiting.select_related("table_board__table").order_by("table_board"):
            if pending.uncontested:
                pending_score_accept(table_board=pending.table_board, key=pending.key, user=user)
                counted += 1
    return counted


def pending_score_set_aside(*, table_board: TableBoard, key: str, user: User) -> None:
    """Set a waiting score aside: it stays in the audit log. Raise Refused if another score waits."""
    with transaction.atomic():
        row = score_row_locked(table_board)
        pending = _shown(row, key)
        pending_score_noted(pending, AuditAction.PENDING_SCORE_SET_ASIDE, user=user)
        pending.delete()
        room_invalidate(room_id=row.table.room_id)


def pending_score_carry(*, new: TableBoard) -> None:
    """After a repair, move two players' unconfirmed score of the round to their new row, unless it has a score."""
    if new.score_entries.exists() or PendingScore.objects.filter(table_board=new).exists():
        return
    typed = PendingScore.objects.filter(table_board__round=new.round_id, table_board__board=new.board_id)
    for pending in typed.select_related("table_board").order_by("-at"):
        was = pending.table_board
        if {was.ns_id, was.ew_id} == {new.ns_id, new.ew_id}:
            pending.side = pending.side if was.ns_id == new.ns_id else OTHER_SIDE[pending.side]
            pending.table_board = new
            pending.save(update_fields=["side", "table_board"])
            return


def _locked(table_board: TableBoard) -> tuple[TableBoard, str]:
    """Lock a board at its table. Return its row, and why it is too late or "". Raise Refused for a board on screens."""
    row = score_row_locked(table_board)
    section = row.round.section
    if row.live:
        raise Refused({"status": "This board is played on the site, where it scores itself."})
    if row.state == TableBoardState.VOID:
        return row, OTHERS_NOW
    if row.round.number != section.round_number:
        return row, MOVED_ON
    return row, "" if section.session.status == SessionStatus.RUNNING else NOT_RUNNING


def _shown(row: TableBoard, key: str) -> PendingScore:
    pending = PendingScore.objects.filter(table_board=row, key=key).first()
    if pending is not None:
        return pending
    if not PendingScore.objects.filter(table_board=row).exists() and row.score_entries.exists():
        raise Refused({"key": f"The score of board {row.board.number} is in already."})
    raise Refused({"key": "This score has been typed again since it was shown. Look at it once more."})


class NotYet(Exception):
    """Raised if the round of an action is not open yet. Nothing is stored; the terminal sends the action again."""


@dataclass(slots=True)
class ActAnswer:
    """The outcome of an action. If it was refused, `problems` maps fields to sentences. `row` is the row concerned."""

    code: ActCode
    words: str = ""
    problems: dict[str, str] = field(default_factory=dict)
    row: TableBoard | None = None


def act_once(
    *, ticket: SeatTicket, client_id: str, kind: str, values: dict[str, Any], do: Callable[[], ActAnswer]
) -> TypedAct:
    """Perform an action unless this ticket already sent it. Return it and its answer. Raise NotYet if too early."""
    values = {name: value for name, value in values.items() if value not in ("", None)}
    with transaction.atomic():
        try:
            with transaction.atomic():  # a second one waits here until the first is done
                act = TypedAct.objects.create(ticket=ticket, client_id=client_id, kind=kind, said=values)
        except IntegrityError:
            return TypedAct.objects.get(ticket=ticket, client_id=client_id)
        answer = do()
        act.code, act.words, act.problems = answer.code, answer.words[:400], answer.problems
        act.table_board = answer.row
        act.save(update_fields=["code", "words", "problems", "table_board"])
    return act


def act_code(*, ticket: SeatTicket, client_id: str) -> str:
    """Return the outcome of an action that has already been sent, or "" if it has never been sent."""
    return TypedAct.objects.filter(ticket=ticket, client_id=client_id).values_list("code", flat=True).first() or ""
