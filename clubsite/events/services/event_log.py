"""Lines in an event's log, and the changes that they tell."""

import datetime
from typing import Any, TypeVar

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.events.models import Event, EventAction, EventLogLine, Heat

Row = TypeVar("Row", Event, Heat)
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
    actor = str(user) if user is not None else f"the server of {heat}" if elsewhere else "the site"
    said = {"actor": actor[:120], "action": action, "subject": subject[:300]}
    EventLogLine.objects.create(event=event, heat=heat, user=user, **said)


def row_set(row: Row, action: EventAction, user: User | None, subject: str = "", /, **values: Any) -> Row:
    """Set columns of a locked event or heat, and note it in the log, for a heat's club or for another `subject`."""
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))
    event, heat = (row.event, row) if isinstance(row, Heat) else (row, None)
    event_log_add(event, action, subject or (heat.club_name if heat is not None else ""), heat=heat, user=user)
    return row
