"""Taking back a misclick: how long it is allowed, according to the times in the log, and how long a robot waits
for it.

The other conditions are in the rules (`games/claims_and_undo.py`), which do not use a clock.
"""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from clubsite.play.models import Play, PlayEvent
from games.claims_and_undo import MISCLICK
from games.players import OPPONENT
from games.registry import rules_for

TAKE_BACK_TIME = timedelta(seconds=3)
NETWORK_ALLOWANCE = timedelta(seconds=1)  # for the act's ack and the message that takes it back
TOO_LATE = "A misclick can be taken back within three seconds: now it stands."


def misclick_seconds(play: Play, *, robot_waits: bool) -> float:
    """Return the number of seconds for which a page may offer to take back the last action, or 0.

    If the opponent is a robot that waits, this is how long the robot waits.
    """
    if _chosen(play) == "off":
        return 0.0
    return float(settings.ROBOT_WAITS) if robot_waits else TAKE_BACK_TIME.total_seconds()


def club_robot_waits(play: Play) -> bool:
    """True if the director chose to have a club robot wait for misclicks. At home, the robot always waits."""
    return _chosen(play) == "robot"


def _chosen(play: Play) -> str:
    """Return the value of the play's `misclick` option. A play stores only options that differ from the defaults."""
    values = rules_for(play.game).options.get("misclick", ("off",))
    return str(play.options.get("misclick", values[0]))


def too_late(play: Play) -> bool:
    """True if the last event of this play happened too long ago to be undone as a misclick.

    An event that is later than now, because the server's clock was set back, is too long ago too.
    """
    at = PlayEvent.objects.values_list("at", flat=True).get(play_id=play.pk, seq=play.seq)
    return abs(timezone.now() - at) > TAKE_BACK_TIME + NETWORK_ALLOWANCE


def robot_waits(play: Play, state: Any, robot: str) -> float:
    """Return how many seconds a robot waits, when it is its turn, in case its opponent takes back their last action.

    Return 0 if the action cannot be undone or was the only choice, because a forced card cannot be a misclick.
    """
    rules, player = rules_for(play.game), OPPONENT[robot]
    if settings.ROBOT_WAITS <= 0 or MISCLICK not in rules.legal(state, player):
        return 0.0
    before = state.requests.before
    if len(rules.view(before, player)["legal"]) == 1:
        return 0.0
    at = PlayEvent.objects.values_list("at", flat=True).get(play_id=play.pk, seq=play.seq)
    waited = abs((timezone.now() - at).total_seconds())  # a clock that was set back holds up no robot
    return max(0.0, float(settings.ROBOT_WAITS) - waited)
