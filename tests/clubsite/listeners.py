"""Quiet for set-up."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from clubsite.play import relay


@contextmanager
def nobody_listens() -> Iterator[None]:
    """While a night is put together no seat and no page is shown it: half the time would go into that."""
    with mock.patch.object(relay, "_tell_room"), mock.patch.object(relay, "send"):
        yield
