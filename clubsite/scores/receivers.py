"""Receivers for signals from `play` and `nights`. They run in the sender's transaction unless stated otherwise."""

from typing import Any

from django.dispatch import receiver

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction, Facts
from clubsite.core.refused import Refused
from clubsite.nights.models import Session, TableBoard
from clubsite.nights.signals import (
    board_instead,
    board_met_before,
    board_moved,
    board_settled,
    lines_changed,
    start_taken_back,
)
from clubsite.play.signals import play_finished
from clubsite.scores.models import OrderCheck, PendingScore, ScoreEntry, ScoreSource
from clubsite.scores.selectors.entries import PLAYED_STATUSES
from clubsite.scores.services.entries import (
    pending_score_left,
    score_carry,
    score_enter,
    score_from_play,
    score_settled,
    scoring_request,
)
from clubsite.scores.services.pending_scores import pending_score_carry
from scoring.lines import Status
from scoring.result import BoardResult

SIDE_WORDS = {"NS": "N/S", "EW": "E/W"}
AVERAGES = {("NS",): "A4060", ("EW",): "A6040", ("NS", "EW"): "A4040"}
"""The sides that have played the board before -> 40 % for them and 60 % for the side that could not
play it (Law 12C2).
"""


@receiver(play_finished, dispatch_uid="scores.play_finished")
def score_the_play(play: Any, **kwargs: Any) -> None:
    score_from_play(play)


@receiver(board_settled, dispatch_uid="scores.board_settled")
def score_the_settled(table_board: Any, **kwargs: Any) -> None:
    score_settled(table_board)


@receiver(start_taken_back, dispatch_uid="scores.start_taken_back")
def keep_what_is_typed(sender: Any, session: Session, **kwargs: Any) -> None:
    """Raise Refused if a typed score is waiting in the session, because the score would be deleted with its row."""
    waiting = PendingScore.objects.filter(table_board__round__section__session=session)
    first = waiting.select_related("table_board__table__section").first()
    if first is not None:
        label = first.table_board.table.label
        raise Refused(f"A score is typed at table {label}. Accept it or set it aside first.")


@receiver(board_moved, dispatch_uid="scores.board_moved")
def carry_the_score(sender: Any, old: Any, new: Any, user: User, facts: Facts, **kwargs: Any) -> None:
    """Move a board's score and checks to the players who played it. An unconfirmed score stays with its typist."""
    OrderCheck.objects.filter(table_board=old).update(table_board=new)
    score_carry(old=old, new=new, user=user, facts=facts)
    scoring_request(new.round.section.session_id)
    pending_score_carry(new=new)
    pending_score_left(old, AuditAction.PENDING_SCORE_OF_OTHERS)


@receiver(board_instead, dispatch_uid="scores.board_instead")
def score_the_board_played(sender: Any, old: TableBoard, new: TableBoard, user: User, **kwargs: Any) -> None:
    """Enter the score of `old` for `new`, the board that was really played, with that board's vulnerability.

    Enter nothing if nothing was played, or if `new` has this result or an artificial score. The lead was compared with
    the other board, so it is left out.
    """
    last, own = (line.score_entries.order_by("pk").last() for line in (old, new))
    if last is not None and last.status in PLAYED_STATUSES and last.contract:
        vul, four_handed = new.board.vulnerability, new.round.section.pairs
        result = BoardResult.of_contract(last.contract, last.declarer, last.tricks, vul, four_handed=four_handed)
        if own is None or (own.status != Status.ARTIFICIAL and _played(own) != _played(last)):
            score_enter(table_board=new, result=result, user=user, facts={"in_place_of": old.board.number})
    pending_score_left(old, AuditAction.PENDING_SCORE_OF_OTHERS)


def _played(entry: ScoreEntry) -> tuple[str, str, int | None]:
    return entry.contract, entry.declarer, entry.tricks


@receiver(board_met_before, dispatch_uid="scores.board_met_before")
def score_the_board_met_before(sender: Any, table_board: TableBoard, again: list[str], **kwargs: Any) -> None:
    """Give an artificial score for a board that one side has already played. A director can correct it."""
    given = BoardResult(Status.ARTIFICIAL, ruling=AVERAGES[tuple(again)]).columns()
    facts = {"played_before": " and ".join(SIDE_WORDS[side] for side in again)}
    ScoreEntry.objects.create(table_board=table_board, source=ScoreSource.DIRECTOR, facts=facts, **given)
    scoring_request(table_board.round.section.session_id)


@receiver(lines_changed, dispatch_uid="scores.lines_changed")
def ask_for_scoring(sender: Any, session_id: int, **kwargs: Any) -> None:
    """Request scoring, since the ranking lists, or the number of times a board was played, may have changed."""
    scoring_request(session_id)
