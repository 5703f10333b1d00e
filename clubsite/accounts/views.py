"""A user's account, which keeps their match history, and ways to regain access to it. Nobody needs one to play."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, views
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubsite.accounts import limits
from clubsite.accounts.decorators import SignedInRequest, signed_in
from clubsite.accounts.forms import EmailForm, ForgottenForm, MarkForm, NewPasswordForm, PasswordForm, SignUpForm
from clubsite.accounts.letters import FORGOTTEN, address_confirm, address_waiting, address_want
from clubsite.accounts.models import User
from clubsite.accounts.services import password_changed, sessions_end, sign_ins_of
from clubsite.accounts.signing_in import browser_known, onward_of, refused_for_now
from clubsite.core.limits import FORGOTTEN_ASKED, FORGOTTEN_MAILS, NEW_ACCOUNTS
from clubsite.core.origins import base_of
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused, attempt, attempt_form
from clubsite.core.tokens import hash_token
from clubsite.outbox.models import Letter
from clubsite.outbox.services import letters_add


@never_cache
def signup(request: HttpRequest) -> HttpResponse:
    """Create an account with a name and a password, sign the user in at once, and return to the previous page."""
    if request.user.is_authenticated:
        return redirect("results:home")
    form = SignUpForm(request.POST or None)
    onward = onward_of(request)
    refused = None
    if request.method == "POST" and form.is_valid():
        try:
            limits.counted(NEW_ACCOUNTS, address_of(request))
        except limits.TooOften as no:
            refused = no
        else:
            user = form.save()
            login(request, user)
            address_of_new(request, user, form)
            safe = url_has_allowed_host_and_scheme(onward, {request.get_host()}, request.is_secure())
            return redirect(onward if safe else "results:home")
    shown = {"form": form, "next": onward, "refused": refused}
    if refused:
        return refused_for_now(render(request, "accounts/signup.html", shown), refused)
    return render(request, "accounts/signup.html", shown, status=422 if form.is_bound else 200)


def address_of_new(request: HttpRequest, user: User, form: SignUpForm) -> None:
    """Send the confirmation mail to the address that somebody typed for a new account."""
    address = form.cleaned_data.get("email", "")
    if address:
        done = f"A mail is on its way to {address}. Open the link in it: only then is the address used."
        attempt(request, done, lambda: address_want(user=user, address=address, site=base_of(request)))


@signed_in
@never_cache
def account(request: SignedInRequest) -> HttpResponse:
    user = request.user
    form = EmailForm(request.POST if request.method == "POST" else None, user) if settings.MAIL_ON else None
    if form is not None and form.is_bound:

        def keep() -> None:
            address_want(user=user, address=form.cleaned_data["email"], site=base_of(request))
            message = "A mail is on its way. Open the link in it: only then is the address used."
            kept = "Your e-mail address is kept." if user.email else "Your account has no e-mail address now."
            messages.success(request, message if user.email_wanted else kept)

        if attempt_form(request, form, keep):
            return redirect("accounts:account")
    status = 422 if form is not None and form.is_bound else 200
    return render(request, "accounts/account.html", {"form": form}, status=status)


@never_cache
def confirm_address(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page behind the link that confirms an address. It has a button, because mail scanners open links."""
    try:
        if request.method == "POST":
            address_confirm(key=key, site=base_of(request))
            messages.success(request, "The address is confirmed.")
            return redirect("accounts:account")
        user = address_waiting(key)
    except Refused as no:
        return render(request, "accounts/confirm_address.html", {"fault": str(no)}, status=410)
    shown = {"name": user.get_username(), "address": user.email_wanted}
    return render(request, "accounts/confirm_address.html", shown)


@signed_in
@never_cache
@require_safe
def signed_in_at(request: SignedInRequest) -> HttpResponse:
    """Show the browsers in which the user is signed in."""
    shown = {"sessions": sign_ins_of(request.user), "own_key": request.session.session_key}
    return render(request, "accounts/signed_in.html", shown)


@signed_in
@require_POST
def sign_out_at(request: SignedInRequest) -> HttpResponse:
    """Sign out in one browser, or in all of them including this one."""
    mark = MarkForm(request.POST).sent["mark"]
    ended = sessions_end(user=request.user, keep=request.session.session_key, mark=mark)
    if mark:
        messages.success(request, "That browser is signed out." if ended else "That browser was signed out already.")
        return redirect("accounts:signed-in")
    logout(request)
    messages.success(request, "You are signed out everywhere, here too.")
    return redirect("accounts:login")


class Password(views.PasswordChangeView):
    """Change the password, after asking for the old one."""

    template_name = "accounts/password.html"
    form_class = PasswordForm
    success_url = reverse_lazy("accounts:account")

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        password_changed(user=form.user, site=base_of(self.request), keep=self.request.session.session_key)
        messages.success(self.request, "Your new password is set. Other devices have been signed out.")
        return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Send a link by e-mail if the site can send mail. The page says who else can help, but not who has an account."""
    form = ForgottenForm(request.POST if request.method == "POST" and settings.MAIL_ON else None)
    visitor = address_of(request)
    if form.is_bound and FORGOTTEN_ASKED.exceeded(visitor):
        words = FORGOTTEN_ASKED.refusal(visitor)
        return render(request, "accounts/forgotten_often.html", {"words": words}, status=429)
    if not form.is_valid():
        return render(request, "accounts/forgotten.html", {"form": form, "mail": settings.MAIL_ON})
    address = form.cleaned_data["email"]
    if not FORGOTTEN_MAILS.exceeded(hash_token(address.casefold())):
        letters_add(Letter(kind=FORGOTTEN.code, address=address, site=base_of(request)))
    return redirect("accounts:forgotten-sent")


class NewPassword(views.PasswordResetConfirmView):
    """The page behind the link for a forgotten password. It works once, within a day, until the password changes."""

    template_name = "accounts/new_password.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("accounts:login")

    def dispatch(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().dispatch(*args, **kwargs)
        if not self.validlink and response.status_code == 200:
            response.status_code = 410
        return response

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        password_changed(user=form.user, site=base_of(self.request))
        limits.name_opened(form.user.get_username())
        browser_known(request=self.request, user=form.user)
        messages.success(self.request, "Your new password is set. Sign in with it.")
        return response
