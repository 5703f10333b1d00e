"""The pages of the site's keeper about players at home: their reports of each other, and the tables that are open."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubsite.accounts.decorators import SignedInRequest, confirmed, signed_in
from clubsite.core.refused import Refused
from clubsite.home.forms import CloseForm, DecideForm
from clubsite.home.models import PlayerReport, ReportDecision
from clubsite.home.selectors import lobby
from clubsite.home.selectors.meetings import reports_shown
from clubsite.home.services.lobby import NOT_OPEN, invitation_close
from clubsite.home.services.meetings import report_decide


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def reports(request: SignedInRequest) -> HttpResponse:
    """Show the reports to the people who run the site. A POST closes one with a decision."""
    if not admin.site.has_permission(request):
        raise PermissionDenied
    return _reports(request)


@confirmed
def _reports(request: SignedInRequest) -> HttpResponse:
    form = DecideForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        decision = ReportDecision(chosen["decision"])
        report_decide(report=chosen["report"], decision=decision, note=chosen["note"], user=request.user)
        messages.success(request, f"The report is closed: {decision.label}.")
        return redirect("home:reports")
    if form.is_bound:
        messages.error(request, "Nothing was decided. Choose a decision for a report of this list.")
    page = {"reports": [(one, _deciding(one["report"])) for one in reports_shown()]}
    return render(request, "home/reports.html", page, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def open_tables(request: SignedInRequest) -> HttpResponse:
    """Show the tables that are open to whoever comes to the people who run the site. A POST closes one."""
    if not admin.site.has_permission(request):
        raise PermissionDenied
    return _open_tables(request)


@confirmed
def _open_tables(request: SignedInRequest) -> HttpResponse:
    form = CloseForm(request.POST or None)
    if request.method == "POST":
        try:
            if not form.is_valid():
                raise Refused(NOT_OPEN)
            invitation_close(match=form.cleaned_data["match"])
            messages.success(request, "The table is closed.")
        except Refused as stop:
            messages.error(request, str(stop))
        return redirect("home:open-tables")
    return render(request, "home/open_tables.html", {"tables": lobby.open_tables()})


def _deciding(report: PlayerReport) -> DecideForm:
    """Return the form that closes this report, with what was decided before."""
    decided = {"report": report.pk, "decision": report.decision, "note": report.note}
    return DecideForm(initial=decided, auto_id=f"id_{report.pk}_%s")
