"""The day on which a puzzle comes back. This pure function is the only place where the intervals are set.

A puzzle comes back 1 day after a wrong answer, 3 days after a right one, and 10 days after two right ones in a
row. A third right answer in a row solves the puzzle.
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
