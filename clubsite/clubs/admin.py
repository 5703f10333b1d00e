"""The admin's pages about clubs, people and second factors. Removing a factor adds a line to the clubs' audit logs."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django_otp_webauthn.models import WebAuthnCredential

from clubsite.accounts.models import AuthenticatorApp, User
from clubsite.accounts.second_factor.services import Factor
from clubsite.clubs.invitations import lost_factor_remove
from clubsite.clubs.models import Club, Membership, Person
from clubsite.clubs.services import membership_delete, membership_save
from clubsite.core.names import fold
from clubsite.core.origins import base_of

admin.site.register(Club)


@admin.register(AuthenticatorApp, WebAuthnCredential)
class FactorAdmin(admin.ModelAdmin):
    """Apps for codes and passkeys: whose they are, and a way to remove them. Keys are not shown or changed."""

    fields = ["user", "confirmed", "created_at", "last_used_at"]
    list_display = ["user", "confirmed", "created_at", "last_used_at"]
    search_fields = ["user__username"]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: Factor) -> None:
        lost_factor_remove(factor=obj, keeper=User.objects.get(pk=request.user.pk), site=base_of(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Factor]) -> None:
        for factor in queryset.select_related("user"):
            self.delete_model(request, factor)


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
