"""How long a robot at home seems to think: a person's pace, which differs from act to act.

The seconds depend on what everybody can see (what is asked, whether a card is led) and on the match's secret seed. They
do not depend on the cards, nor on whether there is a choice: a forced card that came quickly would tell something
(SOLO-22c).
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from django.conf import settings

CALL, LEAD, CARD, ANSWER, OTHER = 2.6, 2.2, 1.3, 1.6, 2.6  # usual seconds
SPREAD = 0.4  # of the logarithm: two thirds of all acts take from 0.67 to 1.5 times the usual
LONGEST_THOUGHT = 8.0  # seconds


def thinking_seconds(view: Mapping[str, Any], moment: str) -> float:
    """Return how long the robot thinks about its act in this view. `moment` is a secret text, other for every act.

    A request to take back is answered at once.
    """
    what = view["turn"]["what"]
    if what == "undo":
        return 0.0
    leads = what == "card" and not view["trick"]["cards"]
    usual = {"call": CALL, "claim": ANSWER, "card": LEAD if leads else CARD}.get(what, OTHER)
    return min(LONGEST_THOUGHT, usual * Random(moment).lognormvariate(0, SPREAD)) * float(settings.ROBOT_PACE)
