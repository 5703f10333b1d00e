"""The lessons for the games, read from `lesson.toml` in each game's package.

`positions` are positions of one deal. The actions of a position may begin with the name of an earlier one, which stands
for that position's actions. A drawing shows South's view of the position `at`: either all four hands (`table`), or
`strips` one below another. Each strip has `draw`, the name of a function in `layouts`, and its arguments; a strip may
have its own `at` and `viewer`. `new_since` marks the cards that were not in the hand at an earlier position, and
`{points}` in a score is South's score.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from clubsite.home.lessons import layouts
from clubsite.home.lessons.layouts import LayoutPicture, Strip
from clubsite.home.lessons.positions import LEARNER, LessonPosition
from games.registry import game_for, names, rules_for


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
