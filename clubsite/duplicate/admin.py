"""Sessions for the operator. Boards and plays stay out: the admin shows no cards."""

from django.contrib import admin

from clubsite.duplicate.models import Session

SHAPE = ["public_id", "club", "status", "players", "boards_per_round", "started_at", "ended_at"]


@admin.register(Session)
class SessionAdmin(admin.ModelAdmin):
    list_display = ["name", "date", "club", "status"]
    list_filter = ["club", "status"]
    # Its shape is the set-up's: changed here, or made here without a section, a night would stop in mid-play.
    fields = ["name", "date", *SHAPE]
    readonly_fields = SHAPE

    def has_add_permission(self, request: object) -> bool:
        return False
