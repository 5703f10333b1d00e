"""Scores sent in a batch by a director's program. Either all or none are stored. Sending them again is safe."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.nights.models import TableBoard
from clubsite.play.models import Room
from clubsite.scores.models import CorrectionReason, ScoreStatus
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.scores.services.entries import score_enter
from scoring.result import BoardResult

REASON_MISSING = "There is a score already. Write why it is changed: it stays beside the old one."


class ScoresRefused(ValueError):
    """A refused batch. `problems` maps each faulty score's index (from 0) to {field: sentence}. No score was stored."""

    def __init__(self, problems: dict[int, dict[str, str]]) -> None:
        super().__init__("Nothing was stored.")
        self.problems = problems


class ScoreChanged(ValueError):
    """Raised if the current score is not the one that the program saw last. `str()` gives a sentence."""


@dataclass(frozen=True, slots=True)
class SentScore:
    """A score that a program sends for `row`, or a refusal if the score could not be read.

    `revision` is the id of the entry that the program has seen: 0 if it saw no entry, None if this is not stated.
    """

    row: TableBoard
    result: BoardResult | Refused
    why: str = ""
    reason: str = CorrectionReason.OTHER
    revision: int | None = None


def scores_put(*, scores: Sequence[SentScore], user: User) -> int:
    """Make each score count that does not count already. Return how many. The caller has checked the permission.

    Raise ScoresRefused if any is refused, or ScoreChanged if the program has seen another score.
    """
    problems: dict[int, dict[str, str]] = {}
    entered = 0
    with transaction.atomic():
        rooms = Room.objects.filter(table__table_boards__in=[score.row.pk for score in scores])
        list(Room.objects.select_for_update().filter(pk__in=rooms.values("pk")).order_by("pk"))
        for number, score in enumerate(scores):
            try:
                entered += _put(score, user)
            except Refused as no:
                problems[number] = no.problems
        if problems:
            raise ScoresRefused(problems)
    return entered


def _put(score: SentScore, user: User) -> int:
    row, result = score.row, score.result
    before = row.score_entries.order_by("pk").last()
    if score.revision is not None and score.revision != (before.pk if before else 0):
        raise ScoreChanged(
            f"Board {row.board.number} at table {row.table.label} has another score than the one that you have seen."
        )
    if isinstance(result, Refused):  # after the revision: an old one is reported first
        raise result
    silent = before is not None and before.status != ScoreStatus.NOT_PLAYED and not score.why.strip()
    others = silent and before is not None and before.by_user_id != user.pk
    if others and row.board_id in boards_hidden_from(user, row.round.section.session):
        raise Refused({"why": REASON_MISSING})  # also for the same score: it would reveal which one it is (SOLO-31)
    if before is not None and result == (before.result if result.lead else replace(before.result, lead="")):
        return 0
    if silent:
        raise Refused({"why": REASON_MISSING})
    score_enter(table_board=row, result=result, user=user, why=score.why, reason=score.reason)
    return 1
