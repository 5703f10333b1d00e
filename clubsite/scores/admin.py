"""Read-only admin pages for scores, which are corrected on the director's page, and for the audit log."""

from typing import Any

from django.contrib import admin

from clubsite.clubs.models import AuditEntry
from clubsite.core.admin import ReadOnly
from clubsite.nights.models import AuditedBoard
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.hidden_cards import boards_hidden_from_keeper


@admin.register(ScoreEntry)
class ScoreEntryAdmin(ReadOnly):
    list_display = ["table_board", "source", "status", "contract", "declarer", "tricks", "ns_score", "by_user", "at"]

    def get_queryset(self, request: Any) -> Any:
        """Leave out the scores of boards that the operator still has to play (SOLO-31)."""
        return super().get_queryset(request).exclude(table_board__board__in=boards_hidden_from_keeper(request.user))


@admin.register(AuditEntry)
class AuditAdmin(ReadOnly):
    list_display = ["at", "actor", "action", "about"]

    def get_queryset(self, request: Any) -> Any:
        """Leave out lines about boards that the operator still has to play, because they contain scores (SOLO-31)."""
        hidden = AuditedBoard.objects.filter(board__in=boards_hidden_from_keeper(request.user))
        return super().get_queryset(request).exclude(pk__in=hidden.values("entry"))
