"""Repairs: changes to a movement during a session, each with the data needed to undo it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubsite.clubs.audit_words import repair_words
from clubsite.clubs.models import Person
from clubsite.nights.models.contestants import Contestant
from clubsite.nights.models.sessions import Section
from clubsite.play.models import SeatTicket


class RepairKind(models.TextChoices):
    """The kinds of events that need a repair. The labels are shown to directors."""

    LATE = "late", "Someone came late"
    ABSENT = "absent", "Someone has not come"
    LEAVES = "leaves", "Someone leaves"
    SHORTER = "shorter", "Stop earlier"
    LONGER = "longer", "One round more"
    TABLE = "table", "Another table"
    SWAPPED = "swapped", "Two players swapped"
    TURNED = "turned", "Sat the wrong way"
    WRONG = "wrong", "Wrong players at a table"
    ANEW = "anew", "New movement for the rest"

    @property
    def afterwards(self) -> bool:
        """True if an event of this kind can still be repaired after the session has ended."""
        return self in (RepairKind.SWAPPED, RepairKind.TURNED, RepairKind.WRONG)


class Repair(models.Model):
    """A change that a director made to a section's movement. The last change can be undone until the next round.

    `order` holds the numbers and names of the director's order (`repair_orders`); `people` are the people who came or
    left.
    `title`, `changed` and `rounds_all` hold the movement's old values; `rounds_all` is set only if it changed.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="repairs")
    kind = models.CharField(max_length=8, choices=RepairKind)
    order = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    round = models.PositiveSmallIntegerField(help_text="How many rounds had begun")
    before = models.JSONField(help_text="The plan before")
    after = models.JSONField(help_text="The plan after")
    title = models.CharField(max_length=120)
    changed = models.BooleanField()
    rounds_all = models.PositiveSmallIntegerField(null=True, blank=True)
    released = models.ManyToManyField(SeatTicket, related_name="+", help_text="Whose device has let go")
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=RepairKind.values), name="repair_kind_known"),
            models.CheckConstraint(
                condition=Q(undone_at=None, undone_by=None) | Q(undone_at__isnull=False, undone_by__isnull=False),
                name="repair_undone_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.what

    @property
    def what(self) -> str:
        """The repair as a phrase."""
        return repair_words(self.kind, self.order)


class RepairPerson(models.Model):
    """A person who joined through a repair (`came`) to play from a certain round on, or who played before and left."""

    repair = models.ForeignKey(Repair, on_delete=models.CASCADE, related_name="people")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    from_round = models.PositiveSmallIntegerField()
    came = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.person} as {self.contestant}"
