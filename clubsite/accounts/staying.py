"""Reasons why a user stays signed in even after a long idle time. Other apps register their own reasons."""

from collections.abc import Callable

Reason = Callable[[int], bool]
"""True if the user with this id must stay signed in now."""
_reasons: list[Reason] = []


def stays_signed_in(reason: Reason) -> Reason:
    """Register the decorated function as a reason for staying signed in."""
    _reasons.append(reason)
    return reason


def stays(user: int) -> bool:
    """True if any registered reason keeps this user signed in."""
    return any(reason(user) for reason in _reasons)
