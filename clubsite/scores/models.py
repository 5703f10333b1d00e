"""Score entries (the newest counts), typed scores that wait, checks of the dummies' order, and scoring requests."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubsite.clubs.audit_actions import audit_why
from clubsite.core.data_map import DataOf, below
from clubsite.core.tokens import new_public_id
from clubsite.nights.models import Board, Session, TableBoard
from clubsite.play.models import SEAT_SESSIONS, Play, SeatTicket
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


class ResultColumns(models.Model):
    """The columns of a `BoardResult` (`scoring.result.RESULT_COLUMNS`), for every model that stores one.

    `declarer` is "S" or "N" (SOLO-11a), or one of four players. `ns_score` is South's points.
    """

    status = models.CharField(max_length=10, choices=ScoreStatus)
    contract = models.CharField(max_length=4, blank=True)
    declarer = models.CharField(max_length=1, blank=True)
    lead = models.CharField(max_length=2, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    ns_score = models.SmallIntegerField(null=True, blank=True)
    ruling = models.CharField(
        max_length=200,
        blank=True,
        help_text="A ruling: A5050 (50 % to each side), 60% 620, 40% -100 (weighted), 620 / -100 (split)",
    )
    group = models.CharField(
        max_length=10, blank=True, help_text="Of a fouled board: compared with lines of the same group only"
    )

    class Meta:
        abstract = True

    @property
    def result(self) -> BoardResult:
        return BoardResult.of_columns(self)


NO_LINE = Q(contract="", declarer="", tricks__isnull=True)


class ScoreEntry(ResultColumns):
    """One score of a board at a table, and who entered it. Append-only: the database refuses UPDATE and DELETE."""

    data_of = DataOf(session="table_board__round__section__session")

    table_board = models.ForeignKey(TableBoard, on_delete=models.PROTECT, related_name="score_entries")
    source = models.CharField(max_length=8, choices=ScoreSource)
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    by_ticket = models.ForeignKey(SeatTicket, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=200, blank=True, help_text="As a person typed it")
    facts = models.JSONField(default=dict, blank=True, help_text="Why the site entered it")
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
    def why_words(self) -> str:
        """Why it was entered, as typed or in words for its facts, or ""."""
        return audit_why({"why": self.why, **self.facts})


class ScoringRequest(models.Model):
    """A request to score a session, inserted with each change to its results and deleted once they have been scored.

    `board` is the board whose score changed, or None. The keys have no constraint: checking it would wait for whoever
    holds the session's lock, who may be waiting for the table where this score was made.
    """

    data_of = DataOf(session="session", not_in_file="made again by an import, one for each session")

    session = models.ForeignKey(Session, on_delete=models.CASCADE, db_constraint=False, related_name="scoring_requests")
    board = models.ForeignKey(
        Board, null=True, blank=True, on_delete=models.CASCADE, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.session_id} at {self.at}"


class Asks(models.TextChoices):
    """The reason why the director, and not the other side, decides on a typed score."""

    LATE = "late", "The round was over when it came"
    OTHER_SCORE = "other_score", "Another score had been entered meanwhile"
    OTHER_PLAYERS = "other_players", "Others sit there by the movement as it is now"


class PendingScore(ResultColumns):
    """A score that one side has typed. It becomes a ScoreEntry once the other side has confirmed it.

    The terminal makes a new `key` each time the score is typed. If `asks` is set, the score counts only if the director
    accepts it.
    """

    data_of = DataOf(session="table_board__round__section__session")

    table_board = models.OneToOneField(TableBoard, on_delete=models.CASCADE, related_name="pending_score")
    key = models.CharField(max_length=32, unique=True, default=new_public_id)
    side = models.CharField(max_length=2)
    by_ticket = models.ForeignKey(SeatTicket, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    disputed = models.BooleanField(default=False, help_text="The other side said that it is not so")
    asks = models.CharField(max_length=13, choices=Asks, blank=True)
    agreed = models.BooleanField(default=False, help_text="The other side said yes, and it does not count yet")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(asks__in=["", *Asks.values]), name="pending_score_asks_known"),
            models.CheckConstraint(condition=Q(side__in=["NS", "EW"]), name="pending_score_side_known"),
            models.CheckConstraint(
                condition=Q(status__in=["played", "passed_out"], ns_score__isnull=False, ruling="", group=""),
                name="pending_score_of_a_board_that_was_played",
            ),
        ]

    def __str__(self) -> str:
        return f"pending score of {self.table_board}"

    @property
    def uncontested(self) -> bool:
        """True if both sides agreed to the score, and it waits only because the round was already over."""
        return self.agreed and not self.disputed and self.asks == Asks.LATE


class ActCode(models.TextChoices):
    """The outcome of a terminal's action."""

    DONE = "done", "It was done"
    SAME = "same", "The same score counts already"
    KEPT = "kept", "It is kept for the director"
    GONE = "gone", "It was about a score that is another one by now"
    REFUSED = "refused", "It cannot be"


class TypedAct(models.Model):
    """A terminal's action and its answer, which is sent again for the same `client_id`. `said` never has a name."""

    data_of = DataOf(session=below("ticket__seat", SEAT_SESSIONS), not_in_file="answers to what terminals send twice")

    ticket = models.ForeignKey(SeatTicket, on_delete=models.CASCADE, related_name="typed_acts")
    client_id = models.CharField(max_length=32, help_text="Made by the terminal")
    kind = models.CharField(max_length=8)
    said = models.JSONField(default=dict)
    table_board = models.ForeignKey(TableBoard, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    code = models.CharField(max_length=7, choices=ActCode, blank=True)
    words = models.CharField(max_length=400, blank=True)
    problems = models.JSONField(default=dict, help_text="Field -> sentence, where it was refused")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ticket", "client_id"], name="typed_act_once_a_ticket"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.client_id}"


class RefusedLead(models.Model):
    """An opening lead that was refused, without its card. It no longer counts once a director has cleared it."""

    data_of = DataOf(session="table_board__round__section__session")

    table_board = models.ForeignKey(TableBoard, on_delete=models.CASCADE, related_name="refused_leads")
    side = models.CharField(max_length=2)
    by_ticket = models.ForeignKey(SeatTicket, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    cleared_at = models.DateTimeField(null=True, blank=True)
    cleared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=Q(side__in=["NS", "EW"]), name="refused_lead_side_known")]

    def __str__(self) -> str:
        return f"refused lead of {self.table_board}"


class OrderCheckMoment(models.TextChoices):
    """The moment at which the dummies are compared with their record."""

    BEFORE = "before", "before the play"
    AFTER = "after", "after the play"


class OrderAnswer(models.TextChoices):
    """The outcome of a check."""

    SHOWN = "shown", "The order was shown"
    IN_ORDER = "in_order", "In order"
    PUT_RIGHT = "put_right", "Not in order, put right"
    FOULED = "fouled", "Not in order, fouled from this table on"
    FOULED_NEXT = "fouled_next", "Not in order, fouled from the next table on"
    FOULED_OWN = "fouled_own", "Played not in order, put right afterwards"


FOULING_ANSWERS = (OrderAnswer.FOULED, OrderAnswer.FOULED_NEXT, OrderAnswer.FOULED_OWN)
FOULS_OWN = (OrderAnswer.FOULED, OrderAnswer.FOULED_OWN)
FOULS_LATER = (OrderAnswer.FOULED, OrderAnswer.FOULED_NEXT)


class OrderCheck(models.Model):
    """An answer from a table about a board, or a note that the site showed the order there. All answers are kept.

    The scores that a fouled board affects are compared within `group`. A row's newest report counts until `undone_at`.
    """

    data_of = DataOf(session="table_board__round__section__session")

    table_board = models.ForeignKey(TableBoard, on_delete=models.CASCADE, related_name="order_checks")
    moment = models.CharField(max_length=6, choices=OrderCheckMoment)
    answer = models.CharField(max_length=11, choices=OrderAnswer)
    side = models.CharField(max_length=2)
    by_ticket = models.ForeignKey(SeatTicket, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    group = models.CharField(max_length=10, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(moment__in=OrderCheckMoment.values), name="order_check_moment_known"),
            models.CheckConstraint(condition=Q(answer__in=OrderAnswer.values), name="order_check_answer_known"),
            models.CheckConstraint(condition=Q(side__in=["NS", "EW"]), name="order_check_side_known"),
            models.CheckConstraint(
                condition=Q(answer__in=FOULING_ANSWERS) & ~Q(group="") | ~Q(answer__in=FOULING_ANSWERS) & Q(group=""),
                name="order_check_fouled_has_its_group",
            ),
            models.CheckConstraint(
                condition=Q(moment="after") | ~Q(answer__in=["fouled_next", "fouled_own"]),
                name="order_check_after_the_play_alone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.answer} {self.moment} {self.table_board}"
