"""The second step of a sign-in: an app that shows codes, recovery codes, and a way back (decision 067)."""

import io
import re
import sqlite3
from base64 import b32decode
from contextlib import closing

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client, RequestFactory

from clubsite.accounts.models import AuthenticatorApp, RecoveryCode
from clubsite.accounts.second_factor.services import Passkeys, passkeys_refusal, second_factors_of
from clubsite.accounts.second_factor.views import HALF, HALF_SECONDS
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Membership, Role
from clubsite.core import jobs
from clubsite.privacy.services import Left, account_delete
from tests.kit.codes import code_of, with_app, wrong_code_of
from tests.kit.people import is_signed_in, signed_in
from tests.on_page import on_page

NAME_AND_PASSWORD = {"username": "dee", "password": "correct horse"}
WRITTEN_CODE = r"\b[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}\b"
PAGE, APP, STEP = "/account/second-factor/", "/account/second-factor/app/", "/login/second-step/"


def signing_in(**more):
    """Return a browser whose user has typed the right password, and the address that follows."""
    client = Client()
    response = client.post("/login/", NAME_AND_PASSWORD | more)
    assert response.status_code == 302
    return client, response["Location"]


def second_step(code):
    """Return a browser in which the right password and then `code` was sent, and the answer."""
    client, _ = signing_in()
    return client, client.post(STEP, {"confirm_code": code})


@pytest.fixture
def dee(db):
    return get_user_model().objects.create_user("dee", "dee@club.example", "correct horse")


@pytest.fixture
def codes(dee):
    return with_app(dee)


def test_an_app_is_set_up_and_gives_eight_recovery_codes_once(director, dee, with_mail):
    shown = director.get(APP)
    assert "<svg" in shown.text, "a square code for the phone"
    key = AuthenticatorApp.objects.get(user=dee)
    assert not key.confirmed and not second_factors_of(dee), "a key that nobody has used protects nothing"
    assert director.get(APP).context["key"] == shown.context["key"], "the page can be opened again"

    wrong = director.post(APP, {"code": wrong_code_of(dee)})
    assert wrong.status_code == 422 and "not the code" in on_page(wrong.text)
    assert not second_factors_of(dee)
    right = director.post(APP, {"code": code_of(dee)})
    codes = re.findall(WRITTEN_CODE, right.text)
    assert len(set(codes)) == 8
    assert second_factors_of(dee) and second_factors_of(dee).codes_left == 8
    kept = " ".join(RecoveryCode.objects.values_list("code_hash", flat=True))
    assert not any(code.replace("-", "")[4:] in kept for code in codes), "they are stored as hashes"
    jobs.run("outbox.sweep")
    assert "An app for codes was set up" in [letter.subject for letter in mail.outbox]


def test_nobody_without_a_second_factor_is_asked_for_one(dee):
    client, onward = signing_in(next="/account/")
    assert onward == "/account/" and is_signed_in(client)
    assert Client().get(STEP)["Location"] == "/login/", "a second step without a first"


def test_the_password_alone_opens_nothing_any_more(dee, codes):
    client, onward = signing_in(next="/account/")
    assert onward == STEP and not is_signed_in(client)
    assert client.get("/account/").status_code == 302
    wrong = client.post(STEP, {"confirm_code": wrong_code_of(dee)})
    assert wrong.status_code == 422 and "not right" in on_page(wrong.text) and not is_signed_in(client)
    empty = client.post(STEP, {"confirm_code": ""})
    assert "Type the code." in on_page(empty.text)
    right = client.post(STEP, {"confirm_code": code_of(dee)})
    assert right["Location"] == "/account/" and is_signed_in(client)


def test_a_code_works_only_once_and_so_does_a_recovery_code_in_any_spelling_which_sends_mail(dee, codes, with_mail):
    now = code_of(dee)
    assert is_signed_in(second_step(now)[0])
    assert not is_signed_in(second_step(now)[0]), "somebody who looked over a shoulder cannot use it again"
    assert is_signed_in(second_step(code_of(dee, later=1))[0])
    client, _ = second_step(f" {codes[0].lower().replace('-', ' ')} ")
    assert is_signed_in(client)
    assert second_factors_of(dee).codes_left == 7
    assert "7 recovery codes left" in on_page(client.get("/account/").text)
    assert second_step(codes[0])[1].status_code == 422
    jobs.run("outbox.sweep")
    [letter] = [message for message in mail.outbox if "recovery code was used" in message.subject]
    assert letter.to == ["dee@club.example"] and 'account "dee"' in letter.body


@pytest.mark.parametrize("ended", ["time", "password", "closed"])
def test_the_second_step_waits_ten_minutes_and_for_the_same_password(dee, codes, ended):
    client, _ = signing_in()
    if ended == "time":
        session = client.session
        session[HALF] |= {"at": session[HALF]["at"] - HALF_SECONDS - 1}
        session.save()
    elif ended == "password":
        dee.set_password("another horse")
        dee.save()
    else:
        get_user_model().objects.filter(pk=dee.pk).update(is_active=False)
    response = client.post(STEP, {"confirm_code": code_of(dee)})
    assert response["Location"] == "/login/" and not is_signed_in(client)


def test_new_recovery_codes_end_the_old_ones_and_come_only_with_a_second_factor(director, dee):
    assert director.post("/account/second-factor/codes/")["Location"] == PAGE
    assert not RecoveryCode.objects.exists()
    codes = with_app(dee)
    new_codes = re.findall(WRITTEN_CODE, director.post("/account/second-factor/codes/").text)
    assert len(new_codes) == 8 and not set(new_codes) & set(codes)
    assert second_step(codes[1])[1].status_code == 422
    assert is_signed_in(second_step(new_codes[0])[0])


def test_removing_the_app_or_the_account_removes_the_codes_and_the_second_step(director, dee, codes, cy):
    director.post("/account/second-factor/app/remove/")
    assert not second_factors_of(dee) and not RecoveryCode.objects.exists()
    assert is_signed_in(signing_in()[0])
    with_app(cy)
    account_delete(user=cy, left=Left.NOTHING)
    assert not AuthenticatorApp.objects.exists() and not RecoveryCode.objects.exists()


def test_an_owner_removes_the_second_step_of_a_member_who_lost_it(club, director, cy, with_mail):
    get_user_model().objects.filter(pk=cy.pk).update(email="cy@club.example")
    Membership.objects.create(club=club, user=cy, role=Role.MEMBER)
    address = f"/clubs/lantern/accounts/{cy.pk}/second-step/"
    assert "Remove the second step" not in director.get("/clubs/lantern/people/").text
    with_app(cy)
    assert "Remove the second step" in director.get("/clubs/lantern/people/").text
    director.post(address)
    assert not second_factors_of(cy)
    line = AuditEntry.objects.get(action=AuditAction.SECOND_FACTOR_RESET)
    assert (line.actor, line.subject) == ("dee", "cy")
    jobs.run("outbox.sweep")
    assert [letter.to for letter in mail.outbox] == [["cy@club.example"]]
    director.post(address)
    assert "without a second step" in on_page(director.get("/clubs/lantern/people/").text)


def test_nobody_removes_the_second_step_of_an_owner_but_the_keeper(club, dee, cy, codes, capsys):
    Membership.objects.create(club=club, user=cy, role=Role.OWNER)
    other = signed_in(cy)
    other.post(f"/clubs/lantern/accounts/{dee.pk}/second-step/")
    assert second_factors_of(dee)
    call_command("second_factor_reset", "dee")
    assert not second_factors_of(dee) and "password alone" in capsys.readouterr().out
    with pytest.raises(CommandError, match="without a second step"):
        call_command("second_factor_reset", "dee")
    line = AuditEntry.objects.get(action=AuditAction.SECOND_FACTOR_RESET)
    assert (line.actor, line.subject) == ("whoever keeps the site", "dee")
    with pytest.raises(CommandError, match="Nobody signs in as nobody"):
        call_command("second_factor_reset", "nobody")


def test_the_admin_site_takes_no_password_of_its_own(dee, codes):
    """The admin's own sign-in page would have let a keeper in without the second step."""
    get_user_model().objects.filter(pk=dee.pk).update(is_staff=True, is_superuser=True)
    client = Client()
    response = client.post("/admin/login/?next=/admin/", NAME_AND_PASSWORD)
    assert response["Location"] == "/login/?next=/admin/" and not is_signed_in(client)


OLD, NEW = "old" * 12, "new" * 12


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a dump of PostgreSQL is searched in tests/prod")
def test_no_copy_of_the_database_has_the_key_that_the_page_shows(transactional_db, director, dee):
    page = director.get(APP)
    shown = page.context["key"].replace(" ", "")
    assert AuthenticatorApp.objects.get(user=dee).key.open() == shown and len(b32decode(shown)) == 20
    assert f"secret={shown}&" in page.context["url"]
    with closing(sqlite3.connect(":memory:")) as copy:
        connection.connection.backup(copy)
        saved = bytes(copy.serialize())
    spellings = (shown.encode(), shown.lower().encode(), b32decode(shown), b32decode(shown).hex().encode())
    assert b"authenticatorapp" in saved and not [spelling for spelling in spellings if spelling in saved]


@pytest.fixture
def restored(club, dee, settings):
    """The recovery codes of a user with an app, in a backup that was restored without the site's key."""
    settings.DEAL_KEYS = [OLD]
    codes = with_app(dee)
    settings.DEAL_KEYS = [NEW]
    return codes


def test_without_the_key_recovery_codes_still_let_in_and_the_page_says_what_to_do(restored, dee):
    client, answer = second_step("123456")
    assert not is_signed_in(client) and answer.status_code == 422
    assert "The site has lost the key of your app" in on_page(answer.text)
    client, _ = second_step(restored[0])
    assert is_signed_in(client)
    page = on_page(client.get("/account/second-factor/").text)
    assert "cannot check the app’s codes" in page
    client.post(f"{APP}remove/")
    assert "<svg" in client.get(APP).text, "it can be set up again"


def test_an_app_that_was_being_set_up_gets_another_key(club, director, dee, settings):
    settings.DEAL_KEYS = [OLD]
    before = director.get(APP).context["key"]
    settings.DEAL_KEYS = [NEW]
    assert director.get(APP).context["key"] != before
    director.post(APP, {"code": code_of(dee)})
    assert second_factors_of(dee).app


def test_the_site_reports_lost_apps_and_gives_them_up_on_request_and_no_others(restored, dee, with_mail):
    get_user_model().objects.filter(pk=dee.pk).update(email="dee@club.example")
    with pytest.raises(CommandError, match=r"1 sealed texts cannot be opened.*keys of apps that show sign-in codes"):
        call_command("deal_keys", stdout=io.StringIO())
    out = io.StringIO()
    call_command("deal_keys", "--give-up", stdout=out)
    assert "Removed: 1 app for sign-in codes" in out.getvalue()
    assert not AuthenticatorApp.objects.exists() and not RecoveryCode.objects.exists()
    jobs.run("outbox.sweep")
    assert [letter.subject for letter in mail.outbox] == ["An app or a passkey was removed"]
    call_command("deal_keys", "--give-up", stdout=out)
    assert "Every sealed text opens." in out.getvalue()
    codes = with_app(dee)
    call_command("deal_keys", "--give-up", stdout=io.StringIO())
    assert second_factors_of(dee).codes_left == len(codes) and re.fullmatch(r"\d{6}", code_of(dee))


@pytest.mark.parametrize(
    ("host", "secure", "words"),
    [
        ("localhost:8000", False, ""),
        ("club.example", True, ""),
        ("club.example", False, "only over https"),
        ("192.168.1.20:8000", False, "has a number (192.168.1.20)"),
        ("[::1]:8000", True, "has a number (::1)"),
    ],
)
def test_why_no_passkey_works_is_said_in_words(settings, host, secure, words):
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory().get("/", secure=secure, headers={"host": host})
    assert words in passkeys_refusal(request) and bool(words) == bool(passkeys_refusal(request))


def test_a_proxy_that_does_not_speak_of_https_needs_the_public_address(settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.PUBLIC_URL = "https://club.example"
    request = RequestFactory().get("/", headers={"host": "club.example"})
    assert not passkeys_refusal(request)
    assert "https://club.example" in Passkeys(request).get_allowed_origins()
    elsewhere = RequestFactory().get("/", headers={"host": "other.example"})
    assert passkeys_refusal(elsewhere)
    assert Passkeys(elsewhere).get_allowed_origins() == ["http://other.example"]


def test_the_pages_say_it_where_none_works(director):
    plain = on_page(director.get("/account/second-factor/").text)
    assert "Passkeys work only over https" in plain and "Add a passkey" not in plain
    refused = director.post("/account/second-factor/passkey/", {"confirm_passkey": "{}"})
    assert "Passkeys work only over https" in on_page(refused.text)


def test_a_made_up_answer_is_refused_and_ends_its_challenge(director):
    page = {"headers": {"host": "localhost"}}
    shown = director.get("/account/second-factor/passkey/", **page)
    assert shown.context["passkey_options"]["rp"]["id"] == "localhost"
    for answer in ("", "{", "[]", '{"id": "x"}'):
        refused = director.post("/account/second-factor/passkey/", {"confirm_passkey": answer}, **page)
        assert refused.status_code in (200, 422)
    assert "Add a passkey" in on_page(director.get("/account/second-factor/", **page).text)
