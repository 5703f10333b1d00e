"""A context manager for setting up sessions without listeners."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from clubsite.play import relay


@contextmanager
def nobody_listens() -> Iterator[None]:
    """Send nothing to seats and pages while a session is being set up, because sending takes half of the time."""
    with mock.patch.object(relay, "_tell_room"), mock.patch.object(relay, "send"):
        yield
