"""What `play` and `duplicate` tell us. They come inside the transaction that they report, or say otherwise."""

from typing import Any

from django.dispatch import receiver

from clubsite.duplicate.signals import (
    board_moved,
    board_settled,
    boards_made,
    options_chosen,
    session_changed,
)
from clubsite.play.signals import play_finished, room_moved
from clubsite.results import services
from clubsite.results.services import claims


@receiver(play_finished, dispatch_uid="results.play_finished")
def score_the_play(sender: Any, play: Any, **kwargs: Any) -> None:
    """The last card, or an accepted claim: its score is stored with it."""
    services.score_from_play(play)


@receiver(room_moved, dispatch_uid="results.room_moved")
def check_the_claim(room_id: int, playing: bool, **kwargs: Any) -> None:
    """Somebody may have claimed at a table where claims are checked. After the commit."""
    if playing:
        claims.claims_ask(claims.club_claims_waiting().filter(room_id=room_id))


@receiver(board_settled, dispatch_uid="results.board_settled")
def score_the_settled(sender: Any, table_board: Any, **kwargs: Any) -> None:
    """A board ended without being played."""
    services.score_settled(table_board)


@receiver(board_moved, dispatch_uid="results.board_moved")
def carry_the_score(sender: Any, old: Any, new: Any, user: Any, why: str, **kwargs: Any) -> None:
    """A board was others' than was thought: its score goes to them; one not confirmed stays with who typed it."""
    services.score_carry(old=old, new=new, user=user, why=why)
    services.slip_carry(new=new)


@receiver(boards_made, dispatch_uid="results.boards_made")
def solve_the_boards(sender: Any, board_set: Any, **kwargs: Any) -> None:
    """A session has new boards: solving them can begin long before the night."""
    services.boards_ask(board_set.pk)


@receiver(options_chosen, dispatch_uid="results.options_chosen")
def judge_the_auctions_anew(sender: Any, session: Any, **kwargs: Any) -> None:
    """What ends the auction says what a board's auction is worth."""
    services.pars_anew(session)


@receiver(play_finished, dispatch_uid="results.play_over")
def analyse_the_play(sender: Any, play: Any, **kwargs: Any) -> None:
    """A deal at home is closed with its last card; one at a club with its session."""
    services.finished_ask(play)


@receiver(session_changed, dispatch_uid="results.session_changed")
def analyse_the_plays(sender: Any, session_id: str, ended: bool, **kwargs: Any) -> None:
    """With a session its deals have ended. This one comes after the commit."""
    if ended:
        services.session_ask(session_id)
