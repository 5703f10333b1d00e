"""The first hand of a game: one deal, scripted replies, and a reason for every tap.

The learner is South. The engine computes everything that the page shows and replies at every step: what South
sees, which cards and calls are legal, and why each of the others is refused. The page only steps through the
result.
"""

from functools import lru_cache
from typing import Any

from clubsite.learning.first_hands import FIRST_HANDS, Beat, FirstHand
from clubsite.learning.positions import moments
from games.errors import IllegalAction
from games.registry import rules_for
from scoring.home import Finished, standing

Json = dict[str, Any]
LEARNER = "S"
HIDDEN_KEYS = ("dealt", "history")  # what is shown once a deal is over, and not needed here


@lru_cache(maxsize=len(FIRST_HANDS))
def script(game: str) -> Json:
    """Return `views`, what South sees after each action, and `steps`, each a question with the answers to all taps.

    A view that the page does not show is None.

    A step begins at `views[at]`. The action that it `wants` leads to the next step through `frames`, each with the
    number of a view, and the action and player before it. `refused` has the reason and the rules paragraph for each
    of South's cards and offered calls that the rules refuse now. `instead` has replies to actions that are allowed
    but not wanted, and `otherwise` is the reply to the rest of them. A `read` step asks for no action, and a `touch`
    step asks for a buried card.
    """
    hand = FIRST_HANDS[game]
    states = list(moments(hand.deal))
    views = [_shown(game, state) for _, _, state in states]
    steps: list[Json] = []
    at = 0
    for beat in hand.beats:
        asked = bool(beat.wants) and beat.kind != "touch"
        after = at + asked + beat.replies
        said = states[at + 1] if after > at else ("", "", None)
        if asked and (said[0], said[1]) != (LEARNER, beat.wants):
            raise ValueError(f"{beat.head}: {said[1]} is played, {beat.wants} is wanted")
        places = range(after if beat.quick else at + 1, after + 1)
        frames = [{"view": place, "by": states[place][0], "a": states[place][1]} for place in places]
        steps.append(_step(game, beat, states[at][2], views[at], at, frames))
        at = after
    shown = {0, *(frame["view"] for step in steps for frame in step["frames"])}
    needed = [view if place in shown else None for place, view in enumerate(views)]
    return {"views": needed, "steps": steps, "result": _result(hand, states[-1][2])}


def _shown(game: str, state: Any) -> Json:
    view = rules_for(game).view(state, LEARNER)
    return {key: value for key, value in view.items() if key not in HIDDEN_KEYS}


def _step(game: str, beat: Beat, state: Any, view: Json, at: int, frames: list[Json]) -> Json:
    return {
        "kind": beat.kind,
        "head": beat.head,
        "text": beat.text,
        "rule": beat.rule,
        "at": at,
        "wants": beat.wants,
        "keys": list(beat.keys),
        "instead": _instead(beat, view),
        "otherwise": beat.otherwise,
        "refused": _refused(game, state, beat, view),
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
        return dict(beat.instead)
    return {action: beat.instead.get(action, beat.otherwise) for action in sorted(offered - {beat.wants})}


def _refused(game: str, state: Any, beat: Beat, view: Json) -> Json:
    """Return the cards on South's side and the offered calls that the rules refuse, with the reasons."""
    mine = [hand for hand in view["hands"].values() if hand["owner"] == LEARNER]
    cards = [f"p:{card}" for hand in mine for card in hand["cards"]] if beat.kind in ("card", "act", "touch") else []
    found = {}
    for action in (*cards, *(f"c:{call}" for call in beat.keys)):
        try:
            rules_for(game).apply(state, LEARNER, action)
        except IllegalAction as error:
            found[action] = [error.reason, error.rule]
    return found


def _result(hand: FirstHand, state: Any) -> Json:
    """Return how the deal ended: its contract or None, its result in words, South's points, and what was learned."""
    at, rules = hand.deal, rules_for(hand.deal.game)
    outcome = rules.outcome(state) or {}
    options = dict(at.options)
    setup = rules.deal(at.seed, {"board": at.board, "dealer": at.dealer, "vul": at.vul}, options)
    (line,) = standing(at.game, {}, LEARNER, [Finished(setup, options, outcome)]).sheet["lines"]
    return {
        "contract": outcome.get("contract"),
        "tricks": outcome["tricks"],
        "text": rules.result_text(outcome),
        "score": f"+{line[LEARNER] or 0}",
        "learned": hand.learned,
    }
