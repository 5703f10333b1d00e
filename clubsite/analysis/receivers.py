"""Receivers of signals from `play` and `nights`. They run in the sender's transaction unless they say otherwise."""

from typing import Any

from django.dispatch import receiver

from clubsite.analysis.services import plays
from clubsite.analysis.services.plays import finished_ask, session_ask
from clubsite.analysis.services.robots import board_plays_forget, robots_wake
from clubsite.analysis.services.solving import board_solve_anew, boards_ask, pars_anew, solutions_open
from clubsite.nights.models import Board, Session
from clubsite.nights.signals import (
    board_dealt,
    boards_made,
    boards_opened,
    options_chosen,
    session_changed,
)
from clubsite.play.room_states import RoomState
from clubsite.play.signals import play_finished, room_changed
from clubsite.rankings.services import same_deals
from clubsite.rankings.signals import session_published


@receiver(room_changed, dispatch_uid="analysis.room_changed")
def check_the_claim(now: RoomState, **kwargs: Any) -> None:
    """Request a check if somebody may have claimed at a club table where claims are checked. Runs after the commit."""
    room_table = now.table.room_table
    if now.claim_waits and room_table is not None and room_table.session_id and room_table.claims_checked:
        plays.claims_ask(plays.club_claims_waiting().filter(room_id=now.room.pk))


@receiver(boards_made, dispatch_uid="analysis.boards_made")
def solve_the_boards(sender: Any, board_set: Any, **kwargs: Any) -> None:
    """Start solving a session's new boards long before it begins, and note boards that other sessions also have."""
    boards_ask(board_set.pk)
    same_deals.alike_note(board_set)


@receiver(board_dealt, dispatch_uid="analysis.board_dealt")
def solve_what_is_typed(sender: Any, board: Board, **kwargs: Any) -> None:
    """Solve a board again, and let robots play it again, after its cards have been typed or corrected."""
    board_solve_anew(board)
    board_plays_forget(board)


@receiver(boards_opened, dispatch_uid="analysis.boards_opened")
def open_the_solutions(sender: Any, boards: list[Board], **kwargs: Any) -> None:
    """Open the solutions of boards that have just been opened."""
    solutions_open(boards)


@receiver(options_chosen, dispatch_uid="analysis.options_chosen")
def judge_the_auctions_anew(sender: Any, session: Session, **kwargs: Any) -> None:
    """Recompute the pars when the rule for the end of the auction changes."""
    pars_anew(session)


@receiver(play_finished, dispatch_uid="analysis.play_over")
def analyse_the_play(sender: Any, play: Any, **kwargs: Any) -> None:
    """Request a finished play's analysis if its deal is closed: at home at once, at a club after the session ends."""
    finished_ask(play)


@receiver(session_changed, dispatch_uid="analysis.session_changed")
def analyse_the_plays(sender: Any, session_id: str, ended: bool, **kwargs: Any) -> None:
    """Request the analyses of a session that has ended. Runs after the commit."""
    if ended:
        session_ask(session_id)


@receiver(session_published, dispatch_uid="analysis.session_published")
def let_robots_look_again(sender: Any, session: Session, **kwargs: Any) -> None:
    """Let robots play newly published boards, if they are shown beside the session's ranking."""
    robots_wake(session.pk)
