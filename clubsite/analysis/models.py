"""What the exact solver found: of a board, and of a play. Secrets until the board is closed for its whole session."""

from typing import Any

from django.db import models

from clubsite.duplicate.models import Board
from clubsite.play.models import Play


class BoardSolution(models.Model):
    """A board solved, auction included. Made once, and again where cards that were typed are corrected. Its par is made
    again if the session's auction is to end otherwise.

    `values`: `{"C": {"S": 7, "N": 5}, ..., "N": {...}}`, tricks of each declarer in each strain. `par`:
    `{"points": 110, "contracts": [["2S", "S"]], "line": ["P", "2S", ...]}`, the worth of the auction to South, the
    contracts that reach it, and a shortest line of calls.
    """

    board = models.OneToOneField(Board, on_delete=models.CASCADE, related_name="solution")
    values = models.JSONField()
    par = models.JSONField()
    solved_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"solution of {self.board}"


class PlayAnalysis(models.Model):
    """What each call and each card of a finished play cost, club or home.

    `calls` and `cards` are lists in the order of the log, one entry for each call or card that stands, and after the
    cards the claim that ended the play with its answer: `{"seq", "by", "a", "points", "held": [actions that cost
    nothing], "of": how many could be chosen, "before", "after"}`. Of calls the last two are points to South under best
    calls and play; of cards and claims declarer's tricks, with `"tricks"` lost, and of cards `"seat"` and `"trick"`.
    What cost something has a `"line"` that held: calls, or `{"seat", "card"}` to the end of the next trick; and its
    `"worth"`: each action that could be chosen with what it leads to, in the figures of `"after"`.

    `costly` has of each call and card that cost points `{"seq", "by", "points"}`: for whatever looks at many plays.
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
