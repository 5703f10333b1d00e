"""Browser sessions, stored by Django's engine in rows that also record the user, the browser and when it was last seen.

An idle session ends after two weeks, or after twelve hours on a device that others also use. It never ends while its
user has a club night in progress (`stays`).
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DBStore
from django.http import HttpRequest
from django.utils import timezone
from ua_parser import parse

UNKNOWN_BROWSER = "A browser that does not say its name"
MAX_LENGTH = 80
PLAIN = {"Mac OS X": "a Mac", "iOS": "an iPhone", "Chrome OS": "a Chromebook"}
TABLETS = {"iPad": "an iPad"}


def browser_words(request: HttpRequest) -> str:
    """Return words such as "Safari on an iPad" or "Firefox on Windows". An iPad may call itself a Mac."""
    agent = parse(request.headers.get("User-Agent", "")[:500])
    if agent.user_agent is None:
        return UNKNOWN_BROWSER
    browser = agent.user_agent.family.replace("Mobile", "").strip()
    system = agent.os.family if agent.os else ""
    where = TABLETS.get(agent.device.family if agent.device else "") or PLAIN.get(system, system)
    return (f"{browser} on {where}" if where else browser)[:MAX_LENGTH]


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


IDLE, IDLE_SHARED, MAX_AGE = timedelta(days=14), timedelta(hours=12), timedelta(days=90)
SEEN_EVERY = timedelta(minutes=5)  # the row says to this exactness when its browser was last seen
BROWSER, SHARED, SIGNED_IN_AT = "browser", "shared", "signed_in_at"


class SessionStore(DBStore):
    """A browser's session. `SESSION_ENGINE` names this module."""

    @classmethod
    def get_model_class(cls) -> Any:
        from clubsite.accounts.models import BrowserSession  # the engine is imported before the models

        return BrowserSession

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """Return the row for this session, marked as seen now."""
        row: Any = super().create_model_instance(data)
        now = timezone.now()
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.browser = data.get(BROWSER, "")
        row.shared = bool(data.get(SHARED))
        row.signed_in_at = datetime.fromtimestamp(data[SIGNED_IN_AT], UTC) if SIGNED_IN_AT in data else None
        row.seen_at, row.expire_date = now, end_of(row, now)
        return row

    def _get_session_from_db(self) -> Any:
        """Return the session's row and note that it was seen now, or return None if the session has ended."""
        now = timezone.now()
        row: Any = self.model.objects.filter(session_key=self.session_key).first()
        if row is None or (row.expire_date <= now and not (row.user_id and stays(row.user_id))):
            self._session_key = None
            return None
        if now - row.seen_at > SEEN_EVERY:
            self.model.objects.filter(pk=row.pk).update(seen_at=now, expire_date=end_of(row, now))
        return row


def end_of(row: Any, seen: datetime) -> datetime:
    """Return when this session ends if its browser is not seen again."""
    idle = seen + (IDLE_SHARED if row.shared else IDLE)
    return min(idle, row.signed_in_at + MAX_AGE) if row.signed_in_at else idle
