"""Setting up sessions without listeners."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from clubsite.play import relay


@contextmanager
def nobody_listens() -> Iterator[None]:
    """Show a session to no seat and no page while it is being set up, as that would take half the time."""
    with mock.patch.object(relay, "_tell_room"), mock.patch.object(relay, "send"):
        yield
