"""When a puzzle comes back. Pure, and the only place with these figures.

Wrong: tomorrow, and it starts again. Right: after 3 days; right again: after 10; right once more: it is solved.
"""

from datetime import date, timedelta

AFTER_WRONG = 1
AFTER_RIGHT = (3, 10)
"""Days until it comes back, after the first right answer in a row, the second, and so on. After one
more it is solved.
"""


def next_time(today: date, in_row: int) -> date | None:
    """Return when it comes back after an answer, or None if it is solved. `in_row`: right answers in a row, this one
    included.
    """
    if in_row == 0:
        return today + timedelta(days=AFTER_WRONG)
    if in_row > len(AFTER_RIGHT):
        return None
    return today + timedelta(days=AFTER_RIGHT[in_row - 1])
