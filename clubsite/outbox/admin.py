from django.contrib import admin

from clubsite.core.admin import ReadOnly
from clubsite.outbox.models import Letter


@admin.register(Letter)
class LetterAdmin(ReadOnly):
    """The admin page for letters waiting to be sent. It shows why they are waiting, but no addresses."""

    list_display = ["kind", "made_at", "due_at", "tries", "fault", "sent_at"]
    list_filter = ["kind", "fault"]
    ordering = ["-pk"]
    exclude = ["address"]
