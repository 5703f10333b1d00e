"""When a puzzle comes back. Pure: the one place of these figures.

Wrong: tomorrow, and it begins again. Right: after 3 days; right again: after 10; right once more: it is solved.
"""

from datetime import date, timedelta

AFTER_WRONG = 1
AFTER_RIGHT = (3, 10)
"""Days until it comes back, after the first right answer in a row, the second, ...; after one more it is solved."""


def next_time(today: date, in_row: int) -> date | None:
    """When it comes back after an answer; `in_row`: right answers in a row, with this one. None: it is solved."""
    if in_row == 0:
        return today + timedelta(days=AFTER_WRONG)
    if in_row > len(AFTER_RIGHT):
        return None
    return today + timedelta(days=AFTER_RIGHT[in_row - 1])
