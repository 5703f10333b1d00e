"""The first hand of a game: one deal, scripted replies, and a reason for every tap.

The learner is South. The engine computes everything that the page shows and replies at every step: what South
sees, which cards and calls are legal, and why each of the others is refused. The page only steps through the
result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from clubsite.home.lessons.positions import LEARNER, LessonPosition, moments
from games.errors import IllegalAction
from games.registry import game_for, names, rules_for

Json = dict[str, Any]
HIDDEN_KEYS = ("dealt", "history")  # what is shown once a deal is over, and not needed here


@dataclass(frozen=True, kw_only=True)
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
    text: str = ""
    rule: str = ""
    wants: str = ""
    replies: int = 0
    keys: Sequence[str] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = "The rules allow it. For this lesson, please do what is asked above."
    more: str = ""
    fewer: str = ""
    last: bool = False
    quick: bool = False


@dataclass(frozen=True, kw_only=True)
class FirstHand:
    """A first hand of one game. `learned` says at its end what the learner has done."""

    deal: LessonPosition
    beats: tuple[Beat, ...]
    learned: str


@lru_cache(maxsize=len(names()))
def first_hand(game: str) -> FirstHand:
    """Return the first hand of a game, from `first_hand.toml` in its package. Raise TypeError for a wrong field."""
    data = game_for(game).first_hand
    beats, learned = tuple(Beat(**beat) for beat in data.pop("beats")), data.pop("learned")
    return FirstHand(deal=LessonPosition(game, **data), beats=beats, learned=learned)


@lru_cache(maxsize=len(names()))
def script(game: str) -> Json:
    """Return `views`, what South sees after each action, and `steps`, each a question with the answers to all taps.

    A view that the page does not show is None.

    A step begins at `views[at]`. The action that it `wants` leads to the next step through `frames`, each with the
    number of a view, and the action and player before it. `refused` has the reason and the rules paragraph for each
    of South's cards and offered calls that the rules refuse now. `instead` has replies to actions that are allowed
    but not wanted, and `otherwise` is the reply to the rest of them. A `read` step asks for no action, and a `touch`
    step asks for a buried card.
    """
    hand = first_hand(game)
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
    rules = rules_for(hand.deal.game)
    outcome = rules.outcome(state) or {}
    return {
        "contract": outcome.get("contract"),
        "tricks": outcome["tricks"],
        "text": rules.result_text(outcome),
        "score": f"+{hand.deal.points}",
        "learned": hand.learned,
    }
