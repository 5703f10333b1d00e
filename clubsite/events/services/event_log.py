"""Lines in an event's log."""

from clubsite.accounts.models import User
from clubsite.events.models import Event, EventAction, EventLogLine, Heat

BY_THE_SITE = "the site"


def event_log_add(
    event: Event,
    action: EventAction,
    subject: str = "",
    *,
    heat: Heat | None = None,
    user: User | None = None,
) -> None:
    """Add a line to the event's log, in the caller's transaction. Without a user, the site did it by itself."""
    actor = str(user) if user is not None else BY_THE_SITE
    EventLogLine.objects.create(
        event=event, heat=heat, user=user, actor=actor[:120], action=action, subject=subject[:300]
    )
