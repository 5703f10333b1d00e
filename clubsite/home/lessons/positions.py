"""Real positions: an engine deal from a fixed seed, and the actions applied to it under the rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.errors import BadLog, IllegalAction
from games.registry import rules_for
from scoring.home import Finished, standing

View = dict[str, Any]
LEARNER = "S"


@dataclass(frozen=True)
class LessonPosition:
    """A position in a play. `actions` is a string of actions separated by spaces, such as `c:1S c:P p:S7`.

    Each action is made by the player whose turn it is. If both may act at once, `N/umbrage:stay` names the player.
    """

    game: str
    seed: str
    actions: str = ""
    dealer: str = "S"

    @property
    def setup(self) -> dict[str, Any]:
        return rules_for(self.game).deal(self.seed, {"board": 1, "dealer": self.dealer, "vul": "None"}, {})

    def view(self, viewer: str) -> View:
        """Return the view for this viewer (`S`, `N` or `D`). Raise BadSetup or BadLog if the rules do not accept the
        position.
        """
        return rules_for(self.game).view(_folded(self), viewer)

    @property
    def points(self) -> int:
        """South's points, or 0 while the deal is not over."""
        outcome = rules_for(self.game).outcome(_folded(self))
        if outcome is None:
            return 0
        (line,) = standing(self.game, {}, self.dealer or LEARNER, [Finished(self.setup, {}, outcome)]).sheet["lines"]
        return line[LEARNER] or 0


def moments(at: LessonPosition) -> Iterator[tuple[str, str, Any]]:
    """Yield ("", "", state) for the start, then the player, the text and the resulting state for each action."""
    rules = rules_for(at.game)
    state = rules.start(at.setup, {})
    yield "", "", state
    for place, word in enumerate(at.actions.split(), start=1):
        named = word[:2] in ("S/", "N/")
        player, action = (word[0], word[2:]) if named else (rules.turn(state) or "", word)
        try:
            state = rules.apply(state, player, action)
        except IllegalAction as error:
            raise BadLog(place, f"{player} {action}: {error.reason}") from error
        yield player, action, state


@lru_cache(maxsize=256)
def _folded(at: LessonPosition) -> Any:
    *_, (_, _, state) = moments(at)
    return state
