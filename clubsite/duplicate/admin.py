"""Sessions for the operator. Boards and plays stay out: the admin shows no cards."""

from django.contrib import admin

from clubsite.duplicate.models import Session


@admin.register(Session)
class SessionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["name", "date", "club", "status"]
    list_filter = ["club", "status"]
    readonly_fields = ["public_id", "status", "started_at", "ended_at"]
