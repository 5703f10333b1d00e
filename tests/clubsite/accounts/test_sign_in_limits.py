"""Wrong passwords are counted on every page, by name and by address. Known browsers and links still get in."""

import threading
import time
from base64 import urlsafe_b64decode
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password
from django.contrib.auth.tokens import default_token_generator
from django.db import connections
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from clubsite.accounts import hashing
from clubsite.core import limits
from clubsite.core.limits import WRONG_OF_NAME
from clubsite.core.rate_limits import address_of
from clubsite.nights.models import Table
from clubsite.settings import base
from tests.kit.clocks import cache_time
from tests.kit.people import is_signed_in
from tests.servers import until

OF_NAME, OF_ADDRESS = limits.WRONG_OF_NAME.most, limits.WRONG_OF_ADDRESS.most
OF_BROWSER, OF_ACCOUNT = limits.WRONG_OF_BROWSER.most, limits.OWN_PASSWORD.most
NEW_ACCOUNTS, MAX_WRONG_TOKENS = limits.NEW_ACCOUNTS.most, limits.WRONG_TOKENS.most
RIGHT, NEW = "correct horse", "under the lantern"
HALL, HOME = "192.0.2.7", "198.51.100.3"


def sign_in(name: str, password: str, *, address: str = HALL, client: Client | None = None, **more):
    sent = {"username": name, "password": password}
    return (client or Client()).post("/login/", sent, REMOTE_ADDR=address, **more)


def shut_for_all(name: str):
    """Let a stranger in the hall use up the attempts allowed for the name and then those for the hall's address."""
    for number in range(OF_NAME + OF_ADDRESS):
        sign_in(name if number < OF_NAME else f"name{number}", "guess")
    assert sign_in(name, RIGHT).status_code == sign_in("cy", RIGHT).status_code == 429


def test_thirty_names_from_one_address_are_stopped_in_words(dee):
    answers = [sign_in(f"name{number}", "guess") for number in range(30)]
    assert [answer.status_code for answer in answers] == [200] * OF_ADDRESS + [429] * (30 - OF_ADDRESS)
    page = answers[-1].text
    assert "Too many wrong passwords have come from here" in page and "Try again in 15 minutes" in page
    assert 'name="password"' in page and 'value="name29"' in page, "The form, with the name that was typed"
    assert 0 < int(answers[-1]["Retry-After"]) <= 900
    assert sign_in("dee", RIGHT).status_code == 429, "The right one too, or guessing would go on"
    assert sign_in("dee", RIGHT, address=HOME).status_code == 302


def test_a_locked_name_is_locked_at_the_next_address(dee):
    for number in range(OF_NAME):
        assert sign_in("dee", "guess", address=f"192.0.2.{number}").status_code == 200
    for name in ("dee", "DEE"):
        refused = sign_in(name, RIGHT, address=HOME)
        assert refused.status_code == 429
        assert "for this name" in refused.text


def test_it_ends_after_a_quarter_of_an_hour(dee, monkeypatch):
    now = time.time()
    cache_time(monkeypatch, now)
    for _ in range(OF_NAME):
        sign_in("dee", "guess")
    cache_time(monkeypatch, now + 899)
    refused = sign_in("dee", RIGHT)
    assert refused.status_code == 429 and "Try again in a minute" in refused.text
    cache_time(monkeypatch, now + 901)
    assert sign_in("dee", RIGHT).status_code == 302


def test_a_known_browser_has_tries_of_its_own_and_gets_in_where_all_is_shut(dee, cy):
    laptop, desk = Client(), Client()
    for browser in (laptop, desk):
        sign_in("dee", RIGHT, client=browser)
        browser.post("/logout/")
    answers = [sign_in("dee", "guess", client=laptop).status_code for _ in range(OF_BROWSER + 1)]
    assert answers == [200] * OF_BROWSER + [429]
    assert sign_in("dee", RIGHT, client=laptop).status_code == 429
    assert sign_in("dee", RIGHT).status_code == 302, "They weigh neither on the name elsewhere nor on the address"
    shut_for_all("dee")
    assert sign_in("dee", RIGHT, client=desk).status_code == 302 and is_signed_in(desk)


def test_a_browser_is_known_by_its_own_names_only_and_by_no_invented_cookie(dee, cy):
    mine = Client()
    sign_in("cy", RIGHT, client=mine)
    names = urlsafe_b64decode(mine.cookies["known"].value.partition(":")[0] + "==")
    assert b'"cy"' not in names and mine.cookies["known"]["httponly"]
    mine.post("/logout/")
    shut_for_all("dee")
    assert sign_in("dee", RIGHT, client=mine).status_code == 429
    for forged in ("x", mine.cookies["known"].value + "x"):
        mine.cookies["known"] = forged
        assert sign_in("cy", RIGHT, client=mine).status_code == 429


def test_a_link_for_a_new_password_gets_in_when_name_and_address_are_shut(dee, cy):
    shut_for_all("dee")
    path = f"/forgotten/{urlsafe_base64_encode(force_bytes(dee.pk))}/{default_token_generator.make_token(dee)}/"
    phone = Client(REMOTE_ADDR=HALL)
    form = phone.get(path)["Location"]
    assert phone.post(form, {"new_password1": NEW, "new_password2": NEW}).status_code == 302
    assert sign_in("dee", NEW, client=phone).status_code == 302


def test_a_club_signs_in_behind_one_address_each_after_a_slip(db):
    """Forty people sign in during an evening, each after a slip. A correct sign-in leaves no trace of the slip."""
    for number in range(40):
        get_user_model().objects.create_user(f"member{number}", password=RIGHT)
    for number in range(40):
        phone = Client()
        assert sign_in(f"member{number}", "slip", client=phone).status_code == 200
        assert sign_in(f"member{number}", RIGHT, client=phone).status_code == 302


def test_one_s_own_account_takes_back_nobody_else_s_tries(dee, cy):
    for number in range(OF_ADDRESS - 1):
        sign_in(f"name{number}", "guess")
        assert sign_in("cy", RIGHT).status_code == 302
    assert sign_in("dee", "guess").status_code == 200
    assert sign_in("cy", RIGHT).status_code == 429


def test_forty_players_join_from_an_address_that_is_shut(night, dee, cy):
    shut_for_all("dee")
    code = Table.objects.filter(section__session=night.session).first().code
    for _ in range(40):
        assert Client(REMOTE_ADDR=HALL).get("/join/", {"code": code}).status_code == 302


def test_what_a_visitor_says_of_their_address_counts_for_nothing(dee):
    for number in range(OF_ADDRESS):
        sign_in(f"name{number}", "guess", HTTP_X_FORWARDED_FOR=f"203.0.113.{number}")
    assert sign_in("dee", RIGHT, HTTP_X_FORWARDED_FOR="203.0.113.99").status_code == 429


@pytest.mark.parametrize(
    ("given", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
    ],
)
def test_a_visitor_of_ipv6_is_counted_by_their_network(rf, given, counted):
    assert address_of(rf.get("/", REMOTE_ADDR=given)) == counted


def test_a_right_password_clears_the_count_of_its_name(dee):
    """Otherwise a whole evening's slips, each corrected at once, would eventually lock the name."""
    for _ in range(3):
        for _ in range(OF_NAME - 1):
            assert sign_in("dee", "guess").status_code == 200
        assert sign_in("dee", RIGHT).status_code == 302


def test_a_session_is_kept_for_whoever_has_just_made_an_account(db):
    phone = Client()
    phone.post("/signup/", {"username": "new", "password1": NEW, "password2": NEW})
    assert is_signed_in(phone) and phone.get("/account/").status_code == 200
    assert "known" in phone.cookies, "their browser has tries of its own from now on"


def test_whoever_finds_a_screen_signed_in_guesses_the_password_a_few_times_only(dee, director, settings):
    settings.MAIL_ON = True
    for number in range(OF_ACCOUNT):
        if number % 2:
            page = director.post("/account/", {"email": "thief@club.example", "password": "guess"})
        else:
            page = director.post("/account/password/", {"old_password": "guess"})
        assert "This is not the password of your account" in page.text
    typed = {"old_password": RIGHT, "new_password1": NEW, "new_password2": NEW}
    assert "Too many wrong passwords. Try again in 15 minutes" in director.post("/account/password/", typed).text
    page = director.post("/account/", {"email": "thief@club.example", "password": RIGHT})
    assert "Too many wrong passwords. Try again in" in page.text
    dee.refresh_from_db()
    assert dee.check_password(RIGHT) and dee.email == dee.email_wanted == ""


def test_fifteen_accounts_from_one_address_are_too_many(db):
    def sign_up(number, address):
        sent = {"username": f"new{number}", "password1": NEW, "password2": NEW}
        return Client().post("/signup/", sent, REMOTE_ADDR=address)

    answers = [sign_up(number, HALL) for number in range(15)]
    assert [a.status_code for a in answers] == [302] * NEW_ACCOUNTS + [429] * (15 - NEW_ACCOUNTS)
    page = answers[-1].text
    assert "Try again in 15 minutes. To play you need none." in page and 'value="new14"' in page
    assert int(answers[-1]["Retry-After"]) <= 900
    assert get_user_model().objects.count() == NEW_ACCOUNTS
    assert sign_up(20, HOME).status_code == 302


def test_tokens_that_open_nothing_are_counted_too(db, client):
    answers = [client.get("/api/v1/nights/", HTTP_AUTHORIZATION="Bearer club_x") for _ in range(MAX_WRONG_TOKENS + 1)]
    assert [answer.status_code for answer in answers] == [401] * MAX_WRONG_TOKENS + [429]
    assert int(answers[-1]["Retry-After"]) > 0


def test_a_name_in_another_spelling_has_no_tries_of_its_own(dee):
    """Otherwise each look-alike name would give as many more guesses at the same password."""
    for spelling in ["dee", "Dee", "DEE", "dеe", "deе", "dее", "DeE", "dEe"]:
        assert sign_in(spelling, "guess").status_code == 200
    assert sign_in("dee", RIGHT).status_code == 429


class Watched:
    """Django's hasher with two counters: how many hashes run at the same moment, and how many have run so far."""

    def __init__(self):
        self.lock = threading.Lock()
        self.go_on = threading.Event()
        self.now = self.most = self.all = 0

    def encode(self, hasher, password: str, salt: str, iterations: int | None = None) -> str:
        with self.lock:
            self.now, self.all = self.now + 1, self.all + 1
            self.most = max(self.most, self.now)
        self.go_on.wait(20)
        with self.lock:
            self.now -= 1
        return f"pbkdf2_sha256$600000${salt}${password}"


@pytest.fixture
def watched(settings, monkeypatch):
    settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
    seen = Watched()
    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", lambda self, *a, **k: seen.encode(self, *a, **k))
    yield seen
    seen.go_on.set()


def tries(count: int, name: str = "name{}") -> list[Any]:
    def attempt(number: int) -> int:
        sent = {"username": name.format(number), "password": "guess"}
        return Client().post("/login/", sent, REMOTE_ADDR=f"192.0.2.{number}").status_code

    return [lambda number=number: attempt(number) for number in range(count)]


@pytest.mark.django_db(transaction=True)
def test_of_thirty_wrong_sign_ins_at_once_two_are_hashed_at_once(watched, at_once):
    two = threading.Barrier(2)

    def wait(timeout):
        two.wait(timeout)
        time.sleep(0.005)  # in which a third would show up

    watched.go_on.wait = wait
    assert at_once(*tries(30)) == [200] * 30
    assert (watched.all, watched.most) == (30, site_settings.HASHES_AT_ONCE) == (30, 2)


@pytest.mark.django_db(transaction=True)
def test_at_one_name_many_at_once_are_no_more_tries_than_one_after_another(watched, at_once):
    watched.go_on.set()
    answers = at_once(*tries(30, "dee"))
    assert sorted(answers) == [200] * WRONG_OF_NAME.most + [429] * (30 - WRONG_OF_NAME.most)
    assert watched.all == WRONG_OF_NAME.most


@pytest.mark.django_db(transaction=True)
def test_a_page_answers_while_passwords_are_hashed_and_wait(watched, at_once, monkeypatch):
    """Two passwords are being hashed. Eight others wait without holding any of the process's ten pooled connections."""
    page: list[int] = []
    beside: list[int] = []
    waiting: list[int] = []
    turns = hashing._turns

    class Counted:
        def __enter__(self):
            assert all(c.connection is None for c in connections.all(initialized_only=True))
            waiting.append(1)
            turns.acquire()

        def __exit__(self, *_):
            turns.release()

    monkeypatch.setattr(hashing, "_turns", Counted())

    def meanwhile():
        until(lambda: watched.now == 2 and len(waiting) == 10, "two are hashed, and all wait", every=0.005)
        page.append(Client().get("/health/live").status_code)
        beside.append(watched.now)
        watched.go_on.set()

    assert at_once(*tries(10), meanwhile)[:10] == [200] * 10
    assert (page, beside) == ([200], [2])


def test_hashes_are_django_s_own(settings):
    before = make_password(RIGHT, hasher=PBKDF2PasswordHasher())
    settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
    assert check_password(RIGHT, before) and not check_password("guess", before)
    assert make_password(RIGHT).startswith("pbkdf2_sha256$600000$")
