"""A mail address is used only when its holder has confirmed it (docs/decisions.md, 068)."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.core import mail, signing
from django.test import Client

from clubsite.accounts.letters import address_key
from clubsite.core import jobs
from clubsite.outbox.models import Letter
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
    match = re.search(r"http://testserver(/(?:address|forgotten)/\S+)", letter.body)
    return match[1]


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


NEW_PASSWORDS = {"new_password1": "under the lantern", "new_password2": "under the lantern"}


def ask(client, address, **more):
    response = client.post("/forgotten/", {"email": address}, **more)
    jobs.run("outbox.sweep")
    return response


def open_link(client, path):
    """Return the address of the form behind a valid link. The address no longer contains the key."""
    return str(client.get(path)["Location"])


def test_a_link_comes_by_mail_and_sets_a_new_password_once(client, rosa, with_mail):
    assert ask(client, "Rosa@old.example")["Location"] == "/forgotten/sent/"
    [message] = mail.outbox
    assert message.to == ["rosa@old.example"] and 'the account "rosa"' in message.body
    form = open_link(client, link_in(message))
    assert "rosa" in on_page(client.get(form).text)
    assert client.post(form, NEW_PASSWORDS).status_code == 302
    assert client.login(username="rosa", password="under the lantern")
    again = Client().get(link_in(message))
    assert again.status_code == 410
    assert "This link no longer works" in again.text


@pytest.mark.parametrize("ended", ["a day", "a sign-in"])
def test_a_link_is_good_for_a_day_or_until_the_password_is_remembered(client, rosa, with_mail, ended):
    ask(client, rosa.email)
    assert with_mail.PASSWORD_RESET_TIMEOUT == 24 * 3600
    if ended == "a day":
        with_mail.PASSWORD_RESET_TIMEOUT = -1
    else:
        Client().post("/login/", {"username": "rosa", "password": "correct horse"})
    assert client.get(link_in(mail.outbox[0])).status_code == 410


@pytest.mark.parametrize(
    "path", ["/forgotten/MQ/x-y/", "/forgotten/%00/x/", "/forgotten/%F0%9F/x/", "/forgotten/x/set-password/"]
)
def test_an_invented_link_opens_nothing(client, rosa, path):
    assert client.get(path).status_code == 410


def test_the_page_does_the_same_whether_an_account_has_the_address(client, rosa, with_mail, django_assert_num_queries):
    """The request only queues the email, so its timing reveals nothing. The account is looked up on sending."""
    answers = []
    for address in (rosa.email, "nobody@club.example"):
        with django_assert_num_queries(1) as queries:
            answers.append(client.post("/forgotten/", {"email": address}))
        assert "INSERT" in queries[0]["sql"]
    jobs.run("outbox.sweep")
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, "/forgotten/sent/")}
    assert [message.to for message in mail.outbox] == [["rosa@old.example"]]
    assert not Letter.objects.exists(), "no address is kept"


def test_several_accounts_of_one_address_get_a_link_each_in_one_mail_and_few_such_mails(client, rosa, with_mail):
    get_user_model().objects.create_user("old-rosa", "ROSA@old.example", "correct horse")
    ask(client, rosa.email)
    links = re.findall(r"/forgotten/(\S+?)/\S+", mail.outbox[0].body)
    assert len(set(links)) == 2 and 'account "old-rosa"' in mail.outbox[0].body
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
    assert "/forgotten/" in client.get("/login/").text
    assert 'name="email"' not in client.get("/signup/").text


@pytest.mark.parametrize(
    ("typed", "words"), [("", "Type the e-mail address."), ("rosa", "This is not an e-mail address")]
)
def test_what_is_no_address_is_said_at_the_field(client, with_mail, typed, words):
    assert words in client.post("/forgotten/", {"email": typed}).text
    assert 'name="email"' in client.get("/signup/").text
