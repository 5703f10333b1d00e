"""What a terminal has sent: each act once, however often it came."""

from django.db import models

from clubsite.duplicate.models import TableBoard
from clubsite.play.models import SeatTicket


class ActCode(models.TextChoices):
    """The outcome of a terminal's act."""

    DONE = "done", "It was done"
    SAME = "same", "The same score counts already"
    KEPT = "kept", "It is kept for the director"
    GONE = "gone", "It was about a score that is another one by now"
    REFUSED = "refused", "It cannot be"


class TypedAct(models.Model):
    """An act of a terminal as sent, and its answer. The same `client_id` again gets the same answer.

    `said` holds figures and numbers, never a name.
    """

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
