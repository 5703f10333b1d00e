"""A section's movement, the names of its teams, and the movements that a club keeps for later sessions."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from clubsite.clubs.models import Club
from clubsite.core.data_map import DataOf
from clubsite.core.named import Named, NameField
from clubsite.nights.models.sessions import Section

LONGEST_TEAM_NAME = 40


def changed_name(name: str) -> str:
    """Return the new name of a movement that a director has changed."""
    return f"{name} (changed)"


class Movement(models.Model):
    """The plan in use (JSON from `movements.plan`), from which the seatings are made."""

    data_of = DataOf(session="section__session")
    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="movement")
    name = models.CharField(max_length=120, help_text="Mitchell with arrow switch")
    changed = models.BooleanField(default=False, help_text="A director has changed it since play began")
    title = models.CharField(max_length=120, help_text="The name with its tables, rounds and boards")
    plan = models.JSONField()
    drawn = models.BooleanField(
        default=False, help_text="Swiss: each round is drawn from the standings; the plan holds those drawn"
    )
    rounds = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Of a drawn movement: how many there will be; else the plan says"
    )
    waits = models.BooleanField(default=False, help_text="Each round waits until the director has looked at its draw")
    accepted_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(drawn=False) | Q(rounds__gte=1), name="movement_drawn_has_its_rounds")
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def short_title(self) -> str:
        """The short title, such as "Mitchell (changed), 9 tables"."""
        name, tables = changed_name(self.name) if self.changed else self.name, self.plan["tables"]
        return f"{name}, {tables} tables" if tables > 1 else name

    @property
    def rounds_all(self) -> int:
        """The number of rounds in the session, including rounds that are still to be drawn."""
        return int(self.rounds or self.plan["rounds"])

    @property
    def sets_needed(self) -> int:
        """The number of board sets that the movement uses. A drawn movement plays a new set in each round."""
        return int(self.rounds or self.plan["board_sets"])


class Team(models.Model):
    """The name that a director gave to a team, by the team's number in the movement. An unnamed team has no row.

    The name is plain text: a person's name in it is not recognised, so that person's choices do not affect it.
    """

    data_of = DataOf(session="section__session")
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


class ClubMovement(Named):
    """A plan from the editor or a file, kept under a name that the club chose, for a number of `contestants`."""

    data_of = DataOf(club="club")
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
