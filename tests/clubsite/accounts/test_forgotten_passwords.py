"""A way back from a forgotten password: by mail if the site sends mail, without revealing who has an account."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client

from clubsite.core import jobs
from clubsite.outbox.models import Letter
from tests.on_page import on_page

NEW_PASSWORDS = {"new_password1": "under the lantern", "new_password2": "under the lantern"}




def ask(client, address, **more):
    """Ask for a link, and send the emails in the outbox."""
    response = client.post("/forgotten/", {"email": address}, **more)
    jobs.run("outbox.sweep")
    return response




def open_link(client, path):
    """Return the address of the form behind a valid link. The address no longer contains the key."""
    return str(client.get(path)["Location"])


def test_a_link_comes_by_mail_and_sets_a_new_password(client, rosa, with_mail):
    assert ask(client, "Rosa@old.example")["Location"] == "/forgotten/sent/"
    [message] = mail.outbox
    assert message.to == ["rosa@old.example"] and 'the account "rosa"' in message.body
    form = open_link(client, link_in(message))
    assert "rosa" in on_page(client.get(form).text)
    assert client.post(form, NEW_PASSWORDS).status_code == 302
    assert client.login(username="rosa", password="under the lantern")


def test_a_link_is_good_once(client, rosa, with_mail):
    ask(client, rosa.email)
    path = link_in(mail.outbox[0])
    client.post(open_link(client, path), NEW_PASSWORDS)
    again = Client().get(path)
    assert again.status_code == 410
    assert "This link no longer works" in again.text


def test_a_link_is_good_for_a_day(client, rosa, with_mail):
    ask(client, rosa.email)
    assert with_mail.PASSWORD_RESET_TIMEOUT == 24 * 3600
    with_mail.PASSWORD_RESET_TIMEOUT = -1
    assert client.get(link_in(mail.outbox[0])).status_code == 410


def test_remembering_the_password_ends_the_link(client, rosa, with_mail):
    ask(client, rosa.email)
    Client().post("/login/", {"username": "rosa", "password": "correct horse"})
    assert client.get(link_in(mail.outbox[0])).status_code == 410


@pytest.mark.parametrize(
    "path", ["/forgotten/MQ/x-y/", "/forgotten/%00/x/", "/forgotten/%F0%9F/x/", "/forgotten/x/set-password/"]
)
def test_an_invented_link_opens_nothing(client, rosa, path):
    assert client.get(path).status_code == 410


def test_a_stranger_s_address_gets_the_same_answer_and_no_mail(client, rosa, with_mail):
    known, unknown = ask(client, rosa.email), ask(client, "nobody@club.example")
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert [message.to for message in mail.outbox] == [["rosa@old.example"]]


def test_the_page_does_the_same_whether_an_account_has_the_address(client, rosa, with_mail, django_assert_num_queries):
    """The request only queues the email, so its timing reveals nothing. The account is looked up on sending."""
    for address in (rosa.email, "nobody@club.example"):
        with django_assert_num_queries(1) as asked:
            client.post("/forgotten/", {"email": address})
        assert "INSERT" in asked[0]["sql"]
    jobs.run("outbox.sweep")
    assert len(mail.outbox) == 1 and not Letter.objects.exists(), "no address is kept"


def test_several_accounts_of_one_address_get_a_link_each_in_one_mail(client, rosa, with_mail):
    get_user_model().objects.create_user("old-rosa", "ROSA@old.example", "correct horse")
    ask(client, rosa.email)
    links = re.findall(r"/forgotten/(\S+?)/\S+", mail.outbox[0].body)
    assert len(set(links)) == 2 and 'account "old-rosa"' in mail.outbox[0].body


def test_one_address_is_not_written_to_again_and_again(client, rosa, with_mail):
    answers = {ask(client, rosa.email)["Location"] for _ in range(5)}
    assert answers == {"/forgotten/sent/"}
    assert len(mail.outbox) == 3


def test_whoever_asks_too_often_has_to_wait(client, with_mail):
    for number in range(8):
        assert ask(client, f"{number}@club.example").status_code == 302
    refused = ask(client, "another@club.example")
    assert refused.status_code == 429
    assert "You can ask again in 15 minutes." in refused.text
    assert ask(client, "another@club.example", REMOTE_ADDR="192.0.2.7").status_code == 302


def test_the_link_has_the_address_that_the_club_gave_not_the_one_asked_for(client, rosa, with_mail):
    with_mail.PUBLIC_URL = "https://club.example"
    ask(client, rosa.email)
    assert "https://club.example/forgotten/" in mail.outbox[0].body
    assert "testserver" not in mail.outbox[0].body


def test_without_mail_the_page_says_who_helps_and_sends_nothing(client, rosa):
    page = client.get("/forgotten/").text
    assert "This site sends no mail" in page and "ask a director of your club" in page
    assert 'name="email"' not in page
    assert ask(client, rosa.email).status_code == 200
    assert mail.outbox == []


def test_the_way_is_shown_where_one_signs_in(client):
    assert "/forgotten/" in client.get("/login/").text


@pytest.mark.parametrize(
    ("typed", "words"), [("", "Type the e-mail address."), ("rosa", "This is not an e-mail address")]
)
def test_what_is_no_address_is_said_at_the_field(client, with_mail, typed, words):
    assert words in client.post("/forgotten/", {"email": typed}).text


def test_a_new_password_is_refused_in_words(client, rosa, with_mail):
    ask(client, rosa.email)
    form = open_link(client, link_in(mail.outbox[0]))
    page = client.post(form, {"new_password1": "under the lantern", "new_password2": "other"}).text
    assert "The two passwords are not the same." in page
    client.force_login(rosa)
    page = client.post("/account/password/", {"old_password": "guess", **NEW_PASSWORDS}).text
    assert "This is not the password of your account." in page


# ---- the account's own page


def test_an_address_is_asked_for_only_where_the_site_can_send(client, with_mail):
    assert 'name="email"' in client.get("/signup/").text
    with_mail.MAIL_ON = False
    assert 'name="email"' not in client.get("/signup/").text


def test_an_account_is_nobody_else_s(client):
    for path in ("/account/", "/account/password/"):
        assert client.get(path)["Location"].startswith("/login/")
