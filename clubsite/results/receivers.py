"""What `play` and `duplicate` tell us. Both signals come inside the transaction that they report."""

from typing import Any

from django.dispatch import receiver

from clubsite.duplicate.signals import board_settled
from clubsite.play.signals import play_finished
from clubsite.results import services


@receiver(play_finished, dispatch_uid="results.play_finished")
def score_the_play(sender: Any, play: Any, **kwargs: Any) -> None:
    """The last card, or an accepted claim: its score is stored with it."""
    services.score_from_play(play)


@receiver(board_settled, dispatch_uid="results.board_settled")
def score_the_settled(sender: Any, table_board: Any, **kwargs: Any) -> None:
    """A board ended without being played."""
    services.score_settled(table_board)
