"""The admin pages for accounts, for the keeper of the site. Authenticator apps and passkeys are in `clubs.admin`."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from clubsite.accounts.models import User
from clubsite.accounts.services import password_changed
from clubsite.core.origins import base_of


@admin.register(User)
class AccountAdmin(UserAdmin):
    """The admin of users. E-mail addresses are read-only here: users change and confirm them on their account page."""

    readonly_fields = ["email", "last_login", "date_joined"]

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:
        """Set a user's password, end their sessions, and mail them. Keepers change their own on the account page."""
        if id == str(request.user.pk):
            return redirect("accounts:password")
        before = self._password_hash(id)
        answer: HttpResponse = super().user_change_password(request, id, form_url)
        if before is not None and self._password_hash(id) != before:
            password_changed(user=User.objects.get(pk=id), site=base_of(request))
        return answer

    @staticmethod
    def _password_hash(pk: str) -> str | None:
        return User.objects.filter(pk=pk).values_list("password", flat=True).first() if pk.isdecimal() else None
