"""The read-only admin page about documents between servers."""

from django.contrib import admin

from clubsite.core.admin import ReadOnly
from clubsite.event_documents.models import EventMessage


@admin.register(EventMessage)
class EventMessageAdmin(ReadOnly):
    """The admin page for documents between servers. It shows what became of each one, but not what it says."""

    list_display = ["event", "direction", "type", "number", "state", "tries", "due_at", "at"]
    list_filter = ["direction", "state", "type"]
    exclude = ["body"]
