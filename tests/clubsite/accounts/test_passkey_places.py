"""Where passkeys work: browsers need a host name, and https or localhost (WebAuthn level 3, 5.1.3 and 13.4.9)."""

import pytest
from django.test import RequestFactory

from clubsite.accounts.second_factor.services import Passkeys, passkeys_refusal
from tests.on_page import on_page


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
