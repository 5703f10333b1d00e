"""Read-only: scores are corrected on the director's page, where a correction has its reason."""

from typing import Any

from django.contrib import admin

from clubsite.results.models import Publication, Ranking, ScoreEntry


class ReadOnly(admin.ModelAdmin):
    def has_add_permission(self, request: Any) -> bool:
        return False

    def has_change_permission(self, request: Any, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: Any, obj: Any = None) -> bool:
        return False


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


@admin.register(Ranking)
class RankingAdmin(ReadOnly):
    list_display = ["section", "line", "computed_at"]


@admin.register(Publication)
class PublicationAdmin(ReadOnly):
    list_display = ["session", "version", "withdrawn", "by_user", "at"]
