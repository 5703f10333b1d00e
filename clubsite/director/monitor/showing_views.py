"""What is shown while the session is played: travellers at the tables, and a table that everybody may watch."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.links import base_of
from clubsite.core.refused import attempt_form
from clubsite.director.links import watching_url
from clubsite.director.monitor.forms import ShowingForm
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.duplicate.services.showing import showing_set


@for_director
@require_http_methods(["GET", "HEAD", "POST"])
def showing(request: SignedInRequest, session: Session) -> HttpResponse:
    """Ask two questions, before, during and after the session."""
    form = ShowingForm(session, request.POST if request.method == "POST" else None)

    def choose() -> None:
        showing_set(session=session, user=request.user, **form.chosen())

    if form.is_bound and attempt_form(request, form, choose):
        messages.success(request, "It is shown as you see it here.")
        return redirect("director:showing", session_id=session.public_id)
    watched = any(table.watch is not None for table in form.tables.values())
    context = {
        "session": session,
        "club": session.club,
        "form": form,
        "url": watching_url(base_of(request), session.public_id) if watched else "",
    }
    return render(request, "director/monitor/showing.html", context)
