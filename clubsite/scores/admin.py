"""Read-only admin pages: scores are corrected on the director's page, where each correction has a reason."""

from typing import Any

from django.contrib import admin

from clubsite.core.admin import ReadOnly
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.hidden_cards import boards_hidden_from_keeper


@admin.register(ScoreEntry)
class ScoreEntryAdmin(ReadOnly):
    list_display = ["table_board", "source", "status", "contract", "declarer", "tricks", "ns_score", "by_user", "at"]

    def get_queryset(self, request: Any) -> Any:
        """Leave out the scores of boards that the operator still has to play (SOLO-31)."""
        return super().get_queryset(request).exclude(table_board__board__in=boards_hidden_from_keeper(request.user))
