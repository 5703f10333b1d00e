"""Read-only admin pages for computed and published results."""

from django.contrib import admin

from clubsite.core.admin import ReadOnly
from clubsite.rankings.models import Publication, Ranking


@admin.register(Ranking)
class RankingAdmin(ReadOnly):
    list_display = ["section", "line", "stratum", "handicap"]


@admin.register(Publication)
class PublicationAdmin(ReadOnly):
    list_display = ["session", "version", "withdrawn", "by_user", "at"]
    exclude = ["payload"]  # it has every score, also of boards that the operator still has to play (SOLO-31)
