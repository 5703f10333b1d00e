"""Looks at cards by directors and devices (SOLO-31)."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubsite.accounts.models import Device
from clubsite.clubs.models import of_discarded_drafts
from clubsite.core.data_map import DataOf
from clubsite.nights.models import Board, Contestant, Session, Table
from clubsite.nights.models.boards import MAY_BE_GONE  # a table or a contestant may be taken out again too


class LookKind(models.TextChoices):
    """The kinds of actions that show cards to somebody. The labels follow a name, as in "Dee printed the slips"."""

    TABLE = "table", "looked at the cards at the table"
    SLIPS = "slips", "printed the slips"
    CURTAIN_CARDS = "curtain_cards", "printed curtain cards"
    LOST_SLIP = "lost_slip", "printed the lost slips"
    FILE = "file", "took a file with the cards"
    TYPED = "typed", "typed the cards"
    SEAT = "seat", "took a seat in mid-board"


class Look(models.Model):
    """One look at the cards of one board, by an account, by the device that had a contestant's seat, or by both.

    `table` is the table that had the board, or None. `why` is the reason in the words of the person who looked.
    The table is append-only: the database refuses UPDATE and DELETE, except by retention.
    """

    data_of = DataOf(session="session", club=of_discarded_drafts, account="user")
    session = models.ForeignKey(Session, null=True, related_name="looks", **MAY_BE_GONE)
    board = models.ForeignKey(Board, related_name="looks", **MAY_BE_GONE)
    kind = models.CharField(max_length=16, choices=LookKind)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="looks")
    device = models.ForeignKey(Device, null=True, on_delete=models.PROTECT, related_name="looks")
    contestant = models.ForeignKey(Contestant, null=True, related_name="looks", **MAY_BE_GONE)
    table = models.ForeignKey(Table, null=True, related_name="+", **MAY_BE_GONE)
    at = models.DateTimeField()
    why = models.CharField(max_length=200, blank=True)
    facts = models.JSONField(default=dict, blank=True, help_text="What the site says of why")

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(kind__in=LookKind.values), name="look_kind_known")]
        indexes = [models.Index(fields=["board", "at"], name="look_of_board")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, board {self.board_id}"
