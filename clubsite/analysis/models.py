"""Results of the exact solver for boards and plays. They are secret until the board is closed for its whole session."""

from typing import Any

from django.db import models

from clubsite.duplicate.models import Board
from clubsite.play.models import Play


class BoardSolution(models.Model):
    """The solution of a board, auction included. It is made once, and again if typed cards are corrected. Its par is
    made again if the session's rule for the end of the auction changes.

    `values`: `{"C": {"S": 7, "N": 5}, ..., "N": {...}}`, tricks of each declarer in each strain. `par`: `{"points":
    110, "contracts": [["2S", "S"]], "line": ["P", "2S", ...]}`, the worth of the auction to South, the contracts that
    reach it, and a shortest line of calls.
    """

    board = models.OneToOneField(Board, on_delete=models.CASCADE, related_name="solution")
    values = models.JSONField()
    par = models.JSONField()
    solved_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"solution of {self.board}"


class PlayAnalysis(models.Model):
    """The cost of each call and each card of a finished play, at a club or at home.

    `calls` and `cards` are lists in the order of the log. They have one entry for each call or card that was not taken
    back, and after the cards the claim that ended the play with its answer: `{"seq", "by", "a", "points", "held":
    [actions that cost nothing], "of": the number of choices, "before", "after"}`. For calls the last two are points to
    South under best calls and play. For cards and claims they are declarer's tricks, with `"tricks"` lost; cards also
    have `"seat"` and `"trick"`. An entry that cost something has a `"line"` that cost nothing: calls, or `{"seat",
    "card"}` to the end of the next trick. It also has `"worth"`: each possible action with its outcome, in the figures
    of `"after"`.

    `costly` has `{"seq", "by", "points"}` of each call and card that cost points, for readers of many plays.
    """

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
