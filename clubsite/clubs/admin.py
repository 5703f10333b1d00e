from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from clubsite.clubs.models import Club, Membership, Person
from clubsite.clubs.roles import membership_delete, membership_save
from clubsite.core.names import fold

admin.site.register(Club)


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    """Users' roles in clubs. Each change gets a line in the club's audit log."""

    list_display = ["user", "club", "role", "since"]

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> list[str]:
        return ["club", "user"] if obj else []

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        membership_save(membership=obj, user=request.user)

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        membership_delete(membership=obj, user=request.user)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        for membership in queryset.select_related("user"):
            membership_delete(membership=membership, user=request.user)


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin):
    list_display = ["name", "number", "club", "guest"]
    search_fields = ["name_key", "number"]
    # Accounts are linked and unlinked where the audit log records it, and never while they play (SOLO-31).
    readonly_fields = ["user", "forgotten_at", "agreed"]

    def get_search_results(self, request: Any, queryset: Any, search_term: str) -> Any:
        return super().get_search_results(request, queryset, fold(search_term))
