"""The admin pages for sessions. Boards and plays are left out, because the admin shows no cards."""

from django.contrib import admin

from clubsite.nights.models import Session

SHAPE = ["public_id", "club", "status", "players", "boards_per_round", "started_at", "ended_at"]


@admin.register(Session)
class SessionAdmin(admin.ModelAdmin):
    list_display = ["name", "date", "club", "status"]
    list_filter = ["club", "status"]
    # The set-up decides its shape. A change here, or a session without a section, would stop a session in
    # mid-play.
    fields = ["name", "date", *SHAPE]
    readonly_fields = SHAPE

    def has_add_permission(self, request: object) -> bool:
        return False
