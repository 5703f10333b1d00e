"""Robots at tables, which act as people do, and robots that play the boards of a published night.

A failure is logged and blocks no table. To keep the cards of a live deal out of the log, it holds no action and no
error's text.
"""

import logging
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from traceback import format_tb
from typing import Any

from django.db import Error as DatabaseError
from django.db import transaction

from clubsite.accounts.models import User
from clubsite.analysis.models import RobotPlay, RobotsAsked
from clubsite.analysis.selectors.robots_asked import ROBOTS_OPPONENT, boards_left, plays_left, why_no_robots
from clubsite.analysis.selectors.verdicts import ANALYSED_GAME
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, Session
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.play.acts import play_act
from clubsite.play.models import Play
from clubsite.play.room_states import log_of
from clubsite.play.selectors import state_of
from clubsite.play.services import Answer
from clubsite.rankings.selectors.published import hidden_boards
from games.players import OPPONENT, PLAYERS
from games.registry import rules_for
from games.replay import states
from scoring.result import BoardResult
from solver.robots import choice
from solver.robots.choice import Chance, View, without_proof
from solver.thread_engines import solves_whole_deals
from solver.verdicts.solution import scorer

log = logging.getLogger(__name__)
MOST_ACTS = 120  # limit for one job: more than a robot has in any deal


def robot_act(*, play: Play, player: str, seat_id: int, secret: str, choose: Callable[[Chance], str | None]) -> bool:
    """Make the act that the robot chooses, or any legal act if the robot fails or breaks the rules. Return True if an
    act was made.

    `secret` seeds the robot's random choices in this play: anyone who knew it could predict the robot's acts, which
    would reveal its cards. The act's id is also derived from it, so two jobs at once apply the act only once.
    """
    chance = Random(f"{secret}/{play.seq}").choice

    def report(what: str, where: str = "") -> None:
        log.error("The robot of %s %s after event %s of play %s%s", play.game, what, play.seq, play.public_id, where)

    def send(action: str) -> Answer:
        moment = f"{secret}/{play.public_id}/{play.seq}/{player}/{action}"
        return play_act(
            play_id=play.public_id,
            player=player,
            seat_id=seat_id,
            client_id=uuid.uuid5(uuid.NAMESPACE_OID, moment),
            seq=play.seq,
            action=action,
        )

    try:
        action = choose(chance)
    except Exception as error:
        report(f"failed with {type(error).__name__}", "\n" + "".join(format_tb(error.__traceback__)))
        action = "nothing"  # an action of no game, handled like an illegal one
    if action is None:
        return False
    answer = send(action)
    if answer.code == "illegal":
        report(f"chose an illegal {action.partition(':')[0]}")
        rules, state = rules_for(play.game), state_of(play)
        pick, legal = rules.pick(state, player), rules.view(state, player)["legal"]
        if pick is None and not legal:
            return False
        answer = send(pick.random(chance) if pick else chance(without_proof(legal)))
    return answer.ok or answer.code == "stale"


def tried(job: Callable[..., int | None], **which: int) -> int | None:
    """Run a job and return its result, or None if it failed. No cards are logged. Database errors are re-raised."""
    try:
        return job(**which)
    except DatabaseError:
        raise
    except Exception as error:
        where = "".join(format_tb(error.__traceback__))
        log.error("%s%s failed: %s\n%s", job.__name__, which, type(error).__name__, where)
        return None


def views_of(play: Play, player: str) -> list[View]:
    """Return the views that a seat has been shown since the play began, one for every moment in the log."""
    rules = rules_for(play.game)
    moments = states(rules, play.setup, play.options, log_of(play))
    return [rules.view(state, player) for _, state in moments]


def action_of(
    views: Sequence[View], strength: str, options: Mapping[str, str], secret: str, chance: Chance
) -> str | None:
    """Return the robot's action, or None when there is nothing for it to do; see `solver.robots.choice`."""
    return choice.action_of(views, strength, options, secret, chance, scorer, Random)


MAX_ROBOT_ACTS = 200
ROBOT_SECONDS_A_SWEEP = 2.0


def robots_set(*, session: Session, on: bool, user: User) -> bool:
    """Show or hide robots beside a published ranking. Return True if anything changed.

    Existing plays are kept, in case the robots are shown again. Raise Refused if robots cannot play the boards.
    """
    with transaction.atomic():
        if on and (why_not := why_no_robots(session)):
            raise Refused(why_not)
        if on:
            changed = RobotsAsked.objects.get_or_create(session=session)[1]
        else:
            changed = bool(RobotsAsked.objects.filter(session=session).delete()[0])
        if changed:
            action = AuditAction.ROBOTS_SHOWN if on else AuditAction.ROBOTS_HIDDEN
            session_audit_add(session, action, str(session), user=user)
    return changed


def robots_wake(session_id: int) -> None:
    """Let the next sweep look at a session's boards again, after a new publication or a change of a board's cards."""
    RobotsAsked.objects.filter(session=session_id).update(done=False)


def board_plays_forget(board: Board) -> None:
    """Delete what robots scored on a board whose cards changed, so that they play it again."""
    RobotPlay.objects.filter(board=board).delete()
    robots_wake(board.board_set.session_id)


def robots_play_some() -> int:
    """Let robots play boards for a while. Return how many plays were made."""
    if not solves_whole_deals():
        return 0
    ends, made = time.monotonic() + ROBOT_SECONDS_A_SWEEP, 0
    for request in RobotsAsked.objects.filter(done=False).select_related("session").order_by("pk"):
        for board, strength, player in _plays_now(request):
            if time.monotonic() > ends:
                return made
            try:
                made += robot_board_play(board=board, strength=strength, player=player)
            except Exception:
                log.exception("The robot %s failed on board %s: the next sweep tries again", strength, board.pk)
    return made


def _plays_now(request: RobotsAsked) -> Iterator[tuple[Board, str, str]]:
    """Yield the missing plays of the boards that may be seen. If no board lacks a play, note that all is done."""
    left = list(boards_left(request.session))
    if not left:
        _done(request)
    hidden = hidden_boards(Board.objects.filter(pk__in=[board.pk for board in left])) if left else {}
    for board in left:
        if board.pk not in hidden:
            yield from ((board, *place) for place in plays_left(board))


def _done(request: RobotsAsked) -> None:
    """Let sweeps skip a session, unless a board has been published or typed again meanwhile."""
    with transaction.atomic():
        row = RobotsAsked.objects.select_for_update().filter(pk=request.pk).first()
        if row is not None and not boards_left(row.session).exists():
            row.done = True
            row.save(update_fields=["done"])


def robot_board_play(*, board: Board, strength: str, player: str) -> bool:
    """Let a robot play an open board in this seat, and store the score. Return False if nothing was stored: another
    process was faster, or the cards have been typed again meanwhile.
    """
    result = BoardResult.of_play(_outcome(board, strength, player), board.vulnerability)
    with transaction.atomic():
        if not Board.objects.select_for_update(no_key=True).filter(pk=board.pk, typings=board.typings).exists():
            return False
        place = {"board": board, "strength": strength, "player": player}
        return RobotPlay.objects.get_or_create(**place, defaults={"ns_score": result.ns_score})[1]


def _outcome(board: Board, strength: str, player: str) -> dict[str, Any]:
    """Return the outcome of a play by two robots, who both see only the views of their seats."""
    rules, options = rules_for(ANALYSED_GAME), board.board_set.session.options
    names = {player: strength, OPPONENT[player]: ROBOTS_OPPONENT}
    secret = f"robot play {board.pk} {strength} {player}"
    state, chance = rules.start(board.setup(), options), Random(secret).choice
    views = {each: [rules.view(state, each)] for each in PLAYERS}
    for _ in range(MAX_ROBOT_ACTS):
        turn = rules.turn(state)
        if turn is None:
            return rules.outcome(state) or {}
        action = action_of(views[turn], names[turn], options, f"{secret} {turn}", chance)
        state = rules.apply(state, turn, str(action))
        for each, shown in views.items():
            shown.append(rules.view(state, each))
    raise RuntimeError(f"The robots on {board} do not come to an end")
