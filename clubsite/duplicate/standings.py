"""Who stands where in a section now. The app that scores registers how it finds out; until then numbers decide."""

from collections.abc import Callable

from clubsite.duplicate.models import Section

Order = Callable[[Section], list[int]]
_orders: list[Order] = []


def register(order: Order) -> None:
    """Called once from the `ready()` of the app that scores: section -> contestants' numbers, best first."""
    _orders[:] = [order]


def order_of(section: Section) -> list[int]:
    """The contestants' numbers, best first, as they stand when this is asked: scores not counted yet are counted."""
    numbers = list(section.entries.order_by("number").values_list("number", flat=True))
    return _orders[0](section) if _orders else numbers
