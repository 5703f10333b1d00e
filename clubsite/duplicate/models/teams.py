"""The names of teams."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from clubsite.core.named import NameField
from clubsite.duplicate.models.sessions import Section

LONGEST_TEAM_NAME = 40


class Team(models.Model):
    """The name that a director gave to a team, by the team's number in the movement. A team without a name has no row.

    The name is plain text: a person's name in it is not recognised, so that person's choices do not change it.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = NameField(max_length=LONGEST_TEAM_NAME)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="team_number_once_a_section"),
            models.UniqueConstraint("section", Lower("name"), name="team_name_once_a_section"),
            models.CheckConstraint(condition=Q(number__gte=1), name="team_number_from_1"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
