"""The first hand of Solo: one deal, scripted replies, and a reason for every tap.

The learner is South. The engine computes everything that the page shows and replies at every step: what South
sees, which cards and calls are legal, and why each of the others is refused. The page only steps through the
result.
"""

from functools import lru_cache
from typing import Any

from clubsite.learning.first_hand_words import BEATS, DEAL, Beat
from clubsite.learning.positions import moments
from games.errors import IllegalAction
from games.registry import rules_for
from scoring.contracts import score_for_declarer

Json = dict[str, Any]
LEARNER = "S"
SHOWN_KEYS = (
    "game", "phase", "me", "board", "dealer", "vul", "turn", "hands", "legal", "why_not", "auction", "contract",
    "trick", "last_trick", "tricks", "hints", "can", "claim", "pick", "choices", "claim_max",
)  # fmt: skip


@lru_cache(maxsize=1)
def script() -> Json:
    """Return `views`, what South sees after each action, and `steps`, each a question with the answers to all taps.

    A step begins at `views[at]`. The action that it `wants` leads to the next step through `frames`, each with the
    number of a view, and the action and player before it. `refused` has the reason and the rules paragraph for each
    of South's cards and offered calls that the rules refuse now. `instead` has replies to actions that are allowed
    but not wanted. A `read` step asks for no action, and a `touch` step asks for a buried card.
    """
    states = [(by, action, state) for by, action, state in moments(DEAL)]
    views = [_shown(state) for _, _, state in states]
    steps: list[Json] = []
    at = 0
    for beat in BEATS:
        after = at + (1 + beat.replies if beat.wants and beat.kind != "touch" else 0)
        said = states[at + 1] if after > at else ("", "", None)
        if after > at and (said[0], said[1]) != (LEARNER, beat.wants):
            raise ValueError(f"{beat.head}: {said[1]} is played, {beat.wants} is wanted")
        frames = [{"view": place, "by": states[place][0], "a": states[place][1]} for place in range(at + 1, after + 1)]
        steps.append(_step(beat, states[at][2], views[at], at, frames))
        at = after
    return {"views": views, "steps": steps, "result": _result(states[-1][2])}


def _shown(state: Any) -> Json:
    view = rules_for(DEAL.game).view(state, LEARNER)
    return {key: view[key] for key in SHOWN_KEYS if key in view}


def _step(beat: Beat, state: Any, view: Json, at: int, frames: list[Json]) -> Json:
    return {
        "kind": beat.kind,
        "head": beat.head,
        "text": beat.text,
        "rule": beat.rule,
        "at": at,
        "wants": beat.wants,
        "keys": list(beat.keys),
        "instead": _instead(beat, view),
        "refused": _refused(state, beat, view),
        "frames": frames,
        "last": beat.last,
    }


def _instead(beat: Beat, view: Json) -> Json:
    """Return replies to the actions that are offered and legal but are not the one that the lesson wants."""
    if beat.kind == "call":
        offered = {f"c:{call}" for call in beat.keys} & set(view["legal"])
    elif beat.kind == "card":
        offered = set(view["legal"])
    elif beat.kind == "claim":
        wanted = int(beat.wants.removeprefix("claim:"))
        return {
            f"claim:{count}": beat.more if count > wanted else beat.fewer
            for count in range(view["claim_max"] + 1)
            if count != wanted
        }
    else:
        return {}
    return {action: beat.instead.get(action, beat.otherwise) for action in sorted(offered - {beat.wants})}


def _refused(state: Any, beat: Beat, view: Json) -> Json:
    """Return the cards on South's side and the offered calls that the rules refuse, with the reasons."""
    mine = [hand for hand in view["hands"].values() if hand["owner"] == LEARNER]
    cards = [f"p:{card}" for hand in mine for card in hand["cards"]] if beat.kind in ("card", "touch") else []
    found = {}
    for action in (*cards, *(f"c:{call}" for call in beat.keys)):
        try:
            rules_for(DEAL.game).apply(state, LEARNER, action)
        except IllegalAction as error:
            found[action] = [error.reason, error.rule]
    return found


def _result(state: Any) -> Json:
    outcome = rules_for(DEAL.game).outcome(state) or {}
    points = score_for_declarer(outcome["contract"], outcome["declarer"], DEAL.vul, outcome["tricks"])
    text = rules_for(DEAL.game).result_text(outcome)
    return {"contract": outcome["contract"], "tricks": outcome["tricks"], "text": text, "score": f"+{points}"}
