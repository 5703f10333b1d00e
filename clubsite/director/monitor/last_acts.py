"""The last actions of a play with the seconds that each took, for a director who is looking at its cards."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from clubsite.play.models import Play
from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS
from games.players import DIRECTOR
from games.wording import seat_name

MAX_ACTS_SHOWN = 12
ACT_WORDS = {
    "accept": "accepts the claim",
    "refuse": "refuses the claim",
    "undo": "asks to take back",
    "undo:yes": "allows it to be taken back",
    "undo:no": "does not allow it to be taken back",
    "undo:misclick": "takes back what they did last",
    "withdraw": "withdraws the claim",
}


@dataclass(frozen=True, slots=True)
class LastAct:
    """An action: its player, words, `call` or `card` alone, its time, and the seconds since the previous action."""

    who: str
    words: str
    at: datetime.datetime
    seconds: int
    call: str = ""
    card: str = ""


def last_acts(play: Play, names: Mapping[str, str]) -> list[LastAct]:
    """Return the last actions in the log, including those taken back, newest first.

    For the very first action, the seconds are counted from the opening of the board.
    """
    rows = play.events.filter(seq__lte=play.seq).order_by("-seq").values_list("actor", "action", "at")
    found = list(rows[: MAX_ACTS_SHOWN + 1])
    before = [at for _, _, at in found[1:]] + ([play.opened_at] if len(found) <= MAX_ACTS_SHOWN else [])
    return [
        _act(actor, action, at, max(0, round((at - earlier).total_seconds())), names)
        for (actor, action, at), earlier in zip(found, before, strict=False)
    ]


def _act(actor: str, action: str, at: datetime.datetime, seconds: int, names: Mapping[str, str]) -> LastAct:
    who = "The director" if actor == DIRECTOR else names.get(actor) or seat_name(actor)
    if action in CALL_TEXTS:
        return LastAct(who, "calls", at, seconds, call=CALL_TEXTS[action])
    if action in CARD_TEXTS:
        return LastAct(who, "plays", at, seconds, card=CARD_TEXTS[action].text)
    if action.startswith("claim:"):
        takes = action.partition(":")[2]
        return LastAct(who, "concedes the rest" if takes == "0" else f"claims {takes}", at, seconds)
    if action == "undo" and actor == DIRECTOR:
        return LastAct(who, "takes the last act back", at, seconds)
    return LastAct(who, ACT_WORDS.get(action, "acts"), at, seconds)
