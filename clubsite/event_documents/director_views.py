"""Directors' pages for events between servers: hearing of an event, and documents and keys that go by hand."""

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.body_limits import takes_files
from clubsite.core.refused import attempt, attempt_form
from clubsite.event_documents.forms import DocumentsForm, EnvelopeKeyForm, EventElsewhereForm
from clubsite.event_documents.messages.documents import MAX_DOCUMENT_BYTES
from clubsite.event_documents.selectors.heat_documents import unanswered_documents
from clubsite.event_documents.services.answers import event_hear
from clubsite.event_documents.services.boards_keys import envelope_key_type
from clubsite.event_documents.services.by_hand import answers_by_hand, event_fetch, waiting_by_hand
from clubsite.event_documents.services.outgoing import heat_send_now
from clubsite.events.models import Heat
from clubsite.events.selectors.heats import heat_for_director

DOCUMENTS_PAGE = "event_documents:documents"
BEING_SENT = "What waits is being sent. Open this page again in a moment to see the answers."


@for_club
def elsewhere(request: SignedInRequest, club: Club) -> HttpResponse:
    """Take over the announcement of an event of another server, so that the club can join it."""
    form = EventElsewhereForm(request.POST or None)
    found = []
    if attempt_form(
        request, form, lambda: found.append(event_fetch(address=form.cleaned_data["address"], user=request.user))
    ):
        return redirect("events_director:take-part", slug=club.slug, public_id=found[0].public_id)
    shown = {"club": club, "form": form, "file_form": DocumentsForm()}
    return render(request, "event_documents/elsewhere.html", shown, status=422 if form.is_bound else 200)


@takes_files(MAX_DOCUMENT_BYTES)
@require_POST
@for_club
def announcement_file(request: SignedInRequest, club: Club) -> HttpResponse:
    """Take over the announcement of an event of another server from a file."""
    form = DocumentsForm(request.POST, request.FILES)
    found = []
    if attempt_form(request, form, lambda: found.append(event_hear(data=form.cleaned_data["file"], user=request.user))):
        return redirect("events_director:take-part", slug=club.slug, public_id=found[0].public_id)
    shown = {"club": club, "form": EventElsewhereForm(), "file_form": form}
    return render(request, "event_documents/elsewhere.html", shown, status=422)


@for_club
def documents(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Show what waits for the organiser's server, with forms for a key and for a file that came by hand."""
    heat = heat_for_director(club, heat_id)
    form = EnvelopeKeyForm(request.POST or None)
    if attempt_form(
        request, form, lambda: envelope_key_type(heat=heat, text=form.cleaned_data["key"], user=request.user)
    ):
        messages.success(request, "The key opens the boards. The event’s log says that it was used.")
        return redirect(DOCUMENTS_PAGE, slug=club.slug, heat_id=heat_id)
    return _documents_page(request, club, heat, key_form=form)


def _documents_page(request: SignedInRequest, club: Club, heat: Heat, **refused: BaseForm) -> HttpResponse:
    """Show the page. `refused` has a form that was sent and may have errors."""
    forms: dict[str, BaseForm] = {"key_form": EnvelopeKeyForm(), "file_form": DocumentsForm(), **refused}
    shown = {"club": club, "heat": heat, "unanswered": unanswered_documents(heat), **forms}
    status = 422 if any(form.errors for form in refused.values()) else 200
    return render(request, "event_documents/documents.html", shown, status=status)


@for_club
def waiting(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Send the documents that wait as a file for the organiser."""
    heat = heat_for_director(club, heat_id)
    found: list[bytes] = []
    if not attempt(request, "", lambda: found.append(waiting_by_hand(heat=heat, user=request.user))):
        return redirect(DOCUMENTS_PAGE, slug=club.slug, heat_id=heat_id)
    headers = {"Content-Disposition": 'attachment; filename="documents.txt"'}
    return HttpResponse(found[0], content_type="text/plain; charset=ascii", headers=headers)


@require_POST
@for_club
def send_now(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Send what waits for the organiser's server at once."""
    heat = heat_for_director(club, heat_id)
    attempt(request, BEING_SENT, lambda: heat_send_now(heat=heat))
    return redirect(DOCUMENTS_PAGE, slug=club.slug, heat_id=heat_id)


@require_POST
@takes_files(MAX_DOCUMENT_BYTES)
@for_club
def answers(request: SignedInRequest, club: Club, heat_id: str) -> HttpResponse:
    """Take a file that the organiser's server has made."""
    heat = heat_for_director(club, heat_id)
    form = DocumentsForm(request.POST, request.FILES)
    if attempt_form(request, form, lambda: answers_by_hand(heat=heat, data=form.cleaned_data["file"])):
        messages.success(request, "The documents were taken.")
        return redirect(DOCUMENTS_PAGE, slug=club.slug, heat_id=heat_id)
    return _documents_page(request, club, heat, file_form=form)
