"""Where a user is signed in: the list, ending a session, and when a session ends by itself (docs/decisions.md, 068)."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import BrowserSession, Device
from clubsite.accounts.services import SENT_TWICE, device_for, device_of_page
from clubsite.accounts.session_store import IDLE, IDLE_SHARED, MAX_AGE
from clubsite.clubs.models import Membership, Role
from clubsite.core import jobs
from clubsite.core.tokens import CODE_ALPHABET, hash_token, new_code
from clubsite.nights.models import Session, SessionStatus
from tests.kit.codes import code_of, with_app
from tests.kit.nights import draft_night
from tests.kit.people import signed_in
from tests.on_page import on_page

GOOD = {"username": "rosa", "password1": "under the lantern", "password2": "under the lantern"}
PAGE, OUT = "/account/signed-in/", "/account/signed-in/out/"
WINDOWS = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
)
IPAD = (
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)


@pytest.fixture
def dee(db):
    made = get_user_model().objects.create_user("dee", "dee@club.example", "correct horse")
    made.date_joined -= timedelta(days=30)
    made.save()
    return made


def browser_of(agent: str = WINDOWS, **typed):
    client = Client(headers={"user-agent": agent})
    answer = client.post("/login/", {"username": "dee", "password": "correct horse"} | typed)
    assert answer.status_code == 302
    return client


def still_in(client) -> bool:
    return client.get("/account/").status_code == 200


def row_of(client) -> BrowserSession:
    return BrowserSession.objects.get(session_key=client.session.session_key)


def unseen_for(client, time: timedelta):
    row = row_of(client)
    BrowserSession.objects.filter(pk=row.pk).update(
        seen_at=row.seen_at - time, expire_date=row.expire_date - time, signed_in_at=row.signed_in_at - time
    )


def test_the_page_names_browsers_in_words_and_marks_this_one(dee):
    laptop, tablet = browser_of(), browser_of(IPAD)
    page = on_page(laptop.get(PAGE).text)
    assert "Chrome on Windows: this one" in page and "Safari on an iPad" in page
    assert "Safari on an iPad: this one" in on_page(tablet.get(PAGE).text)
    assert laptop.session.session_key not in page


def test_one_session_or_all_of_an_account_are_ended_and_the_others_stay(dee, cy):
    laptop, tablet, phone = browser_of(), browser_of(IPAD), browser_of()
    laptop.post(OUT, {"mark": row_of(tablet).mark})
    signed_in(cy).post(OUT, {"mark": row_of(laptop).mark})
    assert [still_in(browser) for browser in (laptop, tablet, phone)] == [True, False, True], "nobody ends another's"
    assert "was signed out already" in on_page(laptop.post(OUT, {"mark": "nothing"}, follow=True).text)
    assert phone.get("/logout/").status_code == 405 and still_in(phone), "it takes a click, not a link"
    phone.post("/logout/")
    assert not still_in(phone)
    other = signed_in(cy)
    laptop, tablet = browser_of(), browser_of(IPAD)
    assert laptop.post(OUT)["Location"] == "/login/"
    assert [still_in(browser) for browser in (laptop, tablet, other)] == [False, False, True]


def test_a_new_password_ends_the_others_and_sends_mail(dee, with_mail):
    laptop, tablet = browser_of(), browser_of(IPAD)
    mail.outbox.clear()
    new = {"old_password": "correct horse", "new_password1": "under the lantern", "new_password2": "under the lantern"}
    laptop.post("/account/password/", new)
    assert still_in(laptop) and not still_in(tablet)
    assert BrowserSession.objects.filter(user=dee).count() == 1
    jobs.run("outbox.sweep")
    assert "Your password was changed" in [letter.subject for letter in mail.outbox]


def test_a_session_under_an_old_password_is_not_listed(dee):
    """`manage.py changepassword` leaves the rows of older sessions, but they no longer sign anybody in."""
    browser_of(IPAD)
    dee.set_password("another horse")
    dee.save()
    fresh = browser_of(password="another horse")
    assert "iPad" not in fresh.get(PAGE).text


def test_a_second_step_signs_out_where_only_the_password_was_asked(dee):
    laptop, tablet = browser_of(), browser_of(IPAD)
    laptop.get("/account/second-factor/app/")
    laptop.post("/account/second-factor/app/", {"code": code_of(dee)})
    assert still_in(laptop) and not still_in(tablet)


@pytest.mark.parametrize(
    ("typed", "keeps_site", "idle"),
    [({}, False, IDLE), ({"shared": "on"}, False, IDLE_SHARED), ({}, True, IDLE_SHARED)],
    ids=["usual", "on a shared device", "a keeper"],
)
def test_a_browser_that_nobody_uses_is_signed_out(dee, typed, keeps_site, idle):
    """ASVS 5.0, 7.3.1: a session ends after an idle time, which is shorter on a shared device and for a keeper."""
    get_user_model().objects.filter(pk=dee.pk).update(is_staff=keeps_site)
    before, after = browser_of(**typed), browser_of(**typed)
    unseen_for(before, idle - timedelta(minutes=1))
    unseen_for(after, idle + timedelta(minutes=1))
    assert still_in(before) and not still_in(after)


def test_a_shared_device_keeps_it_through_the_second_step_and_forgets_it_with_the_browser(dee, settings):
    with_app(dee)
    client = browser_of(shared="on")
    answer = client.post("/login/second-step/", {"confirm_code": code_of(dee)})
    assert row_of(client).shared
    assert answer.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == ""


def test_use_keeps_a_session_alive_up_to_ninety_days(dee):
    """ASVS 5.0, 7.3.2: the maximum lifetime of a session."""
    client = browser_of()
    for _ in range(12):
        unseen_for(client, timedelta(days=7))
        assert still_in(client)
    unseen_for(client, MAX_AGE - timedelta(days=83))
    assert not still_in(client)


@pytest.mark.parametrize(
    ("status", "hours", "stays"),
    [(SessionStatus.RUNNING, 3, True), (SessionStatus.RUNNING, 25, False), (SessionStatus.ENDED, 3, False)],
)
def test_nobody_is_signed_out_in_their_running_night(club, dee, status, hours, stays):
    night = draft_night(club, dee)
    began = timezone.now() - timedelta(hours=hours)
    Session.objects.filter(pk=night.pk).update(status=status, started_at=began)
    client = browser_of(shared="on")
    unseen_for(client, timedelta(days=20))
    assert still_in(client) is stays


def test_a_night_of_another_club_keeps_nobody_signed_in(club, dee, cy):
    night = draft_night(club, dee)
    Session.objects.filter(pk=night.pk).update(status=SessionStatus.RUNNING, started_at=timezone.now())
    client = signed_in(cy)
    unseen_for(client, timedelta(days=20))
    assert not still_in(client)
    Membership.objects.create(club=club, user=cy, role=Role.MEMBER)
    client.force_login(cy)
    unseen_for(client, timedelta(days=20))
    assert still_in(client)


def test_the_row_is_written_at_most_every_five_minutes(dee):
    client = browser_of()
    seen = row_of(client).seen_at
    client.get("/account/")
    assert row_of(client).seen_at == seen
    unseen_for(client, timedelta(minutes=6))
    client.get("/account/")
    assert timezone.now() - row_of(client).seen_at < timedelta(minutes=1)


def test_a_sign_in_in_a_new_browser_sends_mail_once(dee, with_mail):
    client = browser_of(IPAD)
    jobs.run("outbox.sweep")
    [letter] = mail.outbox
    assert "has not been used for it before" in letter.subject and letter.to == ["dee@club.example"]
    client.post("/logout/")
    client.post("/login/", {"username": "dee", "password": "correct horse"})
    Client().post("/signup/", GOOD)  # a new account gets no mail about its first browser
    jobs.run("outbox.sweep")
    assert len(mail.outbox) == 1


def test_an_account_is_made_and_signed_in_and_goes_back_where_it_came_from(client):
    response = client.post("/signup/", {**GOOD, "next": "/play/history/"})
    assert response["Location"] == "/play/history/"
    assert "Those of your account" in client.get("/play/history/").text
    other = {**GOOD, "username": "ruby", "next": "https://elsewhere.example/"}
    assert Client().post("/signup/", other)["Location"] == "/", "nobody is sent to another site"
    again = Client().post("/signup/", GOOD)
    assert again.status_code == 422 and set(again.context["form"].errors) == {"username"}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"password2": "something else"}, "The two passwords are not the same."),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "", "password2": ""}, "Choose a password."),
        ({"username": "ro sa"}, "no blanks"),
        ({"username": ""}, "Type the name."),
        ({"username": "r" * 151}, "at most 150 characters"),
    ],
)
def test_what_is_wrong_stands_at_its_field(client, wrong, words):
    response: Any = client.post("/signup/", {**GOOD, **wrong})
    assert response.status_code == 422
    assert words in response.text
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize(
    "name", ["Rosa", "ROSA", "rоsa", "ｒｏｓａ", "r\u043es\u0430"]
)  # with Cyrillic or wide letters
def test_a_name_that_looks_like_another_is_taken(client, name):
    """Unicode TS 39: a director who reads "rosa" in a history has to know which person is meant."""
    get_user_model().objects.create_user("rosa", password="correct horse")
    response = client.post("/signup/", {**GOOD, "username": name})
    assert response.status_code == 422 and "one that looks like it" in response.text
    assert get_user_model().objects.count() == 1


@pytest.mark.parametrize("name", ["lan_o1", "Ian_Oi", "1AN_0I", "|an_o|"])
def test_i_l_and_1_are_one_sign_and_so_are_o_and_0(client, name):
    get_user_model().objects.create_user("Ian_ol", password="correct horse")
    answer = client.post("/signup/", {**GOOD, "username": name})
    assert answer.status_code == 422 and set(answer.context["form"].errors) == {"username"}
    with pytest.raises(IntegrityError), transaction.atomic():
        get_user_model().objects.create_user(name)
    other = get_user_model().objects.create_user("rosa")
    other.username = name
    with pytest.raises(ValidationError, match="one that looks like it"):
        other.clean()
    assert client.post("/login/", {"username": name, "password": "correct horse"}).status_code == 302


def test_names_in_other_scripts_and_with_accents_are_names_of_their_own(client):
    for name in ("rosa", "rosá", "роза", "王伟", "王薇"):
        assert Client().post("/signup/", {**GOOD, "username": name}).status_code == 302, name


@pytest.mark.parametrize("password", ["password1", "sunshine", "liverpool", "qwertyuiop", "short77"])
def test_no_password_is_a_common_one_or_shorter_than_eight(client, password):
    """ASVS 5.0, 6.2.1 and 6.2.4: at least eight characters, and not in the site's own list of common passwords."""
    response = client.post("/signup/", {**GOOD, "password1": password, "password2": password})
    assert response.status_code == 422 and response.context["form"].errors
    assert not get_user_model().objects.exists()


def test_a_long_sentence_is_a_password(client):
    """ASVS 5.0, 6.2.9 and 6.2.5: at least 64 characters are allowed, and there is no rule about kinds of characters."""
    sentence = "my grandmother played two handed bridge in the kitchen until it was dark outside"
    assert client.post("/signup/", {**GOOD, "password1": sentence, "password2": sentence}).status_code == 302


def test_a_browser_without_a_cookie_of_the_site_becomes_a_new_device_and_is_known_again_by_its_cookie():
    device, token = device_for(token=None, label="x" * 500)
    assert (device.label, Device.objects.count()) == ("x" * 80, 1)
    assert device.token_hash == hash_token(token)
    assert device_for(token=token) == (device, token)
    assert token not in str(Device.objects.values().get()), "it is nowhere in the database"
    for forged in ("forged", "", "\u2660" * 400):
        device, given = device_for(token=forged)
        assert given != forged and device.token_hash == hash_token(given), "it is replaced, not adopted"


def test_a_code_has_no_characters_that_look_or_sound_alike():
    codes = "".join(new_code() for _ in range(300))
    assert set(codes) <= set(CODE_ALPHABET)
    assert not set(codes) & set("0O1IL5S2Z8B")
    assert len(new_code()) == 6


def test_the_word_of_a_page_stands_for_a_device_for_minutes_only():
    """Someone who opens a saved or forwarded page later gets a device of their own."""
    mine, token = device_for(token=None, idempotency_key="word")
    assert device_for(token=None, idempotency_key="word") == (mine, token) and device_of_page("word") == mine
    Device.objects.filter(pk=mine.pk).update(created_at=timezone.now() - SENT_TWICE)
    other, its_token = device_for(token=None, idempotency_key="word")
    assert other != mine and its_token != token and device_of_page("word") is None
    assert device_for(token=token, idempotency_key="word")[0] == mine
