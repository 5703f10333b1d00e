"""Notices that other apps show to directors on the page of a heat, such as why a document was refused."""

from collections.abc import Callable

from clubsite.events.models import Heat

FindNotices = Callable[[Heat], list[str]]
_finders: list[FindNotices] = []


def heat_notices_from(find: FindNotices) -> FindNotices:
    """Register a function that returns sentences for a heat's page: what happened, and what to do."""
    _finders.append(find)
    return find


def heat_notices(heat: Heat) -> list[str]:
    """Return the sentences of all registered functions."""
    return [sentence for find in _finders for sentence in find(heat)]
