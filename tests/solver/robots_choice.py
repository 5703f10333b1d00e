"""A robot's choice with the scores of bridge, as the site makes it."""

from collections.abc import Mapping, Sequence
from random import Random

from scoring.contracts import score
from solver.auction import Score
from solver.robots import choice
from solver.robots.choice import Chance, View

SIDE_OF = {"S": "NS", "N": "EW"}


def scorer(vul: str) -> Score:
    return lambda contract, declarer, tricks: score(contract, SIDE_OF[declarer], vul, tricks)


def action_of(
    views: Sequence[View], strength: str, options: Mapping[str, str], secret: str, chance: Chance
) -> str | None:
    return choice.action_of(views, strength, options, secret, chance, scorer, Random)
