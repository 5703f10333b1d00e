"""The parts of a lesson."""

from collections.abc import Callable
from dataclasses import dataclass

from clubsite.learning.layouts import LayoutPicture
from games.registry import rules_for

Drawing = Callable[[], LayoutPicture]


@dataclass(frozen=True)
class LessonStep:
    """One short step: a head, a few sentences, a picture of a real position, and the paragraphs that support it."""

    title: str
    text: str
    picture: Drawing
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Lesson:
    """The lesson of one game. `minutes` is the length of a sitting, `about` one sentence for the overview."""

    game: str
    about: str
    lede: str
    players: str
    minutes: str
    by: str
    cover: Drawing
    steps: tuple[LessonStep, ...]
    interactive: bool = False

    @property
    def name(self) -> str:
        """The name used everywhere on the site."""
        return rules_for(self.game).title

    @property
    def paragraphs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for step in self.steps for name in step.paragraphs))
