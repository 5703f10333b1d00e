"""Lines in an event's log."""

import datetime

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.events.models import Event, EventAction, EventLogLine, Heat

BY_THE_SITE = "the site"
DAY, MAX_LINES_A_DAY = datetime.timedelta(days=1), 60
"""How many lines a heat's server can add in a day: nobody can fill a log that keeps everything."""
BY_ITS_SERVER = ("joined", "left", "planned", "confirmed", "unconfirmed", "corrected", "envelope_used")
"""What the server of a heat on another server does, if no user of this one did it."""


def event_log_add(
    event: Event, action: EventAction, subject: str = "", *, heat: Heat | None = None, user: User | None = None
) -> None:
    """Add a line to the event's log, in the caller's transaction. Without a user, the site or a server did it."""
    elsewhere = heat is not None and heat.club_id is None and action in BY_ITS_SERVER and not event.is_remote
    if heat is not None and (elsewhere or action == EventAction.PLAYED_TWICE) and user is None:
        lately = heat.log_lines.filter(user=None, at__gt=timezone.now() - DAY)
        if lately.count() >= MAX_LINES_A_DAY:
            return
    actor = str(user) if user is not None else f"the server of {heat}" if elsewhere else BY_THE_SITE
    EventLogLine.objects.create(
        event=event, heat=heat, user=user, actor=actor[:120], action=action, subject=subject[:300]
    )
