"""The cost of the calls and cards in a play, in figures that can be added up over many sessions."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubsite.clubs.models import Club, Person
from clubsite.core.data_map import SITE, DataOf, OwnPart
from clubsite.play.models import Play
from games.players import PLAYERS


class PlayFigures(models.Model):
    """The figures for one player in an analysed play at a club. The row is made with the analysis, and kept when the
    log is deleted.

    The row names no person: the published lines say who played and whether the board is closed. `robot` is the
    robot's strength, or empty. `declaring` says whether this player declared, and is None if the board was passed
    out. `calls` and `cards` count decisions in the auction and in the play, `..._free` those without cost; the
    costs are the points and tricks given away (`play_costs.costs_of`). The other fields concern the dummy
    (`play_costs.craft_of`).
    """

    data_of = DataOf(session="play__room__table__section__session")
    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="figures")
    player = models.CharField(max_length=1)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    robot = models.CharField(max_length=10, blank=True)
    declaring = models.BooleanField(null=True)
    calls = models.PositiveSmallIntegerField(default=0)
    calls_free = models.PositiveSmallIntegerField(default=0)
    calls_points = models.PositiveIntegerField(default=0)
    cards = models.PositiveSmallIntegerField(default=0)
    cards_free = models.PositiveSmallIntegerField(default=0)
    cards_points = models.PositiveIntegerField(default=0)
    cards_tricks = models.PositiveSmallIntegerField(default=0)
    ends = models.PositiveSmallIntegerField(default=0)
    wrong_ends = models.PositiveSmallIntegerField(default=0)
    wrong_end_tricks = models.PositiveSmallIntegerField(default=0)
    buried = models.PositiveSmallIntegerField(default=0)
    blocked = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name_plural = "play figures"
        indexes = [models.Index(fields=["club", "robot", "play"], condition=~Q(robot=""), name="robots_of_a_club")]
        constraints = [
            models.UniqueConstraint(fields=["play", "player"], name="play_figures_once_a_player"),
            models.CheckConstraint(condition=Q(player__in=PLAYERS), name="play_figures_player_known"),
        ]

    def __str__(self) -> str:
        return f"figures of {self.player} in {self.play}"


class PlayDecisions(models.Model):
    """One player's decisions in an analysed play, at a club or at home. It is kept when the log is deleted.

    The row names no person. `sums` has the number of decisions and the IMPs that they gave away, for each class of
    hardness (`scoring.ratings`).
    """

    data_of = DataOf(session="play__room__table__section__session")
    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="decisions")
    player = models.CharField(max_length=1)
    sums = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "play decisions"
        constraints = [
            models.UniqueConstraint(fields=["play", "player"], name="play_decisions_once_a_player"),
            models.CheckConstraint(condition=Q(player__in=PLAYERS), name="play_decisions_player_known"),
        ]

    def __str__(self) -> str:
        return f"decisions of {self.player} in {self.play}"


class FittedScale(models.Model):
    """The last fit, in the only row. `stale` means that plays or published results have changed since.

    `robots` has the robots' rates, weakest first.
    """

    data_of = SITE
    robots = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    stale = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"scale of {self.made_at:%Y-%m-%d %H:%M}"


class MatchRating(models.Model):
    """An account's Glicko-2 rating in one game, from its finished matches at home against other accounts."""

    data_of = DataOf(
        account="user",
        own_data=OwnPart(
            order=47,
            key="match_rating",
            title="Your matches at home",
            why="Your rating in each game, from matches against other accounts.",
            columns={
                "game": "game",
                "rating": lambda row: round(row.rating),
                "standard error": lambda row: round(row.deviation),
                "matches": "matches",
            },
            sort=("game",),
        ),
    )

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="match_ratings")
    game = models.CharField(max_length=40)
    rating = models.FloatField()
    deviation = models.FloatField()
    matches = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="match_rating_once_a_game")]

    def __str__(self) -> str:
        return f"rating of {self.user} at {self.game}"


class PlayerRating(models.Model):
    """The rating of a person at one club, or of an account over all its clubs and its games at home.

    `rate` is in IMPs given away per board, `low` and `high` are its 95 % band. `course` has `[day, rate, low, high,
    boards]` for the last days of play, oldest first.
    """

    data_of = DataOf(
        club="person__club",
        account="user",
        person="person",
        not_in_file="made again by the job that makes all ratings, from the decisions in the file",
        own_data=OwnPart(
            order=46,
            key="rating",
            title="Your rating",
            why="How much you give away against perfect play, so that you see how strong you are.",
            columns={
                "at": lambda row: row.person.club.name if row.person else "all clubs and at home",
                "IMPs given away per board": lambda row: round(row.rate, 2),
                "95 % band": lambda row: f"{row.low:.2f} to {row.high:.2f}",
                "decisions": "decisions",
                "boards": "boards",
            },
            sort=("-user", "person__club__name_order", "pk"),
            joins=("person__club",),
        ),
    )

    person = models.OneToOneField(Person, null=True, on_delete=models.CASCADE, related_name="rating")
    user = models.OneToOneField(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="rating")
    rate = models.FloatField()
    error = models.FloatField()
    low = models.FloatField()
    high = models.FloatField()
    decisions = models.PositiveIntegerField()
    boards = models.PositiveIntegerField()
    course = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(person__isnull=True, user__isnull=False) | Q(person__isnull=False, user__isnull=True),
                name="rating_of_person_or_account",
            )
        ]

    def __str__(self) -> str:
        return f"rating of {self.person or self.user}"
