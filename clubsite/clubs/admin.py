from typing import Any

from django.contrib import admin

from clubsite.clubs.models import AuditEntry, Club, Membership, Person
from clubsite.core.names import fold

admin.site.register([Club, Membership])


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin):
    list_display = ["name", "number", "club", "guest"]
    search_fields = ["name_key", "number"]
    readonly_fields = ["forgotten_at", "agreed"]

    def get_search_results(self, request: Any, queryset: Any, search_term: str) -> Any:
        return super().get_search_results(request, queryset, fold(search_term))


@admin.register(AuditEntry)
class AuditAdmin(admin.ModelAdmin):
    list_display = ["at", "actor", "action", "subject"]

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        return False
