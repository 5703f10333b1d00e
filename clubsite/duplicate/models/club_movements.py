"""Movements that a club keeps for later sessions: made in the editor or read from a file."""

from django.db import models
from django.db.models import Q

from clubsite.clubs.models import Club
from clubsite.core.named import Named, NameField


class ClubMovement(Named):
    """A plan under a name of the club's own. `contestants` is how many it seats."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="movements")
    name = NameField(max_length=80)
    contestants = models.PositiveSmallIntegerField()
    boards_per_round = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="That it was made for; empty: any"
    )
    plan = models.JSONField()
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name_order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="club_movement_name_once_a_club"),
            models.CheckConstraint(
                condition=Q(boards_per_round__isnull=True) | Q(boards_per_round__gte=1, boards_per_round__lte=12),
                name="club_movement_boards_a_round_1_to_12",
            ),
        ]

    def __str__(self) -> str:
        return self.name
