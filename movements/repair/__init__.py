"""Changing a movement during the night without spoiling past rounds. Each function returns a new plan made from the
old plan.

`frozen` is the number of rounds that have begun. The rows of those rounds never change, unless someone says who really
sat there (`swap`, `flip`, `re_pair`). Every result passes `movements.checks.problems` and declares its rematches,
shared boards and repeated sit-outs. If someone would replay a board, a MovementError says who would replay it, and
where. Used by `clubsite.nights.selectors.repairs`.

>>> from movements.mitchell import straight
>>> from movements.repair import curtail
>>> curtail(straight(7, 7), frozen=4, rounds=5).effects[0].text
'The night ends after round 5: rounds 6 and 7 will not be played.'
"""

from movements.repair.arriving import fill, late
from movements.repair.base import Change, Effect
from movements.repair.leaving import curtail, leave
from movements.repair.renewing import add_table, extend, rest
from movements.repair.rows import flip, re_pair, swap
from movements.repair.undrawn import join_undrawn, leave_undrawn, rounds_in_all
from movements.terms import MovementTerms

__all__ = [
    "Change",
    "Effect",
    "MovementTerms",
    "add_table",
    "curtail",
    "extend",
    "fill",
    "flip",
    "join_undrawn",
    "late",
    "leave",
    "leave_undrawn",
    "re_pair",
    "rest",
    "rounds_in_all",
    "swap",
]
