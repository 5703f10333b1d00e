"""A robot's choice in a play: the robots of `solver.robots` with our scoring."""

from collections.abc import Mapping, Sequence
from random import Random

from clubsite.play.models import Play
from clubsite.play.room_states import log_of
from games.registry import rules_for
from games.replay import states
from solver.robots import choice
from solver.robots.choice import Chance, View
from solver.verdicts.solution import scorer


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
