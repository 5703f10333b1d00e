"""A mail address is used only when its holder has confirmed it (docs/decisions.md, 068)."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.core import mail, signing
from django.test import Client

from clubsite.accounts.addresses import address_key
from clubsite.core import jobs
from tests.kit.people import signed_in
from tests.on_page import on_page

NEW = {"username": "rosa", "password1": "under the lantern", "password2": "under the lantern"}
TYPED = {"email": "rosa@new.example", "password": "correct horse"}


@pytest.fixture
def rosa(db):
    return get_user_model().objects.create_user("rosa", "rosa@old.example", "correct horse")


@pytest.fixture
def browser(rosa):
    return signed_in(rosa)


def sent():
    jobs.run("outbox.sweep")
    return [(letter.to[0], letter.subject) for letter in mail.outbox]


def link_in(letter) -> str:
    found = re.search(r"http://testserver(/(?:address|forgotten)/\S+)", letter.body)
    return found[1]


def test_an_address_gets_one_mail_and_nothing_else_until_it_is_confirmed(client, with_mail):
    client.post("/signup/", {**NEW, "email": "rosa@new.example"})
    assert sent() == [("rosa@new.example", "Is this your address?")]
    user = get_user_model().objects.get()
    assert (user.email, user.email_wanted) == ("", "rosa@new.example")
    Client().post("/forgotten/", {"email": "rosa@new.example"})
    client.post(
        "/account/password/",
        {"old_password": NEW["password1"], "new_password1": "over the hills", "new_password2": "over the hills"},
    )
    assert len(sent()) == 1, "neither a link for a password nor a notice"

    link = link_in(mail.outbox[0])
    stranger = Client()
    assert "rosa@new.example" in on_page(stranger.get(link).text)
    user.refresh_from_db()
    assert user.email == "", "a mail scanner that opens the link confirms nothing"
    stranger.post(link)
    user.refresh_from_db()
    assert (user.email, user.email_wanted) == ("rosa@new.example", "")
    assert stranger.get(link).status_code == 410, "it works once"


def test_the_old_address_gets_mail_and_stays_until_the_new_one_is_confirmed(browser, rosa, with_mail):
    page = browser.post("/account/", TYPED, follow=True)
    assert "not confirmed yet" in on_page(page.text)
    rosa.refresh_from_db()
    assert rosa.email == "rosa@old.example"
    [(to, _)] = sent()
    assert to == "rosa@new.example"
    browser.post(link_in(mail.outbox[0]))
    rosa.refresh_from_db()
    assert rosa.email == "rosa@new.example"
    assert ("rosa@old.example", "Your account has another address now") in sent()


def test_an_address_is_removed_at_once_and_gets_mail(browser, rosa, with_mail):
    page = browser.post("/account/", {**TYPED, "email": ""}, follow=True)
    assert "Your account has no e-mail address now." in on_page(page.text)
    rosa.refresh_from_db()
    assert rosa.email == "" and sent() == [("rosa@old.example", "Your account has no e-mail address any more")]
    assert "/forgotten/" not in mail.outbox[0].body, "no link comes to this address any more"
    browser.post("/account/", {**TYPED, "email": ""})
    assert len(sent()) == 1


def test_an_address_needs_the_password(browser, rosa, with_mail):
    assert browser.post("/account/", {**TYPED, "password": "a wrong horse"}).status_code == 422
    rosa.refresh_from_db()
    assert rosa.email_wanted == "" and not sent()


def test_a_link_ends_with_another_address_a_day_or_a_forged_key(browser, rosa, with_mail, settings):
    browser.post("/account/", TYPED)
    rosa.refresh_from_db()
    first = f"/address/{address_key(rosa)}/"
    browser.post("/account/", {**TYPED, "email": "rosa@third.example"})
    assert "no longer works" in on_page(browser.get(first).text)
    rosa.refresh_from_db()
    second = f"/address/{address_key(rosa)}/"
    assert browser.get(second).status_code == 200
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert browser.get(second).status_code == 410
    assert browser.get("/address/forged/").status_code == 410
    assert browser.get(f"/address/{signing.dumps('x', salt='accounts.address')}/").status_code == 410


def test_nobody_can_send_many_mails_to_an_address(browser, with_mail):
    pages = [browser.post("/account/", TYPED, follow=True).text for _ in range(4)]
    assert "three such mails" not in on_page(pages[2]) and "three such mails" in on_page(pages[3])
    assert len(sent()) <= 3
    for number in range(4):
        page = browser.post("/account/", {**TYPED, "email": f"rosa{number}@new.example"}, follow=True).text
    assert "Many addresses have been typed" in on_page(page)


def test_a_new_club_owner_confirms_the_address_too(client, with_mail, settings):
    settings.CLUB_SIGN_UP = True
    client.post("/new-club/", {**NEW, "email": "rosa@new.example", "name": "Harbour", "time_zone": ""})
    owner = get_user_model().objects.get(username="rosa")
    assert (owner.email, owner.email_wanted) == ("", "rosa@new.example")
    assert sent() == [("rosa@new.example", "Is this your address?")]
