"""The pages for a second factor: setting it up, its recovery codes, and the second step of a sign-in."""

import time
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, views
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubsite.accounts.decorators import SignedInRequest, confirmed, signed_in, step_context
from clubsite.accounts.forms import SignInForm
from clubsite.accounts.letters import Notice, notice_add
from clubsite.accounts.models import User
from clubsite.accounts.second_factor.forms import AppForm, PasskeyForm, SecondStepForm
from clubsite.accounts.second_factor.services import (
    Proof,
    app_begin,
    app_being_added,
    app_confirm,
    app_remove,
    codes_make,
    first_codes,
    host_name,
    passkey_asked,
    passkey_made,
    passkey_remove,
    passkey_user,
    passkey_wanted,
    passkeys_refusal,
    second_factors_of,
)
from clubsite.accounts.services import sessions_end
from clubsite.accounts.session_store import SHARED, browser_words
from clubsite.accounts.signing_in import onward_of
from clubsite.core.limits import PASSKEY_PAGES
from clubsite.core.origins import base_of, qr_svg
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused, attempt, attempt_form

HALF, HALF_SECONDS = "half_signed_in", 10 * 60
BACKEND = "clubsite.accounts.signing_in.LimitedBackend"


def half_keep(request: HttpRequest, user: User, onward: str, shared: bool) -> None:
    """Remember for ten minutes that this user's password was right."""
    request.session[HALF] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "onward": onward,
        "shared": shared,
        "at": time.time(),
    }


def half_of(request: HttpRequest) -> tuple[User, dict[str, Any]] | None:
    """Return the user whose second factor is still missing, and what `half_keep` stored, or None if it expired."""
    kept: dict[str, Any] | None = request.session.get(HALF)
    if kept is None or time.time() - kept["at"] > HALF_SECONDS:
        return None
    user = User.objects.filter(pk=kept["user"], is_active=True).first()
    if user is None or not constant_time_compare(kept["hash"], user.get_session_auth_hash()):
        return None
    return user, kept


def sign_in(request: HttpRequest, user: User, *, shared: bool = False) -> None:
    """Sign the user in. On a device that others also use, the session is shorter and ends with the browser."""
    request.session.pop(HALF, None)
    login(request, user, backend=BACKEND)
    if shared:
        request.session[SHARED] = True
        request.session.set_expiry(0)


GROUP = 4


class SignInView(views.LoginView):
    """The page for a name and a password. A user with a second factor goes on to the second step."""

    template_name = "accounts/login.html"
    form_class = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"passkeys_work": not passkeys_refusal(self.request)}

    def form_valid(self, form: Any) -> HttpResponse:
        user, shared = form.get_user(), form.cleaned_data["shared"]
        if not second_factors_of(user):
            sign_in(self.request, user, shared=shared)
            return redirect(self.get_success_url())
        half_keep(self.request, user, self.get_success_url(), shared)
        return redirect("accounts:second-step")


@never_cache
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask a user who has given the right password for a code as well, and sign them in."""
    half = half_of(request)
    if half is None:
        messages.error(request, "Sign in again: it took longer than ten minutes, or the password has changed.")
        return redirect("accounts:login")
    user, kept = half
    factors = second_factors_of(user)
    form = SecondStepForm(request, user)
    if not form.is_valid():
        shown = {"form": form, "name": user.get_username()} | step_context(request, factors)
        return render(request, "accounts/second_step.html", shown, status=422 if form.is_bound else 200)
    sign_in(request, user, shared=kept["shared"])
    if form.proof is Proof.RECOVERY:
        left = factors.codes_left - 1
        message = f"{left} recovery code{'' if left == 1 else 's'} left" if left else "That was the last recovery code"
        messages.warning(request, f"{message}. Make new ones on the page of your account, at “Second step”.")
    return redirect(kept["onward"])


@signed_in
@never_cache
@require_safe
def second_factor(request: SignedInRequest) -> HttpResponse:
    """Show what the account has besides its password, and what can be added."""
    shown = {"factors": second_factors_of(request.user), "passkey_refusal": passkeys_refusal(request)}
    return render(request, "accounts/second_factor.html", shown)


@signed_in
@never_cache
@confirmed
def app(request: SignedInRequest) -> HttpResponse:
    """Show the key for an app, as a QR code and as text, and accept the app's first code."""
    if not attempt(request, "", lambda: app_begin(user=request.user)):
        return redirect("accounts:second-factor")
    device = app_being_added(request.user)
    if device is None:
        return redirect("accounts:second-factor")
    form = AppForm(request.POST if request.method == "POST" else None)
    codes: list[str] = []

    def confirm() -> None:
        codes.extend(app_confirm(user=request.user, code=form.cleaned_data["code"], site=base_of(request)))

    if attempt_form(request, form, confirm):
        return _added(request, "The app is set up, and you are asked for its code when you sign in.", codes)
    key = device.key.open()
    shown = {
        "form": form,
        "qr": qr_svg(device.config_url),
        "key": " ".join(key[at : at + GROUP] for at in range(0, len(key), GROUP)),
        "url": device.config_url,
    }
    return render(request, "accounts/second_factor_app.html", shown, status=422 if form.is_bound else 200)


def codes_page(request: SignedInRequest, codes: list[str]) -> HttpResponse:
    """Show new recovery codes. They are shown only this once."""
    return render(request, "accounts/recovery_codes.html", {"codes": codes})


def _added(request: SignedInRequest, done: str, codes: list[str]) -> HttpResponse:
    """Sign out the other devices, which gave no second step, and show the first recovery codes, if any."""
    sessions_end(user=request.user, keep=request.session.session_key)
    messages.success(request, f"{done} Your other devices are signed out.")
    return codes_page(request, codes) if codes else redirect("accounts:second-factor")


@signed_in
@never_cache
@require_POST
@confirmed
def recovery_codes(request: SignedInRequest) -> HttpResponse:
    """Make new recovery codes, which replace the old ones."""
    if not second_factors_of(request.user):
        messages.error(request, "Set up an app or a passkey first.")
        return redirect("accounts:second-factor")
    return codes_page(request, codes_make(user=request.user))


@signed_in
@require_POST
@confirmed
def app_removed(request: SignedInRequest) -> HttpResponse:
    app_remove(user=request.user, site=base_of(request))
    messages.success(request, "The app is removed.")
    return redirect("accounts:second-factor")


@signed_in
@never_cache
@confirmed
def passkey(request: SignedInRequest) -> HttpResponse:
    """Show the button that makes a passkey, and store the passkey that the browser made."""
    refusal = passkeys_refusal(request)
    form = PasskeyForm(request.POST if request.method == "POST" and not refusal else None)

    def keep() -> None:
        name = browser_words(request)
        passkey_made(request, request.user, form.cleaned_data["confirm_passkey"], name)
        notice_add(request.user, Notice.PASSKEY_ADDED, base_of(request))

    if attempt_form(request, form, keep):
        codes = first_codes(user=request.user)
        return _added(request, "The passkey is added, and you are asked for it when you sign in.", codes)
    shown: dict[str, Any] = {"form": form, "host": host_name(request), "passkey_refusal": refusal}
    if not refusal:
        shown |= {"passkey_options": passkey_wanted(request, request.user), "passkey_act": "make"}
    return render(request, "accounts/passkey.html", shown, status=422 if form.is_bound else 200)


@signed_in
@require_POST
@confirmed
def passkey_removed(request: SignedInRequest, pk: int) -> HttpResponse:
    passkey_remove(user=request.user, pk=pk, site=base_of(request))
    messages.success(request, "The passkey is removed here. Delete it on your device too.")
    return redirect("accounts:second-factor")


@never_cache
def passkey_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign the user in with a passkey alone, because the device has already asked for a finger, a face or a PIN."""
    onward = onward_of(request)
    if not url_has_allowed_host_and_scheme(onward, {request.get_host()}, request.is_secure()):
        onward = resolve_url("results:home")
    if request.user.is_authenticated:
        return redirect(onward)
    refusal = passkeys_refusal(request)
    form = PasskeyForm(request.POST if request.method == "POST" and not refusal else None)
    if form.is_valid():
        try:
            sign_in(request, passkey_user(request, form.cleaned_data["confirm_passkey"]))
        except Refused as no:
            form.add_error(None, str(no))
        else:
            return redirect(onward)
    shown: dict[str, Any] = {"form": form, "next": onward, "passkey_refusal": refusal}
    if not refusal and PASSKEY_PAGES.exceeded(visitor := address_of(request)):
        shown["passkey_refusal"] = PASSKEY_PAGES.refusal(visitor)
    elif not refusal:
        shown["passkey_options"] = passkey_asked(request)
    return render(request, "accounts/passkey_sign_in.html", shown, status=422 if form.is_bound else 200)
