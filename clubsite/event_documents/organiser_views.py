"""Organisers' pages about heats of other servers: documents that come as a file, and the sealed envelope."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.accounts.second_factor.confirming import confirmed
from clubsite.clubs.decorators import for_club
from clubsite.clubs.models import Club
from clubsite.core.body_limits import takes_files
from clubsite.core.refused import Refused, attempt_form
from clubsite.event_documents.envelopes import envelope_sheets, outside_words
from clubsite.event_documents.forms import DocumentsForm, HandedDocumentsForm
from clubsite.event_documents.messages.documents import MAX_DOCUMENT_BYTES
from clubsite.event_documents.selectors.heat_documents import remote_heats
from clubsite.event_documents.services.handed_in import HandedDocument, documents_hand_in, documents_preview
from clubsite.event_documents.services.release import envelope_key
from clubsite.events.models import Heat
from clubsite.events.selectors.events import event_organised, heat_organised
from clubsite.pdf.response import pdf_answer, size_asked

HAND_IN = "event_documents:hand-in"


@takes_files(MAX_DOCUMENT_BYTES)
@for_club
def hand_in(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    """Show the heats of other servers and a form for a file of documents, or what the documents of a file would do."""
    event = event_organised(club, public_id)
    form = DocumentsForm(request.POST, request.FILES) if request.method == "POST" else DocumentsForm()
    shown = {"club": club, "event": event, "form": form, "heats": remote_heats(event)}
    found: list[HandedDocument] = []
    data: Callable[[], bytes] = lambda: form.cleaned_data["file"]  # noqa: E731
    if attempt_form(request, form, lambda: found.extend(documents_preview(event=event, data=data()))):
        back = HandedDocumentsForm(initial={"documents": data().decode()})
        return render(request, "event_documents/preview.html", shown | {"found": found, "back": back})
    return render(request, "event_documents/hand_in.html", shown, status=422 if form.errors else 200)


@takes_files(MAX_DOCUMENT_BYTES)
@require_POST
@for_club
def take(request: SignedInRequest, club: Club, public_id: str) -> HttpResponse:
    """Take documents that were looked at, and send the file of answers for the club."""
    event = event_organised(club, public_id)
    form = HandedDocumentsForm(request.POST)
    found: list[bytes] = []
    if attempt_form(
        request, form, lambda: found.append(documents_hand_in(event=event, data=form.cleaned_data["documents"]))
    ):
        headers = {"Content-Disposition": 'attachment; filename="answers.txt"'}
        return HttpResponse(found[0], content_type="text/plain; charset=ascii", headers=headers)
    if form.errors:
        messages.error(request, "The documents did not come. Choose the file again.")
    return redirect(HAND_IN, slug=club.slug, public_id=public_id)


@for_club
def envelope(request: SignedInRequest, club: Club, public_id: str, heat_id: str) -> HttpResponse:
    """Say what a sealed envelope is. A POST prints it."""
    heat = heat_organised(club, public_id, heat_id)
    if request.method == "POST":
        return _printed(request, club, heat)
    shown = {"club": club, "event": heat.event, "heat": heat, "outside": outside_words(heat)}
    return render(request, "event_documents/envelope.html", shown)


@confirmed
def _printed(request: SignedInRequest, club: Club, heat: Heat) -> HttpResponse:
    try:
        key = envelope_key(event=heat.event, heat=heat, user=request.user)
    except Refused as no:
        messages.error(request, str(no))
        return redirect(request.path)
    return pdf_answer(envelope_sheets(heat, key, size_asked(request, club.paper)), f"envelope-{heat.public_id}.pdf")
