"""What is not kept for ever: rules that each app registers, followed by `manage.py retention` and by nothing else."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

Found = Counter[int | None]  # club id -> how many of its rows; None: of no club


@dataclass(frozen=True, slots=True)
class Rule:
    """`words` follow a number: "logs of calls and cards deleted". `act` takes the day before which things are old,
    does it, and tells how many. `order`: what refers to others goes before them."""

    order: int
    key: str
    words: str
    act: Callable[[datetime], Found]


_rules: dict[str, Rule] = {}


def register(*rules: Rule) -> None:
    """Called once from the `ready()` of the app that owns the rows."""
    _rules.update((rule.key, rule) for rule in rules)


def rules() -> list[Rule]:
    """Every rule, in the order in which they can be followed."""
    return sorted(_rules.values(), key=lambda rule: rule.order)


def by_club(rows: QuerySet[Any], club: str) -> Found:
    """How many of these rows each club has; `club` is the path from a row to its club."""
    return Counter(rows.order_by().values_list(club, flat=True))


def _deleted(rows: QuerySet[Any]) -> Found:
    return Counter({None: rows.delete()[0]})
