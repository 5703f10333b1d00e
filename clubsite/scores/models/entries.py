"""Score entries, with one row for each time a score is entered, and the scoring requests that result from them.

The newest entry for a board at a table counts.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubsite.core.data_map import DataOf
from clubsite.nights.models import Board, Session, TableBoard
from clubsite.play.models import Play, SeatTicket
from clubsite.scores.models.columns import ResultColumns
from scoring.lines import Status
from scoring.result import BoardResult
from scoring.ruling_text import STATUS_WORDS


class ScoreSource(models.TextChoices):
    LIVE = "live", "Played on the site"
    TYPED = "typed", "Typed at the table"
    DIRECTOR = "director", "Director"


class CorrectionReason(models.TextChoices):
    """The reason for correcting a score, which everyone may read. Only members see the club's own wording."""

    TYPING = "typing", "Typing error"
    RULING = "ruling", "Ruling"
    BOARD = "board", "Wrong board"
    OTHER = "other", "Other"


class ScoreStatus(models.TextChoices):
    """A `scoring.lines.Status` value, with its wording for people."""

    PLAYED = Status.PLAYED.value, STATUS_WORDS[Status.PLAYED]
    PASSED_OUT = Status.PASSED_OUT.value, STATUS_WORDS[Status.PASSED_OUT]
    NOT_PLAYED = Status.NOT_PLAYED.value, STATUS_WORDS[Status.NOT_PLAYED]
    LATE = Status.LATE.value, STATUS_WORDS[Status.LATE]
    ARTIFICIAL = Status.ARTIFICIAL.value, STATUS_WORDS[Status.ARTIFICIAL]
    ASSIGNED = Status.ASSIGNED.value, STATUS_WORDS[Status.ASSIGNED]
    FOULED = Status.FOULED.value, STATUS_WORDS[Status.FOULED]
    SIT_OUT = Status.SIT_OUT.value, STATUS_WORDS[Status.SIT_OUT]


NO_LINE = Q(contract="", declarer="", tricks__isnull=True)


class ScoreEntry(ResultColumns):
    """One score of a board at a table, with its `result` and the person who entered it.

    The table is append-only: the database refuses UPDATE and DELETE.
    """

    data_of = DataOf(session="table_board__round__section__session")
    table_board = models.ForeignKey(TableBoard, on_delete=models.PROTECT, related_name="score_entries")
    source = models.CharField(max_length=8, choices=ScoreSource)
    status = models.CharField(max_length=10, choices=ScoreStatus)
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    by_ticket = models.ForeignKey(SeatTicket, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=200, blank=True)
    play = models.ForeignKey(
        Play, null=True, blank=True, on_delete=models.PROTECT, related_name="score_entries", editable=False
    )
    at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        ordering = ["table_board", "pk"]
        verbose_name_plural = "score entries"
        constraints = [
            models.CheckConstraint(condition=Q(source__in=ScoreSource.values), name="score_source_known"),
            models.CheckConstraint(condition=Q(status__in=ScoreStatus.values), name="score_status_known"),
            models.CheckConstraint(
                condition=~Q(status="passed_out")
                | Q(contract="PASS", declarer="", tricks__isnull=True, ns_score=0, ns_score__isnull=False),
                name="score_passed_out_is_empty",
            ),
            models.CheckConstraint(
                condition=~Q(status="played")
                | (
                    Q(
                        declarer__in=["N", "E", "S", "W"],
                        tricks__isnull=False,
                        tricks__lte=13,
                        ns_score__isnull=False,
                    )
                    & ~Q(contract__in=["", "PASS"])
                )
                | (NO_LINE & Q(ns_score__isnull=False)),
                name="score_played_is_whole",
            ),
            models.CheckConstraint(
                condition=~Q(status="artificial") | (NO_LINE & Q(ns_score__isnull=True) & ~Q(ruling="")),
                name="score_artificial_has_its_text",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=["assigned", "fouled"]) | Q(ns_score__isnull=False) | ~Q(ruling=""),
                name="score_assigned_has_its_score",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=["not_played", "late", "sit_out"]) | (NO_LINE & Q(ns_score__isnull=True)),
                name="score_not_played_is_empty",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_status_display()} {self.contract}{self.ruling}".strip()

    def save(self, *args: Any, **options: Any) -> None:
        if self.table_board.play is not None:
            self.play = self.table_board.play
        super().save(*args, **options)

    @property
    def result(self) -> BoardResult:
        return BoardResult.of_columns(self)


class ScoringRequest(models.Model):
    """A request to score a session. A request is inserted with each change to the session's results and deleted once
    the results have been scored.

    `board` is the board whose score changed, or None if the change concerns the whole session. Inserting a row
    never waits for a lock. The foreign keys have no database constraint, because checking it would wait for whoever
    holds the session's lock, and that process may in turn be waiting for the table where this score was made.
    """

    data_of = DataOf(session="session", not_in_file="made again by an import, one for each session")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, db_constraint=False, related_name="scoring_requests")
    board = models.ForeignKey(
        Board, null=True, blank=True, on_delete=models.CASCADE, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.session_id} at {self.at}"
