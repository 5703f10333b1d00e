"""The parts of a first hand: a deal with all that is played on it, and the goals that lead the learner through it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from clubsite.learning.positions import LessonPosition


@dataclass(frozen=True)
class Beat:
    """One goal of the hand. `kind` is read, touch (any buried card), call, card, act, claim or end.

    `wants` is the action that leads to the next goal, and `replies` is how many actions follow it by themselves. A
    `read` goal with `replies` shows them when the learner goes on. An `act` goal is reached on the game's own table,
    by whatever it takes: a call from the box, cards to choose, or a button. If `quick` is true, only the last of the
    replies is shown.

    `keys` are the calls offered. `instead` has replies to other legal actions, `otherwise` to those not named there,
    `more` and `fewer` to other claims. If `last` is true, the table shows the last complete trick, not the next one.
    """

    kind: str
    head: str
    text: str
    rule: str = ""
    wants: str = ""
    replies: int = 0
    keys: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = "The rules allow it. For this lesson, please do what is asked above."
    more: str = ""
    fewer: str = ""
    last: bool = False
    quick: bool = False


@dataclass(frozen=True)
class FirstHand:
    """A first hand of one game. `learned` says at its end what the learner has done."""

    deal: LessonPosition
    beats: tuple[Beat, ...]
    learned: str
