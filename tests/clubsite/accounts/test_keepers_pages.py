"""The admin's account pages: passwords are changed in one way only; second factors can only be read and removed."""

import io

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django_otp_webauthn.models import WebAuthnCredential

from clubsite.accounts.models import AuthenticatorApp, BrowserSession, RecoveryCode
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Membership, Role
from clubsite.core import jobs
from tests.kit.codes import with_app
from tests.kit.people import signed_in

APPS, PASSKEYS = "/admin/accounts/authenticatorapp/", "/admin/django_otp_webauthn/webauthncredential/"
NEW = "under the lantern"




def passkey_of(user) -> WebAuthnCredential:
    return WebAuthnCredential.objects.create(
        user=user, name="phone", confirmed=True, credential_id=b"id", public_key=b"key", discoverable=True,
        sign_count=0, transports=[], aaguid="0" * 32,
    )  # fmt: skip


def subjects() -> list[str]:
    jobs.run("outbox.sweep")
    return [letter.subject for letter in mail.outbox]


@pytest.mark.parametrize("address", ["/admin/password_change/", "/admin/password_change/done/"])
def test_a_keeper_changes_their_password_on_the_page_of_their_account(keeper, address):
    assert keeper.get(address)["Location"] == "/account/password/"
    sent = {"old_password": "correct horse", "new_password1": NEW, "new_password2": NEW}
    keeper.post(address, sent)
    assert get_user_model().objects.get(username="kay").check_password("correct horse")


def test_the_keepers_own_row_leads_there_too(keeper):
    kay = get_user_model().objects.get(username="kay")
    path = f"/admin/accounts/user/{kay.pk}/password/"
    assert keeper.post(path, {"password1": NEW, "password2": NEW})["Location"] == "/account/password/"
    kay.refresh_from_db()
    assert kay.check_password("correct horse")


def test_a_password_that_a_keeper_sets_ends_the_sessions_and_sends_mail(keeper, member, with_mail):
    phone = signed_in(member)
    path = f"/admin/accounts/user/{member.pk}/password/"
    wrong = keeper.post(path, {"password1": NEW, "password2": "another", "usable_password": "true"})
    assert wrong.status_code == 200 and subjects() == []
    assert phone.get("/account/").status_code == 200
    keeper.post(path, {"password1": NEW, "password2": NEW, "usable_password": "true"})
    member.refresh_from_db()
    assert member.check_password(NEW)
    assert phone.get("/account/").status_code == 302 and not BrowserSession.objects.filter(user=member).exists()
    assert subjects() == ["Your password was changed"]


def test_a_password_that_is_set_on_the_command_line_does_the_same(member, with_mail, monkeypatch):
    phone = signed_in(member)
    monkeypatch.setattr("getpass.getpass", lambda prompt: NEW)  # what somebody types
    call_command("changepassword", "cy", stdout=io.StringIO())
    member.refresh_from_db()
    assert member.check_password(NEW) and phone.get("/account/").status_code == 302
    assert subjects() == ["Your password was changed"]


def test_a_keeper_reads_an_address_and_does_not_type_one(keeper, member):
    path = f"/admin/accounts/user/{member.pk}/change/"
    assert "cy@club.example" in keeper.get(path).text
    keeper.post(path, {"username": "cy", "is_active": "on", "email": "stranger@example.com"})
    member.refresh_from_db()
    assert member.email == "cy@club.example", "an address is used only when its holder has confirmed it"


def test_second_factors_are_read_without_their_keys_and_not_changed(keeper, member):
    with_app(member)
    app, passkey = AuthenticatorApp.objects.get(), passkey_of(member)
    for pages, factor, key in ((APPS, app, app.key.open()), (PASSKEYS, passkey, passkey.public_key.hex())):
        page = keeper.get(f"{pages}{factor.pk}/change/")
        assert page.status_code == 200 and "cy" in page.text and key not in page.text
        assert keeper.post(f"{pages}{factor.pk}/change/", {"user": 1, "confirmed": ""}).status_code == 403
        assert keeper.get(f"{pages}add/").status_code == 403
        factor.refresh_from_db()
        assert factor.confirmed and factor.user == member


@pytest.mark.parametrize("many", [False, True])
def test_removing_one_is_a_line_in_the_clubs_log_and_a_mail(keeper, club, member, with_mail, many):
    with_app(member)
    app = AuthenticatorApp.objects.get()
    if many:
        keeper.post(APPS, {"action": "delete_selected", "_selected_action": app.pk, "post": "yes"})
    else:
        keeper.post(f"{APPS}{app.pk}/delete/", {"post": "yes"})
    assert not AuthenticatorApp.objects.exists() and not RecoveryCode.objects.exists()
    line = AuditEntry.objects.get(action=AuditAction.FACTOR_REMOVED)
    assert (line.club, line.user.username, line.subject) == (club, "kay", "cy")
    assert subjects() == ["An app or a passkey was removed"]


def test_a_passkey_is_removed_like_that_and_the_codes_stay_while_there_is_an_app(keeper, club, member):
    codes = with_app(member)
    keeper.post(f"{PASSKEYS}{passkey_of(member).pk}/delete/", {"post": "yes"})
    assert not WebAuthnCredential.objects.exists() and AuthenticatorApp.objects.exists()
    assert RecoveryCode.objects.count() == len(codes)
    assert AuditEntry.objects.filter(action=AuditAction.FACTOR_REMOVED, club=club).count() == 1


def test_nobody_but_a_keeper_gets_there(director, member):
    assert director.get(APPS, follow=True).status_code == 403
    assert Client().get(APPS)["Location"].startswith("/admin/login/")
