"""Downloads of published sessions, as public as the results pages, and a session's files for its directors.

Directors get the cards for a dealing machine, import results, and download the report with members' numbers.
"""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from clubsite.accounts.decorators import SignedInRequest, confirmed
from clubsite.core.refused import Refused, attempt
from clubsite.core.request_limits import takes_files
from clubsite.core.responses import attached, public_page
from clubsite.files import forms
from clubsite.files.selectors import files_page, members_report, published_file
from clubsite.files.services import card_files
from clubsite.nights.decorators import for_director, posted_by_director, session_page
from clubsite.nights.models import Session
from clubsite.rankings.decorators import of_published
from clubsite.rankings.selectors.published import Published, publication_of, published_or_404
from clubsite.readers.visitor import Visitor, visitor_of
from clubsite.scores.selectors.hidden_cards import boards_hidden_from, files_refusal
from clubsite.visibility.services import taking_cards
from games.wording import numbers_told
from scoring.errors import FileError


@of_published
def files(request: HttpRequest, published: Published) -> HttpResponse:
    """Show the files and say what each one is for."""
    page = files_page(published)
    context = {"page": page, "club": published.club, "session": published.session, "here": "results"}
    return render(request, "files/files.html", context)


@public_page
def download(request: HttpRequest, public_id: str, name: str) -> HttpResponse:
    """Return one of a session's files. `?section=B` asks for the file of a section with its own boards."""
    published = published_or_404(public_id, visitor_of(request))
    text, mime, file_name = published_file(published, name, request.GET.get("section", "").upper())
    return attached(text, file_name, f"{mime}; charset=utf-8")


def _page(request: SignedInRequest, session: Session, **more: Any) -> HttpResponse:
    sets = card_files.card_sets(session)
    context = {
        "at": "files",
        "form": forms.ResultsForm(),
        "bridgemates": forms.BridgematesForm(),
        "cards": forms.CardsForm.choosing(sets),
        "sets": sets,
        "why_not_cards": files_refusal(request.user, session, promised=True),
        "why_not_hands": files_refusal(request.user, session),
        "publication": publication_of(session.pk),
    }
    return session_page(request, session, "files/director_files.html", **context | more)


@for_director
@require_safe
def director_files(request: SignedInRequest, session: Session) -> HttpResponse:
    return _page(request, session)


@taking_cards
def cards(request: SignedInRequest, session: Session) -> HttpResponse:
    """Return a file with the boards' cards, once the director has confirmed the request."""
    form = forms.CardsForm(request.POST)
    answers = form.sent
    if answers["sure"] != "yes":
        return _ask_first(request, session, form)
    try:
        data, name = card_files.cards_taken(
            user=request.user,
            session=session,
            set_pk=answers["boards"],
            form=answers["form"],
            promised=answers["promise"] == "yes",
            passphrase=answers["passphrase"],
        )
    except Refused as no:
        if no.field in form.fields:
            form.add_error(no.field, str(no))
            return _ask_first(request, session, form)
        messages.error(request, str(no))
        return redirect("files:director-files", session_id=session.public_id)
    return attached(data, name, "application/octet-stream")


def _ask_first(request: SignedInRequest, session: Session, form: forms.CardsForm) -> HttpResponse:
    answers = form.cleaned_data
    chosen = next(
        (card_set for card_set in card_files.card_sets(session) if str(card_set.pk) == answers["boards"]), None
    )
    if chosen is None or answers["form"] not in card_files.FORMAT_WORDS:
        raise Http404("No such file")
    why_not = files_refusal(request.user, session, promised=True)
    context = {"at": "files", "chosen": chosen, "form": form, "why_not": why_not}
    plays = bool(boards_hidden_from(request.user, session))
    return session_page(request, session, "files/deal_export.html", **context, plays=plays)


@posted_by_director
def bridgemates(request: SignedInRequest, session: Session) -> HttpResponse:
    """Return the session as a file for Bridgemates. Including the hands requires the director's confirmation."""
    form = forms.BridgematesForm(request.POST)
    if not form.is_valid():
        return _page(request, session, bridgemates=form)
    answers = form.cleaned_data
    if answers["hands"]:
        return _bridgemates_with_hands(request, session, form)
    return _bridgemates_file(request, session, answers)


@confirmed
def _bridgemates_with_hands(request: SignedInRequest, session: Session, form: forms.BridgematesForm) -> HttpResponse:
    if form.cleaned_data["sure"] != "yes":
        return _ask_for_hands(request, session, form)
    return _bridgemates_file(request, session, form.cleaned_data)


def _bridgemates_file(request: SignedInRequest, session: Session, answers: dict[str, Any]) -> HttpResponse:
    try:
        wanted = {"computer": answers["computer"], "hands": answers["hands"]}
        data, name = card_files.setup_file(session=session, user=request.user, **wanted)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("files:director-files", session_id=session.public_id)
    return attached(data, name, "application/x-msaccess")


def _ask_for_hands(request: SignedInRequest, session: Session, form: forms.BridgematesForm) -> HttpResponse:
    boards = [board for card_set in card_files.card_sets(session) for board in card_set.boards]
    context = {"at": "files", "form": form, "why_not": files_refusal(request.user, session)}
    return session_page(
        request,
        session,
        "files/bridgemate_hands.html",
        **context,
        numbers=numbers_told([board.number for board in boards]),
    )


@takes_files(forms.MOST_BYTES)
@posted_by_director
def results(request: SignedInRequest, session: Session) -> HttpResponse:
    """Import a results file: show its effect first, and store it when the director confirms."""
    form = forms.ResultsForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, session, form=form)
    try:
        if sealed := form.cleaned_data["sealed"]:
            return _store(request, session, sealed)
        preview = forms.look(session, form.cleaned_data["file"], request.user)
    except Refused as no:
        messages.error(request, str(no))
        return redirect("files:director-files", session_id=session.public_id)
    except FileError as no:
        return _page(request, session, faults=no.sentences)
    return session_page(request, session, "files/import_preview.html", at="files", preview=preview)


def _store(request: SignedInRequest, session: Session, sealed: str) -> HttpResponse:
    stored: list[tuple[int, str]] = []
    if not attempt(request, "", lambda: stored.append(forms.store(session, sealed, request.user))):
        return redirect("files:director-files", session_id=session.public_id)
    count, name = stored[0]
    scores = "score is" if count == 1 else "scores are"
    messages.success(
        request, f"{count} {scores} in from {name}." if count else f"Every score of {name} was in already."
    )
    return redirect("director:ranking", session_id=session.public_id)


@for_director
@require_safe
def usebio(request: SignedInRequest, session: Session) -> HttpResponse:
    """Return the published results as a USEBIO file with members' numbers."""
    text = members_report(published_or_404(session.public_id, Visitor.as_member()))
    name = f"{session.date:%Y-%m-%d}-{session.public_id}-report.xml"
    return attached(text, name, "application/xml; charset=utf-8")
