"""The day on which a puzzle comes back. A pure function, and the only place where the intervals are set.

A puzzle comes back 1 day after a wrong answer, 3 after a right one, 10 after two in a row. A third solves it.
"""

from datetime import date, timedelta

AFTER_WRONG = 1
AFTER_RIGHT = (3, 10)
"""Days until it comes back, after the first right answer in a row, the second, and so on. After one
more it is solved.
"""


def next_time(today: date, in_row: int) -> date | None:
    """Return the day on which a puzzle comes back after an answer, or None if the puzzle is solved. `in_row` is the
    number of right answers in a row, including this one.
    """
    if in_row == 0:
        return today + timedelta(days=AFTER_WRONG)
    if in_row > len(AFTER_RIGHT):
        return None
    return today + timedelta(days=AFTER_RIGHT[in_row - 1])
