"""Collecting receipts for a session, and entering the scores recorded in them."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.duplicate.models import Session, SessionStatus, TableBoard
from clubsite.duplicate.services.locks import session_locked
from clubsite.duplicate.services.session_audit import session_audit_add
from clubsite.receipts.models import Receipt, ReceiptCollection
from clubsite.receipts.selectors import lost_nights, result_of, rows_of
from clubsite.receipts.signing import receipt_read
from clubsite.scores.selectors.entries import latest_of
from clubsite.scores.selectors.order_checks import foulings_of
from clubsite.scores.services.entries import score_enter
from clubsite.scores.services.order_checks import order_answer

SCORE_WHY = "From the receipts on the players’ devices"
NOT_BEGUN = "Start the session first: its tables and rounds are not there yet."
COLLECTION_CLOSED = "The director does not collect receipts for this session now."
NOTHING_TO_TAKE = "No device has handed in receipts of that night."


@dataclass(frozen=True, slots=True)
class HandedIn:
    """The outcome of handing in one device's receipts: how many are `new`, already `known`, or `invalid`."""

    new: int = 0
    known: int = 0
    invalid: int = 0


@dataclass(frozen=True, slots=True)
class TakenScores:
    """A lost session's scores: how many were `entered`, already counted (`same`), or have no line yet (`later`)."""

    entered: int = 0
    same: int = 0
    later: int = 0


def collection_open(*, session: Session, user: User) -> ReceiptCollection:
    """Let devices hand in receipts for this session. Raise Refused if the session has not begun."""
    with transaction.atomic():
        session = session_locked(session)
        if session.status == SessionStatus.DRAFT:
            raise Refused(NOT_BEGUN)
        collection, made = ReceiptCollection.objects.get_or_create(session=session, defaults={"opened_by": user})
        if made or collection.closed_at is not None:
            collection.closed_at = None
            collection.save(update_fields=["closed_at"])
            session_audit_add(session, AuditAction.RECEIPTS_ASKED, str(session), user=user)
    return collection


def collection_close(*, session: Session, user: User) -> None:
    """End the collection, keeping the receipts that were handed in. Ending it again changes nothing."""
    with transaction.atomic():
        session = session_locked(session)
        if ReceiptCollection.objects.filter(session=session, closed_at=None).update(closed_at=timezone.now()):
            session_audit_add(session, AuditAction.RECEIPTS_ENDED, str(session), user=user)


def receipts_hand_in(*, collection: ReceiptCollection, receipts: Iterable[Mapping[str, str]]) -> HandedIn:
    """Store each of a device's receipts once. Receipts of another club or with an invalid signature are only counted.

    Raise Refused if the director is not collecting receipts now.
    """
    if collection.closed_at is not None:
        raise Refused(COLLECTION_CLOSED)
    new = known = invalid = 0
    for receipt in receipts:
        says = receipt_read(receipt["text"], receipt["signature"])
        if says is None or says["club"] != collection.session.club.slug:
            invalid += 1
            continue
        digest = hashlib.sha256(receipt["text"].encode()).hexdigest()
        columns = {"says": says, "lost": says["session"]}
        _, made = Receipt.objects.get_or_create(collection=collection, digest=digest, defaults=columns)
        new, known = new + made, known + (not made)
    return HandedIn(new, known, invalid)


def receipts_take(*, collection: ReceiptCollection, lost: str, user: User) -> TakenScores:
    """Enter the scores of a lost session, taking the newest score for each line. A repetition enters only new scores.

    When a round's scores are complete, the session moves on, and the scores of the next round are entered. A score
    that already counts is left alone if it is unchanged. A fouled board is fouled again, so that later scores get
    their group. Raise Refused if no receipts from the lost session were handed in.
    """
    night = next((one for one in lost_nights(collection) if one.public_id == lost), None)
    if night is None:
        raise Refused(NOTHING_TO_TAKE)
    entered = 0
    while True:
        rows = rows_of(collection.session)
        fit = night.lines.keys() & rows.keys()
        _foulings_take([(rows[key], night.lines[key]["fouling"]) for key in sorted(fit)], user)
        counts = latest_of(rows.values())
        others = [(rows[key], result_of(night.lines[key])) for key in sorted(fit)]
        others = [(row, result) for row, result in others if row.pk not in counts or counts[row.pk].result != result]
        if not others:
            return TakenScores(entered, len(fit) - entered, len(night.lines) - len(fit))
        with transaction.atomic():
            for row, result in others:
                score_enter(table_board=row, result=result, user=user, why=SCORE_WHY)
        entered += len(others)


def _foulings_take(said: list[tuple[TableBoard, dict[str, str] | None]], user: User) -> None:
    """Store each table's report of a fouled board again, unless the table already has a report in this session."""
    known = foulings_of(row for row, _ in said)
    for row, fouling in said:
        if fouling is not None and row.pk not in known:
            at, answer = fouling["moment"], fouling["answer"]
            order_answer(
                table_board=row, moment=at, answer=answer, side=fouling["side"], user=user, group=fouling["group"]
            )
