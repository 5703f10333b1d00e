"""Read-only admin pages about events. They never show a card, a secret or a key."""

from django.contrib import admin
from django.db.models import Model

from clubsite.core.admin import ReadOnly
from clubsite.events.models import Event, EventLogLine, EventPublication, Heat, HeatAccess

PAGES: tuple[tuple[type[Model], str, list[str]], ...] = (
    (Event, "name club organiser status window_opens window_closes boards", ["secret", "sealed_boards"]),
    (Heat, "event club_name status planned_at released_at confirmed_at", ["boards_key"]),
    (EventLogLine, "event at actor action subject heat", []),
    # The payload has every result, also of boards that the keeper still has to play (SOLO-31).
    (EventPublication, "event version by_user at", ["payload"]),
    (HeatAccess, "heat server software names seen_at revoked_at", ["token_hash", "waiting"]),
)
for model, columns, hidden in PAGES:
    shown = columns.split()
    filters = [name for name in ("status", "action") if name in shown]
    admin.site.register(model, ReadOnly, list_display=shown, list_filter=filters, exclude=hidden)
