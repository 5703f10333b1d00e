"""Results of the exact solver for boards and plays. They are secret until the board is closed for the whole session."""

import json
from typing import Any

from django.db import models

from clubsite.core.data_map import DataOf
from clubsite.core.sealed_fields import Sealed, SealedTextField
from clubsite.nights.models import Board, Session
from clubsite.play.models import Play
from clubsite.play.robot_names import STRENGTHS
from games.players import PLAYERS
from solver.tables import Table


class BoardSolution(models.Model):
    """A board's solution, including the auction. It is computed once, and again if typed cards are corrected. Its par
    is also recomputed if the session's rule for the end of the auction changes.

    Until the board is opened, `values` and `par` are stored only in `sealed`. Set them with `put`.

    `values` is `{"C": {"S": 7, "N": 5}, ..., "N": {...}}`, each declarer's tricks in each strain. `par` is
    `{"points": 110, "contracts": [["2S", "S"]], "line": ["P", "2S", ...]}`: what the auction is worth to South, the
    contracts that are worth as much, and a shortest line of calls.

    `other_orders` has what par would be worth to South with the dummies' cards in other orders. It is filled once the
    board is open (`services.other_orders`).
    """

    data_of = DataOf(session="board__board_set__session", left_out=("other_orders", "orders_done"))
    board = models.OneToOneField(Board, on_delete=models.CASCADE, related_name="solution")
    values = models.JSONField(null=True)
    par = models.JSONField(null=True)
    sealed = SealedTextField(
        place=["board__board_set__session__public_id", "board__board_set__nonce", "board__number"],
        help_text="Both of them, until the board is opened",
    )
    other_orders = models.JSONField(default=list)
    orders_done = models.BooleanField(default=False)
    solved_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"solution of {self.board}"

    def found(self) -> tuple[Table, dict[str, Any]]:
        """Return `values` and `par`, even if the board is not open. Raise KeyMissing if no key unseals them."""
        data: Any = json.loads(self.sealed.open()) if self.sealed else [self.values, self.par]
        values, par = data
        return values, par

    def put(self, values: Table, par: dict[str, Any], *, sealed: bool) -> None:
        """Set `values` and `par`, either unencrypted or sealed."""
        self.sealed = Sealed.of(json.dumps([values, par])) if sealed else Sealed()
        self.values, self.par = (None, None) if sealed else (values, par)


class PlayAnalysis(models.Model):
    """The cost of each call and each card in a finished play, at a club or at home.

    `calls` and `cards` are lists in log order. They have one entry for each call or card that was not taken back
    and, after the cards, entries for the claim that ended the play and its answer: `{"seq", "by", "a", "points",
    "held": [actions that cost nothing], "of": the number of choices, "before", "after"}`. For calls, `before` and
    `after` are South's points with best calls and play. For cards and claims they are declarer's tricks, and
    `"tricks"` is the number lost; cards also have `"seat"` and `"trick"`. An entry that cost something has a
    `"line"` that costs nothing: calls, or `{"seat", "card"}` to the end of the next trick. It also has `"worth"`:
    each possible action with its outcome, in the same unit as `"after"`. Calls and cards have their `"risk"`: what a
    blind choice among all possible actions costs on average, in IMPs.

    `costly` has `{"seq", "by", "points"}` for each call and card that cost points, for code that reads many plays.
    """

    data_of = DataOf(session="play__room__table__section__session")
    play = models.OneToOneField(Play, on_delete=models.CASCADE, related_name="analysis")
    calls = models.JSONField()
    cards = models.JSONField()
    costly = models.JSONField(default=list, editable=False)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"analysis of {self.play}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.costly = [
            {"seq": entry["seq"], "by": entry["by"], "points": entry["points"]}
            for entry in [*self.calls, *self.cards]
            if entry["points"] and "worth" in entry
        ]
        super().save(*args, **kwargs)


class RobotsAsked(models.Model):
    """A director's wish to have robots beside a published ranking. It holds as long as this row exists."""

    data_of = DataOf(session="session", not_in_file="a director asks again, and the robots play again")
    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="robots_asked")
    at = models.DateTimeField(auto_now_add=True)
    done = models.BooleanField(default=False, help_text="Robots have played every board, so sweeps pass over it")

    class Meta:
        verbose_name_plural = "robots asked"

    def __str__(self) -> str:
        return f"robots beside {self.session}"


class RobotPlay(models.Model):
    """The score of a published board that a robot played in one seat after the night. It never counts.

    `ns_score` is in points from South's point of view.
    """

    data_of = DataOf(session="board__board_set__session", not_in_file="made again if a director asks for it")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="robot_plays")
    strength = models.CharField(max_length=10)
    player = models.CharField(max_length=1)
    ns_score = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["board", "strength", "player"], name="robot_play_once_a_seat"),
            models.CheckConstraint(condition=models.Q(strength__in=tuple(STRENGTHS)), name="robot_play_strength_known"),
            models.CheckConstraint(condition=models.Q(player__in=PLAYERS), name="robot_play_player_known"),
        ]

    def __str__(self) -> str:
        return f"{self.board} played by {self.strength} as {self.player}"
