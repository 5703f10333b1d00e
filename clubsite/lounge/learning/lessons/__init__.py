"""The six games as they are taught, in the order of the overview."""

from clubsite.lounge.learning.lessons import solo
from clubsite.lounge.learning.lessons.parts import Lesson

LESSONS: dict[str, Lesson] = {lesson.game: lesson for lesson in (solo.LESSON,)}
