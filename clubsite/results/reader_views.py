"""A player's request for a correction of published results. The answer appears on the same page."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from clubsite.accounts.cookies import device_here, device_of, keep_device
from clubsite.accounts.decorators import SignedInRequest, signed_in
from clubsite.accounts.models import User
from clubsite.clubs.decorators import for_club
from clubsite.clubs.invitations import account_unlink
from clubsite.clubs.models import Club, Person
from clubsite.clubs.selectors import club_by_slug
from clubsite.core.forms import ButtonForm, ShortNumberField
from clubsite.core.limits import RESULTS_ASKED, RESULTS_MAILS
from clubsite.core.origins import base_of
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import attempt, attempt_form
from clubsite.core.tokens import hash_token
from clubsite.outbox.services import mail_here
from clubsite.privacy.forms import WordsForm
from clubsite.privacy.selectors import corrections_of
from clubsite.privacy.services import MAX_REQUEST_LENGTH, correction_ask
from clubsite.rankings.selectors.corrections import correction_period_of
from clubsite.rankings.selectors.person_results import person_with_results
from clubsite.rankings.selectors.published import published_or_404
from clubsite.readers.services import device_person_clear, device_person_set, join_answer, join_ask, join_withdraw
from clubsite.readers.visitor import KnownBy, Visitor, join_asked_by, joins_asked, visitor_of
from clubsite.results.forms import AddressForm, PressedForm
from clubsite.results.letters import CONFIRM, STOP, request_of
from clubsite.results.models import MailRequest
from clubsite.results.services import address_ask, address_confirm, mail_ask, mail_stop


class CorrectionForm(WordsForm):
    """A form in which someone who played says what is wrong with a result."""

    def __init__(self, data: Any, person: Person) -> None:
        super().__init__(data)
        also = " and to “What is known about me”" if person.user_id else ""
        text = self.fields["text"]
        text.widget = forms.Textarea(attrs={"rows": 4, "maxlength": MAX_REQUEST_LENGTH})
        text.label = f"What is wrong, {person.name}, and what should it be?"
        text.help_text = f"The board, the table, the score. A director reads it; the answer comes to this page{also}."


@never_cache
def correction(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the form and the answers to earlier requests. Raise Http404 or MembersOnly as the results page does."""
    published = published_or_404(public_id, visitor_of(request))
    session, person = published.session, published.visitor.player
    form = CorrectionForm(request.POST if request.method == "POST" else None, person) if person else None

    def ask() -> None:
        assert person and form
        correction_ask(
            person=person,
            text=form.cleaned_data["text"],
            user=request.user if isinstance(request.user, User) else None,
            session_id=session.pk,
            subject=f"{session.name}, {date_format(session.date, 'j F Y')}",
        )

    if form and attempt_form(request, form, ask):
        messages.success(request, "A director reads it on the club’s page.")
        return redirect("results:correction", public_id=public_id)
    shown = {
        "session": session,
        "club": session.club,
        "here": "results",
        "person": person,
        "period": correction_period_of(session),
        "form": form,
        "requests": corrections_of(person, session.pk) if person else [],
    }
    return render(request, "results/correction.html", shown, status=422 if form and form.errors else 200)


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
            mail_stop(MailRequest.objects.filter(club=club, user=user))
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
    mail_request = MailRequest.objects.select_related("club").filter(pk=request_of(CONFIRM, token) or 0).first()
    if mail_request is None:
        return render(request, "results/mail/link_ended.html", status=410)
    if request.method == "POST":
        address_confirm(mail_request)
    done = request.method == "POST"
    return render(
        request, "results/mail/confirm.html", {"found": mail_request, "club": mail_request.club, "done": done}
    )


@csrf_exempt  # a mail program sends the button (RFC 8058) with the signed address and no cookie
@never_cache
@form_methods
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop mail when the button on the page or in a mail program is pressed. Stopping again is harmless."""
    pk = request_of(STOP, token)
    if pk is None:
        return render(request, "results/mail/link_ended.html", status=410)
    mail_request = MailRequest.objects.select_related("club").filter(pk=pk).first()
    if request.method == "POST":
        mail_stop(MailRequest.objects.filter(pk=pk))
    done = request.method == "POST" or mail_request is None
    context = {"club": mail_request.club if mail_request else None, "done": done}
    return render(request, "results/mail/stop.html", context)


class AskedForm(ButtonForm):
    """The form for a user's request that a director answers."""

    request = ShortNumberField("Choose a request.", digits=15, required=False)


@never_cache
def this_is_me(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let the user say on this device that they are this person. If the user is signed in, ask a director to join
    their account to the name instead.
    """
    club = club_by_slug(slug)
    visitor = visitor_of(request).at(club)
    person, called = person_with_results(visitor, pk)
    if request.method == "POST":
        device, token = device_of(request)
        device_person_set(device=device, person=person)
        messages.success(request, f"On this device {called} is you from now on.")
        return keep_device(redirect("results:me"), token)
    user = request.user
    shown = {
        "club": club,
        "person": person,
        "called": called,
        "visitor": visitor,
        "asked": user.is_authenticated and join_asked_by(person, user),
    }
    return render(request, "results/this_is_me.html", shown)


@require_POST
def not_me(request: HttpRequest, slug: str) -> HttpResponse:
    """Record that the reader is not the person suggested by this device or account."""
    club = club_by_slug(slug)
    visitor = visitor_of(request).at(club)
    if visitor.known_by == KnownBy.ACCOUNT and visitor.person:
        unlink = lambda: account_unlink(person=visitor.person, maker=request.user)  # noqa: E731
        if not attempt(request, "", unlink):
            return redirect("results:me")
    device = device_here(request)
    if device is not None:
        device_person_clear(device=device, club=club)
    messages.success(request, f"Nobody is marked as you at {club.name} any more.")
    return redirect("results:me")


@signed_in
@require_POST
def ask_for_name(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Request that the user's account be joined to a name, or withdraw that request."""
    club = club_by_slug(slug)
    person, _ = person_with_results(visitor_of(request).at(club), pk)
    if "withdraw" in request.POST:
        join_withdraw(person=person, user=request.user)
    else:
        ask = lambda: join_ask(person=person, user=request.user)  # noqa: E731
        attempt(request, "A director of the club has been asked.", ask)
    return redirect("results:this-is-me", slug=slug, pk=pk)


@for_club
def asked(request: SignedInRequest, club: Club) -> HttpResponse:
    """Let a director answer users' requests to have their accounts joined to names."""
    if request.method == "POST":
        join = get_object_or_404(joins_asked(club), pk=AskedForm(request.POST).sent["request"] or 0)
        grant = "grant" in request.POST
        words = "is joined to the account" if grant else "is not joined to the account"
        done = f"{join.person.name} {words} {join.user.get_username()}."
        attempt(request, done, lambda: join_answer(request=join, maker=request.user, grant=grant))
        return redirect("results:names-asked", slug=club.slug)
    return render(request, "results/names_asked.html", {"club": club, "requests": list(joins_asked(club))})
