"""The cost of the calls and cards in a play, in figures that can be added up over many sessions."""

from django.db import models
from django.db.models import Q

from clubsite.clubs.models import Club
from clubsite.play.models import Play
from games.players import PLAYERS


class PlayFigures(models.Model):
    """The figures for one player in an analysed play at a club. The row is made with the analysis, and kept when the
    log is deleted.

    The row names no person: the published lines say who played and whether the board is closed. `robot` is the
    robot's strength, or empty. `declaring` says whether this player declared, and is None if the board was passed
    out. `calls` and `cards` count decisions in the auction and in the play, `..._free` those without cost; the
    costs are the points and tricks given away (`play_costs.Costs`). The other fields concern the dummy
    (`dummy_craft.Craft`).
    """

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
