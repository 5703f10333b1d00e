"""The secret of an authenticator app is sealed in the database, as are unopened boards (decisions 063 and 067)."""

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
from django.test import Client

from clubsite.accounts.models import AuthenticatorApp, RecoveryCode
from clubsite.accounts.second_factor.services import second_factors_of
from clubsite.core import jobs
from tests.kit.codes import code_of, with_app
from tests.kit.people import is_signed_in
from tests.on_page import on_page

NAME_AND_PASSWORD = {"username": "dee", "password": "correct horse"}
OLD, NEW = "old" * 12, "new" * 12


def second_step(code):
    """Return the browser and the answer after submitting the right password and then `code`."""
    client = Client()
    client.post("/login/", NAME_AND_PASSWORD)
    return client, client.post(STEP, {"confirm_code": code})


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
    assert b"authenticatorapp" in saved and not [one for one in spellings if one in saved]


def test_a_new_key_of_the_site_seals_the_apps_again(dee, settings):
    settings.DEAL_KEYS = [OLD]
    with_app(dee)
    settings.DEAL_KEYS = [NEW, OLD]
    call_command("deal_keys", "--rotate", stdout=io.StringIO())
    settings.DEAL_KEYS = [NEW]
    assert is_signed_in(second_step(code_of(dee))[0])


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


def test_the_site_reports_lost_apps_and_gives_them_up_on_request(restored, dee, with_mail):
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


def test_an_app_that_the_key_opens_is_not_given_up(dee):
    codes = with_app(dee)
    call_command("deal_keys", "--give-up", stdout=io.StringIO())
    assert second_factors_of(dee).codes_left == len(codes) and re.fullmatch(r"\d{6}", code_of(dee))
