"""The pages that make a passkey, remove one, and sign in with one."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from clubsite.accounts.browser_words import browser_words
from clubsite.accounts.decorators import signed_in
from clubsite.accounts.letters import Notice, notice_add
from clubsite.accounts.requests import SignedInRequest
from clubsite.accounts.second_factor.confirming import confirmed
from clubsite.accounts.second_factor.forms import PasskeyForm
from clubsite.accounts.second_factor.passkeys import (
    host_name,
    passkey_asked,
    passkey_made,
    passkey_user,
    passkey_wanted,
    passkeys_refusal,
)
from clubsite.accounts.second_factor.services import first_codes, passkey_remove
from clubsite.accounts.second_factor.signing_in import sign_in
from clubsite.accounts.second_factor.views import codes_page
from clubsite.accounts.services import sessions_end
from clubsite.accounts.signing_in import onward_of
from clubsite.core.limits import PASSKEY_PAGES
from clubsite.core.links import base_of
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused, attempt_form


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
        sessions_end(user=request.user, keep=request.session.session_key)
        messages.success(
            request,
            "The passkey is added, and you are asked for it when you sign in. Your other devices are signed out.",
        )
        codes = first_codes(user=request.user)
        return codes_page(request, codes) if codes else redirect("accounts:second-factor")
    shown: dict[str, Any] = {"form": form, "host": host_name(request), "passkey_refusal": refusal}
    if not refusal:
        shown |= {"passkey_options": passkey_wanted(request, request.user), "passkey_act": "make"}
    return render(request, "accounts/passkey.html", shown, status=422 if form.is_bound else 200)


@signed_in
@require_POST
@confirmed
def passkey_removed(request: SignedInRequest, pk: int) -> HttpResponse:
    """Remove one of the user's passkeys."""
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
