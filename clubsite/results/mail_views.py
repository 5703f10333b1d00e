"""Pages for requesting mail about results, confirming an address, and stopping the mail."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from clubsite.clubs.models import Club
from clubsite.clubs.selectors import club_by_slug
from clubsite.core.limits import RESULTS_ASKED, RESULTS_MAILS
from clubsite.core.links import base_of
from clubsite.core.rate_limits import address_of
from clubsite.core.tokens import hash_token
from clubsite.outbox.services import mail_here
from clubsite.readers.visitor import Visitor, visitor_of
from clubsite.results.forms import AddressForm, PressedForm
from clubsite.results.letters import CONFIRM, STOP, request_of
from clubsite.results.models import MailRequest
from clubsite.results.services import (
    address_ask,
    address_confirm,
    mail_ask,
    mail_stop,
    mail_stop_account,
)

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@form_methods
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask whether the reader wants mail about a club's results, and at which address."""
    club = club_by_slug(slug)
    user = request.user if request.user.is_authenticated else None
    # An address alone counts as a stranger's, so a club for members only would never write to it.
    may = visitor_of(request).at(club).may_read and (user is not None or Visitor.as_public().at(club).may_read)
    own = MailRequest.objects.filter(club=club, user=user).first() if user else None
    form = AddressForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST" and may and mail_here():
        pressed = PressedForm(request.POST).sent
        if user is not None and pressed["stop"]:
            mail_stop_account(club=club, user=user)
            messages.success(request, f"No more mail of {club.name}.")
            return redirect("results:mail-club", slug=slug)
        if user is not None and pressed["account"] and user.email:
            mail_ask(club=club, user=user, site=base_of(request))
            messages.success(request, f"Mail goes to {user.email} when results are out.")
            return redirect("results:mail-club", slug=slug)
        status = 422
        if form.is_valid():
            if _link_asked(request, club, form.cleaned_data["address"]):
                return render(request, "results/mail/link_sent.html", {"club": club})
            form.add_error("address", RESULTS_ASKED.refusal(address_of(request)))
            status = 429
    elif request.method == "POST":
        status = 403
    shown = {"club": club, "may": may, "own": own, "form": form, "mail": mail_here()}
    shown["console"] = not settings.MAIL_ON
    return render(request, "results/mail/club.html", shown, status=status)


def _link_asked(request: HttpRequest, club: Club, address: str) -> bool:
    """Send the link, or return False if this visitor has asked too often. An address gets at most three links."""
    if RESULTS_ASKED.exceeded(address_of(request)):
        return False
    if not RESULTS_MAILS.exceeded(hash_token(address.casefold())):
        user = request.user if request.user.is_authenticated else None
        address_ask(club=club, address=address, user=user, site=base_of(request))
    return True


@never_cache
@form_methods
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page behind the link in a mail. The page has a button, because programs also follow links."""
    found = MailRequest.objects.select_related("club").filter(pk=request_of(CONFIRM, token) or 0).first()
    if found is None:
        return render(request, "results/mail/link_ended.html", status=410)
    if request.method == "POST":
        address_confirm(found)
    done = request.method == "POST"
    return render(request, "results/mail/confirm.html", {"found": found, "club": found.club, "done": done})


@csrf_exempt  # a mail program sends the button (RFC 8058) with the signed address and no cookie
@never_cache
@form_methods
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop mail when the button on the page or in a mail program is pressed. Stopping again is harmless."""
    pk = request_of(STOP, token)
    if pk is None:
        return render(request, "results/mail/link_ended.html", status=410)
    found = MailRequest.objects.select_related("club").filter(pk=pk).first()
    if request.method == "POST":
        mail_stop(pk)
    done = request.method == "POST" or found is None
    context = {"club": found.club if found else None, "done": done}
    return render(request, "results/mail/stop.html", context)
