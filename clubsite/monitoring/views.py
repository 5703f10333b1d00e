"""The page "How the site is", for the people who run the site."""

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from clubsite.accounts.decorators import signed_in
from clubsite.accounts.second_factor.confirming import confirmed
from clubsite.monitoring.state_page import site_state


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def site(request: HttpRequest) -> HttpResponse:
    """Show the doctor's findings and the state of the jobs to the people who run the site."""
    if not admin.site.has_permission(request):
        raise PermissionDenied
    return _site(request)


@confirmed
def _site(request: HttpRequest) -> HttpResponse:
    """Show the page. A POST also runs the checks that take time, such as a trial restore."""
    return render(request, "monitoring/site.html", {"page": site_state(everything=request.method == "POST")})
