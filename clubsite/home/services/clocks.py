"""The clock at a table at home: a robot plays the rest of a deal for a player whose time is up."""

from clubsite.analysis.robot_choice import action_of, views_of
from clubsite.analysis.services.robot_acts import MOST_ACTS, robot_act, tried
from clubsite.home.models import HomeMatch
from clubsite.home.questions import GAMES, USUAL_STRENGTH
from clubsite.home.selectors.clocks import seconds_left
from clubsite.play.models import Play, PlayStatus


def clock_run(*, match_id: int) -> int:
    """Act for the player on turn as long as that player's time is up. Return the number of actions.

    The robot sees what the player's seat was shown, and no more. Safe to run twice at once.
    """
    match = HomeMatch.objects.filter(pk=match_id).exclude(clock=0).first()
    for acts in range(MOST_ACTS if match is not None else 0):
        assert match is not None
        play = Play.objects.filter(room_id=match.room_id, status=PlayStatus.LIVE).first()
        if play is None or not play.turn or seconds_left(match, play)[play.turn] > 0 or not _act_for(match, play):
            return acts
    return 0


def _act_for(match: HomeMatch, play: Play) -> bool:
    player = play.turn
    strength = match.strength or (USUAL_STRENGTH if GAMES[match.game].strengths else "")
    secret = f"{match.seed}/{play.setup['board']}/{player}"
    return robot_act(
        play=play,
        player=player,
        seat_id=play.seats[player],
        secret=secret,
        choose=lambda chance: action_of(views_of(play, player), strength, play.options, secret, chance),
    )


def clock_sweep() -> None:
    """Look at every deal that is played with a clock."""
    running = HomeMatch.objects.filter(clock__gt=0, room__play__status=PlayStatus.LIVE)
    for match_id in running.values_list("pk", flat=True):
        tried(clock_run, match_id=match_id)
