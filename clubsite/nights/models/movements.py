"""Contestants and their people, movements, teams, and repairs with the data needed to undo them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from clubsite.clubs.audit_actions import repair_words
from clubsite.clubs.models import Club, Person
from clubsite.core.data_map import DataOf, OwnPart
from clubsite.core.named import Named, NameField
from clubsite.nights.models.sessions import Section
from clubsite.play.models import SeatHolder, SeatKind, SeatTicket

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
    """The name that a director gave to a team, by its number. A person's name in it is plain text, never hidden."""

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
        max_length=40, blank=True, help_text='Match points brought along, exact: "83/2" or "41.5"; empty: none'
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
    """A person, an account, or both, that was a contestant in a begun session, and may still owe boards (SOLO-31)."""

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

    `order` holds the numbers and names of the order (`selectors.repairs`). `title`, `changed` and `rounds_all` hold the
    movement's old values; `rounds_all` is set only if it changed.
    """

    data_of = DataOf(session="section__session")

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

    data_of = DataOf(session="repair__section__session")

    repair = models.ForeignKey(Repair, on_delete=models.CASCADE, related_name="people")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    from_round = models.PositiveSmallIntegerField()
    came = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.person} as {self.contestant}"
