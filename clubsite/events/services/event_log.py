"""Lines in an event's log."""

from clubsite.accounts.models import User
from clubsite.events.models import Event, EventAction, EventLogLine, Heat

BY_THE_SITE = "the site"
BY_ITS_SERVER = frozenset(
    {
        EventAction.JOINED,
        EventAction.LEFT,
        EventAction.PLANNED,
        EventAction.CONFIRMED,
        EventAction.UNCONFIRMED,
        EventAction.CORRECTED,
        EventAction.ENVELOPE_USED,
    }
)
"""What the server of a heat on another server does, if no user of this one did it."""


def event_log_add(
    event: Event,
    action: EventAction,
    subject: str = "",
    *,
    heat: Heat | None = None,
    user: User | None = None,
) -> None:
    """Add a line to the event's log, in the caller's transaction. Without a user, the site or the heat's server did it
    by itself.
    """
    elsewhere = heat is not None and heat.club_id is None and action in BY_ITS_SERVER and not event.is_remote
    actor = str(user) if user is not None else f"the server of {heat}" if elsewhere else BY_THE_SITE
    EventLogLine.objects.create(
        event=event, heat=heat, user=user, actor=actor[:120], action=action, subject=subject[:300]
    )
