"""The currently published results as rows, for everything that reads more than one session.

The rows are made from the newest Publication in the same transaction, replaced after a correction, and deleted
after a withdrawal (`services/published_rows`). They contain no names; those are looked up when the rows are
read.
"""

from fractions import Fraction
from typing import Any, overload

from django.conf import settings
from django.db import models
from django.db.models import F, FloatField, Q
from django.db.models.functions import Cast
from django.utils import timezone

from clubsite.clubs.models import Club, Person
from clubsite.core.data_map import DataOf, OwnPart
from clubsite.core.templatetags.bridge import imps, pct
from clubsite.nights.models import Board, Contestant, Session, TableBoard
from clubsite.nights.models.movements import LONGEST_TEAM_NAME
from clubsite.rankings.digests import short_digest
from clubsite.scores.models import ResultColumns
from games.wording import group_title
from scoring.ranking import Place
from scoring.settings import ScoringSettings


class Publication(models.Model):
    """The published results of a session. Only the newest version counts.

    A withdrawal is a separate row, with the number of the version that it withdraws. `payload` holds contestants' ids
    and figures, but no names and no hands. Names are looked up when the payload is read, so that privacy choices apply,
    and the cards are stored in the Board. The database refuses UPDATE and DELETE.

    `digest` is the hash of everything that this version says (`rankings.digests`), or "" for a withdrawal. `players`
    has the section, number and role of each player, whether the result counts for them, and a salted digest of the
    name. `cards` has the section and number of each board with a salted digest of the hands.
    """

    data_of = DataOf(session="session")

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="publications")
    version = models.PositiveIntegerField()
    withdrawn = models.BooleanField(default=False)
    payload = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, blank=True, editable=False)
    salt = models.CharField(max_length=32, blank=True, editable=False)
    players = models.JSONField(default=list, editable=False)
    cards = models.JSONField(default=list, editable=False)
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=200, blank=True, help_text="Why it was corrected after the correction period")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["session", "-version", "-withdrawn"]
        constraints = [
            models.UniqueConstraint(fields=["session", "version", "withdrawn"], name="publication_version_once"),
            models.CheckConstraint(condition=Q(version__gte=1), name="publication_version_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.session}, version {self.version}"

    @property
    def short(self) -> str:
        """The digest as it is printed, or "" for a withdrawal."""
        return short_digest(self.digest)


LARGEST_DENOMINATOR = 10**10
"""Sums of such fractions fit into 64 bits. Ordinary sessions never come near it. Beyond it the nearest fraction is
used.
"""
BY_PERCENTAGE = (Cast("percentage_num", FloatField()) / Cast("percentage_den", FloatField())).desc()
"""The order of results by their percentage as a float, the highest first."""


class Exact:
    """An attribute for a fraction stored in the columns `<name>_num` and `<name>_den`, or None if they are empty. The
    columns' `<name>` may differ from the attribute's name.
    """

    def __init__(self, column: str = "") -> None:
        self.column = column

    def __set_name__(self, owner: type, name: str) -> None:
        self.columns = (f"{self.column or name}_num", f"{self.column or name}_den")

    @overload
    def __get__(self, row: None, owner: type) -> "Exact": ...
    @overload
    def __get__(self, row: models.Model, owner: type) -> Fraction | None: ...
    def __get__(self, row: models.Model | None, owner: type) -> "Exact | Fraction | None":
        if row is None:
            return self
        num, den = (getattr(row, column) for column in self.columns)
        return None if num is None else Fraction(num, den)


def exact_columns(**figures: Fraction | None) -> dict[str, int | None]:
    """Return the column values: `won=Fraction(5, 2)` becomes `{"won_num": 5, "won_den": 2}`."""
    columns: dict[str, int | None] = {}
    for name, figure in figures.items():
        kept = None if figure is None else figure.limit_denominator(LARGEST_DENOMINATOR)
        num, den = (None, 1) if kept is None else (kept.numerator, kept.denominator)
        columns |= {f"{name}_num": num, f"{name}_den": den}
    return columns


def _num() -> Any:
    return models.BigIntegerField(null=True, blank=True)


def _den() -> Any:
    return models.PositiveBigIntegerField(default=1)


class PublishedSession(models.Model):
    """A session with published results, in the form that lists of sessions need.

    `method` and the complete `scoring` say how it was scored (`scoring.settings`). `winners` is 2 if the directions
    were ranked separately in every section. `players` counts contestants, including robots. `boards` has the board
    numbers.
    """

    data_of = DataOf(club="club", not_in_file="made again from the newest publication")
    session = models.OneToOneField(Session, primary_key=True, on_delete=models.CASCADE, related_name="published")
    publication = models.OneToOneField(Publication, on_delete=models.CASCADE, related_name="published")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    date = models.DateField()
    method = models.CharField(max_length=20)
    scoring = models.JSONField(default=dict)
    winners = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField()
    boards = models.JSONField(default=list)

    class Meta:
        indexes = [models.Index(fields=["club", "date", "session"], name="published_sessions_of_a_club")]

    def __str__(self) -> str:
        return f"published session {self.pk}"

    @property
    def imps(self) -> bool:
        """True if the session was scored in IMPs."""
        return self.method != "match_points"

    @property
    def settings(self) -> ScoringSettings:
        return ScoringSettings.from_json(self.scoring)


class PublishedDirection(models.TextChoices):
    """The contestants ranked in a list: those of one direction, all contestants, or teams."""

    NS = "NS", group_title("NS")
    EW = "EW", group_title("EW")
    ALL = "ALL", group_title("ALL")
    TEAMS = "TEAMS", group_title("TEAMS")


class PlayerRole(models.TextChoices):
    """The role in which a person played."""

    PLAYER = "player", "began as the contestant"
    SUBSTITUTE = "substitute", "took over in a later round"
    ROBOT = "robot", "the robot that fills the field"


class PublishedResult(models.Model):
    """A contestant in a list of a published session, with a row for each person who played as that contestant.

    If nobody is named, there is one row without a person. `list` numbers the lists of a session, `position` the
    contestants (or teams) in a list. `section` is the section that owns the list, and `sections` has the letters in
    its title, separated by commas. `stratum` and `handicap` are as in `shapes.RankingList`. `won` and `possible`
    are the figures in the list. `percentage`, `factored` and `mean` are for the session alone, without carry-over.
    `honours` is True if the list says who won. `counts` is True if this row is the person's result wherever several
    sessions are counted together; a person has at most one such row per session.
    """

    data_of = DataOf(
        club="club",
        person="person",
        not_in_file="made again from the newest publication",
        own_data=OwnPart(
            order=40,
            key="results",
            title="Published results",
            why="They are what a night is played for. Others were scored against you.",
            columns={
                "club": "club.name",
                "night": "published.session.name",
                "date": "date",
                "place": "place_text",
                "of": "of",
                "result": lambda row: f"{imps(row.won)} IMPs" if row.imps else f"{pct(row.listed_percentage)} %",
            },
            sort=("-date", "-pk"),
        ),
    )

    published = models.ForeignKey(PublishedSession, on_delete=models.CASCADE, related_name="results", db_index=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    date = models.DateField()
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.PROTECT, related_name="results")
    role = models.CharField(max_length=10, choices=PlayerRole, default=PlayerRole.PLAYER)
    list = models.PositiveSmallIntegerField()
    section = models.CharField(max_length=10)
    sections = models.CharField(max_length=300, blank=True)
    direction = models.CharField(max_length=5, choices=PublishedDirection)
    team_name = models.CharField(max_length=LONGEST_TEAM_NAME, blank=True, help_text="Of its team, if it has one")
    four_handed = models.BooleanField(default=False)
    stratum = models.CharField(max_length=10, blank=True)
    handicap = models.BooleanField(default=False)
    imps = models.BooleanField(default=False)
    honours = models.BooleanField(default=False)
    counts = models.BooleanField(default=False)
    position = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    tied = models.BooleanField(default=False)
    of = models.PositiveSmallIntegerField()
    possible = models.PositiveIntegerField(default=0)
    won_num, won_den = _num(), _den()
    percentage_num, percentage_den = _num(), _den()
    factored_num, factored_den = _num(), _den()
    mean_num, mean_den = _num(), _den()
    vps_num, vps_den = _num(), _den()

    won, percentage, factored, mean, vps = Exact(), Exact(), Exact(), Exact(), Exact()

    class Meta:
        indexes = [
            # The index alone serves a ladder, a handicap and the records. For that SQLite needs `counts` in it, too.
            models.Index(
                fields=["club", "person", "date", "published", "percentage_num", "percentage_den", "counts"],
                condition=Q(counts=True),
                name="percentages_of_a_club",
            ),
            models.Index(
                fields=["club", "person", "date", "published", "role"],
                condition=Q(honours=True, place=1, handicap=False, stratum=""),
                name="wins_in_a_club",
            ),
            # The best of all percentages, without sorting thousands.
            models.Index(
                "club",
                BY_PERCENTAGE,
                F("date").desc(),
                "id",
                "percentage_num",
                "counts",
                condition=Q(counts=True),
                name="best_percentages_of_a_club",
            ),
            models.Index(fields=["published", "list", "position"], name="results_of_a_session"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["published", "list", "contestant", "person"], name="result_once_a_list"),
            models.UniqueConstraint(fields=["published", "person"], condition=Q(counts=True), name="one_result_counts"),
            models.CheckConstraint(condition=Q(direction__in=PublishedDirection.values), name="result_direction_known"),
            models.CheckConstraint(condition=Q(role__in=PlayerRole.values), name="result_role_known"),
            models.CheckConstraint(
                condition=Q(
                    won_den__gte=1, percentage_den__gte=1, factored_den__gte=1, mean_den__gte=1, vps_den__gte=1
                ),
                name="results_are_fractions",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place_text} of {self.of}"

    @property
    def place_text(self) -> str:
        """The place as text, or "" if there is none."""
        return "" if self.place is None else str(Place(self.place, self.tied))

    @property
    def listed_percentage(self) -> Fraction | None:
        """The percentage that the list shows, including carry-over, or None for IMPs and for teams."""
        if self.percentage is None or self.won is None:
            return None
        return 100 * self.won / self.possible


class PublishedLine(ResultColumns):
    """A published board at a table, with its result (`scoring.result.BoardResult`) and the points of each side."""

    data_of = DataOf(club="published__club", not_in_file="made again from the newest publication")
    published = models.ForeignKey(PublishedSession, on_delete=models.CASCADE, related_name="lines")
    table_board = models.OneToOneField(TableBoard, on_delete=models.CASCADE, related_name="published_line")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="published_lines")
    ns = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="+")
    ew = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="+")
    top = models.PositiveSmallIntegerField()
    ns_mp_num, ns_mp_den = _num(), _den()
    ew_mp_num, ew_mp_den = _num(), _den()

    ns_mp, ew_mp = Exact(), Exact()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ns_mp_den__gte=1, ew_mp_den__gte=1), name="published_points_are_fractions"
            )
        ]

    def __str__(self) -> str:
        return f"published line {self.pk}"
