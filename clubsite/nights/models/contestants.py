"""A section's contestants, and the people who play as each contestant."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubsite.clubs.models import Person
from clubsite.core.data_map import DataOf, OwnPart
from clubsite.nights.models.sessions import Section
from clubsite.play.models import SeatHolder, SeatKind


class Contestant(SeatHolder):
    """A contestant, identified by its number in the plan. A robot has a strength but no persons, and is not ranked."""

    data_of = DataOf(session="section__session")
    SEAT = SeatKind.CONTESTANT

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="contestants")
    number = models.PositiveSmallIntegerField()
    robot = models.CharField(max_length=10, blank=True, help_text="Its strength; empty for people")
    stratum = models.CharField(max_length=10, blank=True, help_text="A, B, C ... or empty")
    handicap = models.DecimalField(
        max_digits=5, decimal_places=2, null=True, blank=True, help_text="Percent added to the result"
    )
    carry = models.CharField(
        max_length=40,
        blank=True,
        help_text='Match points brought along, exact: "83/2" or "41.5"; empty: none',
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["section"], condition=~Q(robot=""), name="one_robot_a_section"),
            models.UniqueConstraint(fields=["section", "number"], name="contestant_number_once_a_section"),
            models.CheckConstraint(condition=Q(number__gte=1), name="contestant_number_from_1"),
            models.CheckConstraint(
                condition=Q(handicap__isnull=True) | Q(handicap__gte=-100, handicap__lte=100),
                name="contestant_handicap_in_percent",
            ),
        ]

    def __str__(self) -> str:
        return f"contestant {self.number}"

    @property
    def label(self) -> str:
        """The contestant's number as shown, such as "7" or "B7"."""
        return self.section.label(self.number)


class ContestantPerson(models.Model):
    """A person who plays as this contestant for a range of rounds: a substitute, or a member of a pair or team."""

    data_of = DataOf(
        session="contestant__section__session",
        person="person",
        own_data=OwnPart(
            order=30,
            key="sessions",
            title="Nights that you were entered for",
            why="So that scores have players.",
            columns={
                "club": "contestant.section.session.club.name",
                "night": "contestant.section.session.name",
                "date": "contestant.section.session.date",
                "number": "contestant.label",
                "from round": "from_round",
                "to round": lambda row: row.to_round or "",
                "stratum": "contestant.stratum",
                "handicap": lambda row: "" if row.contestant.handicap is None else str(row.contestant.handicap),
            },
            sort=("-contestant__section__session__date", "-pk"),
        ),
    )

    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="persons")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entered")
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["from_round", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["contestant", "person", "from_round"], name="person_once_a_contestant_and_round"
            ),
            models.CheckConstraint(
                condition=Q(to_round__isnull=True) | Q(to_round__gte=models.F("from_round")),
                name="contestant_person_rounds_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} as {self.contestant}"


class PlayedAs(models.Model):
    """A person, an account, or both, that is or was a contestant in a session that has begun.

    The row is kept as long as the session. It shows who still has boards to play (SOLO-31), whatever happens to the
    account or the movement.
    """

    data_of = DataOf(session="contestant__section__session")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="played_as")
    person = models.ForeignKey(Person, null=True, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(person__isnull=False) | Q(user__isnull=False), name="played_as_is_somebody"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person or self.user} as {self.contestant}"
