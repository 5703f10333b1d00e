"""Data typed at tables with cards: scores to be confirmed by the opponents, terminals' actions, and refused leads."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubsite.core.data_map import DataOf, below
from clubsite.core.tokens import new_public_id
from clubsite.nights.models import TableBoard
from clubsite.play.models import SEAT_SESSIONS, SeatTicket
from clubsite.scores.models.columns import TypedColumns
from scoring.result import BoardResult


class Asks(models.TextChoices):
    """The reason why a typed score is decided on by the director, not by the other side."""

    LATE = "late", "The round was over when it came"
    OTHER_SCORE = "other_score", "Another score had been entered meanwhile"
    OTHER_PLAYERS = "other_players", "Others sit there by the movement as it is now"


class PendingScore(TypedColumns):
    """A score that one side has typed. It becomes a ScoreEntry once the other side has confirmed it.

    `key` is the id of the version that was shown; the terminal makes a new id each time the score is typed. `side`
    is the side that typed the score. If `asks` is set, the score counts only if the director accepts it. `agreed`
    means that the other side has agreed to the score.
    """

    data_of = DataOf(session="table_board__round__section__session")
    table_board = models.OneToOneField(TableBoard, on_delete=models.CASCADE, related_name="pending_score")
    key = models.CharField(max_length=32, unique=True, default=new_public_id)
    side = models.CharField(max_length=2)
    by_ticket = models.ForeignKey(SeatTicket, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    status = models.CharField(max_length=10)
    ns_score = models.SmallIntegerField()
    disputed = models.BooleanField(default=False, help_text="The other side said that it is not so")
    asks = models.CharField(max_length=13, choices=Asks, blank=True)
    agreed = models.BooleanField(default=False, help_text="The other side said yes, and it does not count yet")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(asks__in=["", *Asks.values]), name="pending_score_asks_known"),
            models.CheckConstraint(condition=Q(side__in=["NS", "EW"]), name="pending_score_side_known"),
            models.CheckConstraint(
                condition=Q(status__in=["played", "passed_out"]),
                name="pending_score_of_a_board_that_was_played",
            ),
        ]

    def __str__(self) -> str:
        return f"pending score of {self.table_board}"

    @property
    def uncontested(self) -> bool:
        """True if both sides agreed to the score, which waits only because the round was already over."""
        return self.agreed and not self.disputed and self.asks == Asks.LATE

    @property
    def result(self) -> BoardResult:
        return BoardResult.of_columns(self)


class ActCode(models.TextChoices):
    """The outcome of a terminal's action."""

    DONE = "done", "It was done"
    SAME = "same", "The same score counts already"
    KEPT = "kept", "It is kept for the director"
    GONE = "gone", "It was about a score that is another one by now"
    REFUSED = "refused", "It cannot be"


class TypedAct(models.Model):
    """A terminal's action as it was sent, with the answer. Sending the same `client_id` again gets the same answer.

    `said` holds scores and numbers, never a name.
    """

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
    """An opening lead that a table sent with a score and that was refused. The card itself is not stored.

    `cleared_at` is when a director let the table type leads again. From then on, the refused lead no longer counts.
    """

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
