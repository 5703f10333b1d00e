"""Checks of both dummies' order at a table with cards, made before and after a board is played (SOLO-4)."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubsite.core.data_map import DataOf
from clubsite.nights.models import TableBoard
from clubsite.play.models import SeatTicket


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
    """One answer from a table, or a note that the site showed the order at the table. All answers about a board are
    kept.

    If the board is fouled, the affected scores are compared within `group`. If a row's board was fouled several
    times, the newest report counts. `seen_at` is when a director looked at the report, and `undone_at` is when a
    director decided that the board was not fouled.
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
