from django.contrib import admin

from clubsite.clubs.models import AuditEntry, Club, Membership, Person

admin.site.register([Club, Membership])


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin):
    list_display = ["name", "number", "club", "guest"]
    search_fields = ["name", "number"]
    readonly_fields = ["forgotten_at", "agreed"]


@admin.register(AuditEntry)
class AuditAdmin(admin.ModelAdmin):
    list_display = ["at", "actor", "action", "subject"]

    def has_add_permission(self, request: object) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        return False
