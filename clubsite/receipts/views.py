"""Pages for receipts: those of a seat, those kept on this device, handing receipts in, and a director's collection."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.links import base_of, qr_svg
from clubsite.core.public_pages import fresh_page
from clubsite.core.refused import attempt, attempt_form
from clubsite.duplicate.decorators import for_director, session_page
from clubsite.duplicate.models import Session
from clubsite.play.seat_tickets import TICKET_COOKIE
from clubsite.play.selectors import ticket_for
from clubsite.receipts.forms import CollectForm, HandInForm
from clubsite.receipts.models import ReceiptCollection
from clubsite.receipts.selectors import collections_open, lost_nights, receipts_of, rows_of
from clubsite.receipts.services import (
    TakenScores,
    collection_close,
    collection_open,
    receipts_hand_in,
    receipts_take,
)
from clubsite.scores.selectors.entries import latest_of, tells
from games.wording import counted


@fresh_page
def of_seat(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Return a seat's receipts as JSON, or an empty response (204) if the seat is not in a session."""
    ticket = ticket_for(ticket_id, request.COOKIES.get(TICKET_COOKIE, ""))
    if ticket is None:
        raise Http404("This seat is not yours")
    receipts = receipts_of(ticket)
    return HttpResponse(status=204) if receipts is None else JsonResponse({"receipts": receipts})


@never_cache
@ensure_csrf_cookie
def on_this_device(request: HttpRequest) -> HttpResponse:
    """Show the receipts that this browser keeps, and the sessions for which they can be handed in now."""
    return render(request, "receipts/on_this_device.html", {"collections": collections_open(), "form": HandInForm()})


@never_cache
def hand_in(request: HttpRequest, session_id: str) -> HttpResponse:
    """Accept this device's receipts for a session. Show the page again if they cannot be read."""
    collection = collections_open().filter(session__public_id=session_id).first() if session_id.isalnum() else None
    if collection is None:
        raise Http404("No receipts are collected")
    form = HandInForm(request.POST or None)

    def act() -> None:
        found = receipts_hand_in(collection=collection, receipts=form.cleaned_data["receipts"])
        said = f"Thank you. The director has {counted(found.new, 'score')} more from this device"
        said += f", and had {counted(found.known, 'score')} already" if found.known else ""
        messages.success(request, f"{said}.")
        if found.invalid:
            what = counted(found.invalid, "receipt")
            messages.error(request, f"Left out: {what} from another club, or not signed by this site.")

    if attempt_form(request, form, act):
        return redirect("receipts:on-this-device")
    context = {"collections": [collection], "form": form}
    return render(request, "receipts/on_this_device.html", context, status=422 if form.errors else 200)


@for_director
def collect(request: SignedInRequest, session: Session) -> HttpResponse:
    """Open or close the collection, show the receipts that were handed in, and enter their scores."""
    form = CollectForm(request.POST if request.method == "POST" else None)
    collection = ReceiptCollection.objects.filter(session=session).select_related("session").first()
    if request.method == "POST":
        _done(request, session, collection, form)
        return redirect("receipts:collect", session_id=session.public_id)
    address = base_of(request) + reverse("receipts:hand-in", args=[session.public_id])
    rows = rows_of(session)
    scored = sum(tells(entry) for entry in latest_of(rows.values()).values())
    return session_page(
        request,
        session,
        "receipts/collect.html",
        collection=collection,
        nights=lost_nights(collection) if collection else [],
        address=address,
        qr=qr_svg(address) if collection and collection.closed_at is None else "",
        scored=scored,
        lines=len(rows),
    )


def _done(request: SignedInRequest, session: Session, collection: ReceiptCollection | None, form: CollectForm) -> None:
    act, user = form.sent["act"], request.user
    if act == "open":
        said = "Devices can hand in their receipts now."
        attempt(request, said, lambda: collection_open(session=session, user=user))
    elif act == "close":
        said = "Devices can hand in no more receipts. What they handed in stays."
        attempt(request, said, lambda: collection_close(session=session, user=user))
    elif act == "take" and collection is not None:

        def take() -> None:
            taken = receipts_take(collection=collection, lost=form.sent["lost"], user=user)
            messages.success(request, _taken_words(taken))

        attempt(request, "", take)


def _taken_words(taken: TakenScores) -> str:
    said = f"{counted(taken.entered, 'score').capitalize()} entered."
    if taken.same:
        said += f" {counted(taken.same, 'score').capitalize()} counted already."
    if taken.later:
        said += (
            f" {counted(taken.later, 'score').capitalize()} of lines that this session does not have yet: move its "
            "rounds on, and take the scores again."
        )
    return said
