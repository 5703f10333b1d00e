"""Clocks that a test stops. Only the modules named here read these clocks; the event loop's own clock keeps running."""

from types import SimpleNamespace

from django.core.cache.backends import base, locmem

from clubsite.core import rate_limits


def cache_time(monkeypatch, seconds: float):
    """Stop the clock of the cache and of all counts at `seconds`, on the scale of `time.time`."""
    for module in (base, locmem):
        monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: seconds))
    monkeypatch.setattr(rate_limits, "time", lambda: seconds)


def flow_time(monkeypatch, seconds: float):
    """Stop the clock of the limits on flows at `seconds`, on the scale of `time.monotonic`."""
    monkeypatch.setattr(rate_limits, "monotonic", lambda: seconds)
