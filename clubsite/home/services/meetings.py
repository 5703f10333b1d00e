"""Services between players at home: words from a short list, blocking, reporting, and the keeper's decision."""

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.limits import TABLE_WORDS
from clubsite.core.refused import Refused
from clubsite.home.models import HomeSeat, Phrase, PlayerBlock, PlayerReport, ReportDecision, ReportReason, TableWord
from clubsite.home.selectors.meetings import has_blocked, other_person
from clubsite.play.services import room_invalidate, room_locked, room_update

NOBODY_THERE = "There is nobody opposite to hear it."
NO_NAME = "A player"


def word_say(*, seat: HomeSeat, phrase: Phrase) -> None:
    """Say something to the person opposite. Who has blocked the speaker hears nothing, and the speaker is not told.

    Raise Refused if a robot or nobody sits there, or if too much was said.
    """
    if TABLE_WORDS.exceeded(str(seat.pk)):
        raise Refused(TABLE_WORDS.refusal(str(seat.pk)))
    with transaction.atomic():
        room = room_locked(seat.match.room_id)
        other = other_person(seat)
        if other is None:
            raise Refused(NOBODY_THERE)
        if has_blocked(other, seat):
            return
        TableWord.objects.create(seat=seat, phrase=phrase)
        room_update(room=room)


def player_block(*, seat: HomeSeat) -> PlayerBlock:
    """Let the holder of this seat never meet the person opposite again. Blocking twice is harmless.

    Raise Refused if no person sits there.
    """
    other = other_person(seat)
    if other is None:
        raise Refused(NOBODY_THERE)
    facts = {"by_user": seat.user, "of_user": other.user, "name": other.name}
    made, _ = PlayerBlock.objects.update_or_create(by_device=seat.device, of_device=other.device, defaults=facts)
    return made


def block_end(*, block: PlayerBlock) -> None:
    """Let two people meet again, as far as this block forbids it."""
    block.delete()


def report_make(*, seat: HomeSeat, reason: ReportReason) -> PlayerReport:
    """Report the person opposite to the keeper of the site. The same report made twice counts once.

    Raise Refused if no person sits there.
    """
    other = other_person(seat)
    if other is None:
        raise Refused(NOBODY_THERE)
    return PlayerReport.objects.get_or_create(of=other, reason=reason)[0]


def report_decide(*, report: PlayerReport, decision: ReportDecision, note: str, user: User) -> None:
    """Close a report with a decision, or decide again. A name that is taken off is replaced at its table."""
    with transaction.atomic():
        report.decision, report.note = decision, note
        report.decided_by, report.decided_at = user, timezone.now()
        report.save(update_fields=["decision", "note", "decided_by", "decided_at"])
        if decision == ReportDecision.RENAMED:
            HomeSeat.objects.filter(pk=report.of_id).update(name=NO_NAME)
            room_invalidate(room_id=report.of.match.room_id)
