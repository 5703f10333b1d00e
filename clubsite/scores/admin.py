"""Read-only: scores are corrected on the director's page, where a correction has its reason."""

from django.contrib import admin

from clubsite.core.admin import ReadOnly
from clubsite.scores.models import ScoreEntry


@admin.register(ScoreEntry)
class ScoreEntryAdmin(ReadOnly):
    list_display = [
        "table_board",
        "source",
        "status",
        "contract",
        "declarer",
        "tricks",
        "ns_score",
        "by_user",
        "at",
    ]
