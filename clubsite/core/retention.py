"""Deletion rules for old data: each app registers its own, and only `manage.py retention` applies them."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

Found = Counter[int | None]  # club id -> number of its rows; None: rows without a club
Act = Callable[[datetime], Found]


@dataclass(frozen=True, slots=True)
class Rule:
    """A deletion rule. `words` are the words after a number, as in "logs of calls and cards deleted". `act` takes a
    date, deletes the rows from before that date, and returns their number. `order` puts rows that refer to others
    first.
    """

    order: int
    key: str
    words: str
    act: Act


_rules: dict[str, Rule] = {}


def retention_rule(order: int, key: str, words: str) -> Callable[[Act], Act]:
    """Register the decorated function as a rule."""

    def register(act: Act) -> Act:
        _rules[key] = Rule(order, key, words, act)
        return act

    return register


def rules() -> list[Rule]:
    """Return all rules, in the order in which they can be applied."""
    return sorted(_rules.values(), key=lambda rule: rule.order)


def by_club(rows: QuerySet[Any], club: str) -> Found:
    """Return how many of these rows belong to each club. `club` is the path from a row to its club."""
    return Counter(rows.order_by().values_list(club, flat=True))


def rows_delete(rows: QuerySet[Any], club: str = "") -> Found:
    """Delete these rows. Return how many were deleted, by club if there is a path from a row to its club."""
    if not club:
        return Counter({None: rows.delete()[0]})
    found = by_club(rows, club)
    rows.delete()
    return found
