"""The lessons for the six games, in the order of the overview."""

from clubsite.learning.lessons import (
    bridge_solitaire,
    five_hundred_for_two,
    secret_card,
    solo,
    umbrage,
    whist_for_two,
)
from clubsite.learning.lessons.parts import Lesson
from clubsite.learning.positions import LessonPosition

_TAUGHT = (solo, whist_for_two, five_hundred_for_two, secret_card, umbrage, bridge_solitaire)
LESSONS: dict[str, Lesson] = {module.LESSON.game: module.LESSON for module in _TAUGHT}
POSITIONS: dict[str, tuple[LessonPosition, ...]] = {module.LESSON.game: module.POSITIONS for module in _TAUGHT}
