"""The admin site, for the operator. It asks for the password or the second factor again every few minutes."""

from collections.abc import Callable
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from clubsite.accounts.decorators import confirmed


class KeepersSite(AdminSite):
    """Django's admin site. People sign in to it on the site's ordinary sign-in page, with their second factor."""

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        return super().admin_view(view if view == self.logout else confirmed(view), cacheable)

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Send the visitor to the sign-in page. Refuse visitors who are signed in but are not keepers of the site."""
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next", "/admin/"))

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Send the keeper to the site's own page, the only one where people change their password."""
        return redirect("accounts:password")

    def password_change_done(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return self.password_change(request)
