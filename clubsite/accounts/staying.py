"""Reasons for which nobody is signed out although they were idle for long. Other apps add their own."""

from collections.abc import Callable

Reason = Callable[[int], bool]
"""True if the user with this id must stay signed in now."""
_reasons: list[Reason] = []


def stays_signed_in(reason: Reason) -> Reason:
    """Register a reason."""
    _reasons.append(reason)
    return reason


def stays(user: int) -> bool:
    """True if there is a reason for this user to stay signed in."""
    return any(reason(user) for reason in _reasons)
