"""Objects that a page needs but does not find."""

from typing import TypeVar

from django.http import Http404

T = TypeVar("T")


def found_or_404(found: T | None, words: str) -> T:
    """Return `found`. Raise Http404 with these words if it is None."""
    if found is None:
        raise Http404(words)
    return found
