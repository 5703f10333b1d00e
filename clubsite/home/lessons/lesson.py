"""The lessons for the games, read from `lesson.toml` in each game's package.

`positions` are positions of one deal. The actions of a position may begin with the name of an earlier one, which stands
for that position's actions. A drawing shows South's view of the position `at`: either all four hands (`table`), or
`strips` one below another. Each strip has `draw`, the name of a function in `layouts`, and its arguments; a strip may
have its own `at` and `viewer`. `new_since` marks the cards that were not in the hand at an earlier position, and
`{points}` in a score is South's score.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from clubsite.home.lessons import layouts
from clubsite.home.lessons.layouts import LayoutPicture, Strip
from games.errors import BadLog, IllegalAction
from games.registry import game_for, names, rules_for
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


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A picture as `lesson.toml` describes it."""

    at: LessonPosition
    positions: Mapping[str, LessonPosition]
    names: Mapping[str, str]
    strips: tuple[Mapping[str, Any], ...] = ()
    table: Mapping[str, Any] | None = None
    caption: str = ""

    @property
    def picture(self) -> LayoutPicture:
        if self.table is not None:
            return layouts.table(self.at.view(LEARNER), self.caption, **self.table)
        return LayoutPicture(tuple(self._strip(**strip) for strip in self.strips), self.caption)

    def _strip(self, *, draw: str, at: str = "", viewer: str = LEARNER, new_since: str = "", **how: Any) -> Strip:
        position = self.positions[at] if at else self.at
        if new_since:
            how["before"] = self.positions[new_since].view(viewer)["hands"][how["hand"]]["cards"]
        if draw == "score":
            how["points"] = position.points
        if draw in ("trick", "calls"):
            how["names"] = self.names
        return layouts.STRIPS[draw](position.view(viewer), **how)


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """One short step: a heading, a few sentences, a picture of a real position as South sees it, and rules
    paragraphs.
    """

    title: str
    text: str
    paragraphs: list[str]
    drawing: Drawing

    @property
    def picture(self) -> LayoutPicture:
        return self.drawing.picture


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """The lesson for one game. `minutes` is how long the lesson takes; `about` is the sentence in the overview."""

    game: str
    place: int
    about: str
    lede: str
    players: str
    minutes: str
    by: str = ""
    drawing: Drawing
    steps: tuple[LessonStep, ...]
    positions: Mapping[str, LessonPosition]

    @property
    def name(self) -> str:
        """The game's name as used everywhere on the site."""
        return rules_for(self.game).title

    @property
    def cover(self) -> LayoutPicture:
        return self.drawing.picture


@lru_cache(maxsize=1)
def lessons() -> dict[str, Lesson]:
    """Return the lessons by game, in the order of the overview. Raise TypeError or KeyError for a wrong field."""
    read = (_lesson(name, game_for(name).lesson) for name in names())
    return {lesson.game: lesson for lesson in sorted(read, key=lambda lesson: lesson.place)}


def _lesson(game: str, data: dict[str, Any]) -> Lesson:
    deal = {"game": game, "seed": data.pop("seed"), "dealer": data.pop("dealer", "S")}
    positions: dict[str, LessonPosition] = {}
    for name, actions in data.pop("positions").items():
        first, _, rest = actions.partition(" ")
        whole = f"{positions[first].actions} {rest}" if first in positions else actions
        positions[name] = LessonPosition(actions=whole, **deal)
    shown = data.pop("names", layouts.SEATS)

    def drawing(at: str, **how: Any) -> Drawing:
        return Drawing(at=positions[at], positions=positions, names=shown, **how)

    def step(title: str, text: str, paragraphs: list[str], **how: Any) -> LessonStep:
        return LessonStep(title=title, text=text, paragraphs=paragraphs, drawing=drawing(**how))

    cover, steps = drawing(**data.pop("cover")), tuple(step(**each) for each in data.pop("steps"))
    return Lesson(game=game, drawing=cover, steps=steps, positions=positions, **data)


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
        has_action = bool(beat.wants) and beat.kind != "touch"
        after = at + has_action + beat.replies
        moment = states[at + 1] if after > at else ("", "", None)
        if has_action and (moment[0], moment[1]) != (LEARNER, beat.wants):
            raise ValueError(f"{beat.head}: {moment[1]} is played, {beat.wants} is wanted")
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
    refusals = {}
    for action in (*cards, *(f"c:{call}" for call in beat.keys)):
        try:
            rules_for(game).apply(state, LEARNER, action)
        except IllegalAction as error:
            refusals[action] = [error.reason, error.rule]
    return refusals


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
