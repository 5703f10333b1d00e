"""The clocks of a table at home: how much time for the deal both players have left, by the times in the log."""

from django.utils import timezone

from clubsite.home.models import HomeMatch
from clubsite.play.models import Play, PlayStatus


def seconds_left(match: HomeMatch, play: Play) -> dict[str, float]:
    """Return the seconds that each player has left, keyed by player. They are negative once the time is up.

    The time before an act is its player's; the time since the last act is that of the player on turn.
    """
    left = dict.fromkeys("SN", 60.0 * match.clock)
    before = play.opened_at
    for actor, at in play.events.order_by("seq").values_list("actor", "at"):
        if actor in left:
            left[actor] -= max((at - before).total_seconds(), 0.0)
        before = at
    if play.status == PlayStatus.LIVE and play.turn in left:
        left[play.turn] -= max((timezone.now() - before).total_seconds(), 0.0)
    return left


def live_clock(match: HomeMatch) -> dict[str, int] | None:
    """Return the whole seconds that each player has left for the deal on the table, 0 once the time is up.

    Return None if there is no clock, or no deal on the table.
    """
    play = match.room.play
    if not match.clock or play is None or play.status != PlayStatus.LIVE:
        return None
    return {player: max(int(seconds), 0) for player, seconds in seconds_left(match, play).items()}
