"""What is kept of a person, and what retention deletes."""

from datetime import datetime

from clubsite.core.data_map import Row, Subject, gathered, rules


def forget(key: str, before: datetime) -> int:
    """Apply one rule of retention. Return how much it deleted."""
    [rule] = [rule for rule in rules() if rule.key == key]
    return rule.act(before).total()


def own_rows(key: str, user: int | None, *people: int) -> list[Row]:
    """Return the rows of one part of a person's own data."""
    [part] = gathered(Subject(user, people), key)
    return part.rows
