"""The parts of a lesson."""

from collections.abc import Callable
from dataclasses import dataclass

from clubsite.learning.layouts import LayoutPicture, View
from clubsite.learning.positions import LessonPosition
from games.registry import rules_for


@dataclass(frozen=True)
class LessonStep:
    """One short step: a heading, a few sentences, a picture of a real position as South sees it, and rules
    paragraphs.
    """

    title: str
    text: str
    at: LessonPosition
    drawing: Callable[[View], LayoutPicture]
    paragraphs: tuple[str, ...]

    @property
    def picture(self) -> LayoutPicture:
        return self.drawing(self.at.view("S"))


@dataclass(frozen=True)
class Lesson:
    """The lesson for one game. `minutes` is how long the lesson takes; `about` is the sentence in the overview."""

    game: str
    about: str
    lede: str
    players: str
    minutes: str
    by: str
    cover: Callable[[], LayoutPicture]
    steps: tuple[LessonStep, ...]

    @property
    def name(self) -> str:
        """The game's name as used everywhere on the site."""
        return rules_for(self.game).title

    @property
    def paragraphs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for step in self.steps for name in step.paragraphs))
