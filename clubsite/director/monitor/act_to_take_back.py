"""The action that a director would take back at a table, in words.

A director who still has to play the board learns nothing about the action.
"""

from dataclasses import dataclass

from clubsite.play.models import Play
from clubsite.play.selectors import state_of
from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS
from games.errors import IllegalAction
from games.players import DIRECTOR
from games.registry import rules_for
from games.requests import ActRequest
from games.wording import call_name, card_label, seat_name


@dataclass(frozen=True, slots=True)
class ActToTakeBack:
    """The last action of a live play: `words` such as `North’s 3 hearts`; `why_not` says why it cannot be undone."""

    play: Play
    words: str = ""
    why_not: str = ""

    @property
    def seen(self) -> str:
        """The state that the page showed, in the form that `take_back` expects."""
        return f"{self.play.public_id}/{self.play.seq}"


def act_to_take_back(play: Play, *, covered: bool) -> ActToTakeBack:
    """Return the last action of this live play. If `covered`, say only who made it (SOLO-31)."""
    state = state_of(play)
    try:
        rules_for(play.game).apply(state, DIRECTOR, "undo")
    except IllegalAction as refused:
        return ActToTakeBack(play, why_not=f"{refused.reason.rstrip('.')}.")
    return ActToTakeBack(play, words=_words(state.requests.last, covered))


def _words(act: ActRequest, covered: bool) -> str:
    whose = f"{seat_name(act.by)}’s"
    if covered:
        return f"{whose} last {'call' if act.action in CALL_TEXTS else 'card'}"
    if act.action in CALL_TEXTS:
        return f"{whose} {call_name(CALL_TEXTS[act.action])}"
    return f"{whose} {card_label(CARD_TEXTS[act.action].text)}"
