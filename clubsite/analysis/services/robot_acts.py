"""A robot's actions at a table, made in the same way as a person's. A failure is logged and blocks no table.

The cards of a live deal stay out of the log: it contains no action and no error text.
"""

import logging
import uuid
from collections.abc import Callable
from random import Random
from traceback import format_tb

from django.db import Error as DatabaseError

from clubsite.play.acts import play_act
from clubsite.play.models import Play
from clubsite.play.selectors import state_of
from clubsite.play.services import Answer
from games.registry import rules_for
from solver.robots.choice import Chance, without_proof

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
