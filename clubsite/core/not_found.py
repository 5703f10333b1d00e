"""A 404 for objects that a page needs but that do not exist."""

from typing import TypeVar

from django.http import Http404

T = TypeVar("T")


def found_or_404(found: T | None, words: str) -> T:
    """Return `found`. Raise Http404 with these words if it is None."""
    if found is None:
        raise Http404(words)
    return found
