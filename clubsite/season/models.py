"""Standings over many sessions: a series with its prize, the club's ladder, and its master points."""

from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubsite.clubs.models import Club, Person
from clubsite.core.data_map import DataOf, OwnPart
from clubsite.core.named import NameField
from clubsite.core.tokens import new_public_id
from clubsite.nights.models import Session
from clubsite.rankings.models.published import Exact
from scoring.figures import fixed_text
from scoring.ranking import Place


class Series(models.Model):
    """Several club sessions that are counted together.

    `rules` is `scoring.series.SeriesRules` as JSON. `prize` says what the winner gets, or is "".
    """

    data_of = DataOf(club="club", season=True)
    public_id = models.CharField(max_length=20, unique=True, default=new_public_id)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="series")
    name = NameField(max_length=120)
    rules = models.JSONField()
    prize = NameField(max_length=200, blank=True, default="")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name_plural = "series"
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="series_has_a_name")]

    def __str__(self) -> str:
        return self.name


class SeriesSession(models.Model):
    """The session with the given `number` in a series."""

    data_of = DataOf(club="series__club", season=True)
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveSmallIntegerField()
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="series_sessions")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="series_session_number_once"),
            models.UniqueConstraint(fields=["series", "session"], name="series_session_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="series_session_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.series}, night {self.number}"


class SeriesSubstitute(models.Model):
    """A substitute in one session: the score of `stand_in` counts for `player` in the series."""

    data_of = DataOf(club="series_session__series__club", season=True)
    series_session = models.ForeignKey(SeriesSession, on_delete=models.CASCADE, related_name="substitutes")
    player = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    stand_in = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series_session", "player"], name="one_substitute_a_session"),
            models.UniqueConstraint(fields=["series_session", "stand_in"], name="substitute_for_one_a_session"),
            models.CheckConstraint(condition=~Q(player=models.F("stand_in")), name="nobody_stands_in_for_himself"),
        ]

    def __str__(self) -> str:
        return f"{self.stand_in} for {self.player}"


class Ladder(models.Model):
    """The club's ladder of all sessions published since a given date. `rules` is its `LadderRules` as JSON."""

    data_of = DataOf(club="club", season=True)
    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="ladder")
    rules = models.JSONField(default=dict)
    since = models.DateField()

    def __str__(self) -> str:
        return f"ladder of {self.club}"


class PointScheme(models.Model):
    """The scheme for the club's master points since a given date. `scheme` is the name of a predefined scheme, or the
    club's own table (`scoring.masterpoints`).
    """

    data_of = DataOf(club="club", season=True)
    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="point_scheme")
    scheme = models.JSONField()
    since = models.DateField()

    def __str__(self) -> str:
        return f"master points of {self.club}"


class MasterPointAward(models.Model):
    """A person's master points for a published session under the club's scheme, even if the number of points is 0.

    Each member of a pair gets the pair's points. The points are renewed when results are published, corrected or
    withdrawn, or when the scheme changes (`services/awards`). `place` is the place in the ranked list; `decimals`
    comes from the scheme.
    """

    data_of = DataOf(
        club="club",
        person="person",
        not_in_file="made again from the published results and the club’s scheme",
        own_data=OwnPart(
            order=50,
            key="points",
            title="Master points",
            why="The club’s total of them, for whoever it tells.",
            columns={
                "club": "club.name",
                "night": "session.name",
                "date": "date",
                "points": lambda row: fixed_text(row.points or Fraction(0), row.decimals),
            },
            sort=("-date", "-pk"),
            among=lambda subject: Q(points_num__gt=0),
        ),
    )

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+", db_index=False)
    date = models.DateField()
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    place_number = models.PositiveSmallIntegerField(null=True, blank=True)
    tied = models.BooleanField(default=False)
    points_num = models.BigIntegerField()
    points_den = models.PositiveBigIntegerField(default=1)
    decimals = models.PositiveSmallIntegerField(default=2)

    points = Exact()

    class Meta:
        indexes = [
            # The index alone gives a total.
            models.Index(fields=["club", "person", "points_den", "points_num", "date"], name="awards_of_a_club"),
            models.Index(fields=["club", "date", "session"], name="awards_by_date"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["session", "person"], name="award_once_a_session"),
            models.CheckConstraint(condition=Q(points_num__gte=0, points_den__gte=1), name="award_is_a_fraction"),
        ]

    def __str__(self) -> str:
        return f"{self.points_num}/{self.points_den} for {self.person}"

    @property
    def place(self) -> str:
        """The place as a string, or "" if the person has no place."""
        return "" if self.place_number is None else str(Place(self.place_number, self.tied))

    @property
    def shown(self) -> tuple[Fraction | None, int]:
        """The points and the number of decimals to show."""
        return self.points, self.decimals
