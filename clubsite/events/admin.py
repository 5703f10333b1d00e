"""Read-only admin pages about events. None shows a card, a secret or a key of signatures."""

from django.contrib import admin

from clubsite.core.admin import ReadOnly
from clubsite.events.models import Event, EventLogLine, EventPublication, Heat, HeatAccess


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ["name", "club", "organiser", "status", "window_opens", "window_closes", "boards"]
    list_filter = ["status"]
    exclude = ["secret", "sealed_boards"]


@admin.register(Heat)
class HeatAdmin(ReadOnly):
    list_display = ["event", "club_name", "status", "planned_at", "released_at", "confirmed_at"]
    list_filter = ["status"]
    exclude = ["boards_key"]


@admin.register(EventLogLine)
class EventLogAdmin(ReadOnly):
    list_display = ["event", "at", "actor", "action", "subject", "heat"]
    list_filter = ["action"]


@admin.register(EventPublication)
class EventPublicationAdmin(ReadOnly):
    list_display = ["event", "version", "by_user", "at"]
    exclude = ["payload"]  # it has every result, also of boards that the keeper still has to play (SOLO-31)


@admin.register(HeatAccess)
class HeatAccessAdmin(ReadOnly):
    list_display = ["heat", "server", "software", "names", "seen_at", "revoked_at"]
    exclude = ["token_hash", "waiting"]
