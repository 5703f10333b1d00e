"""Wrong passwords are counted on every page, by name and by address. Known browsers and links still get in."""

import time
from base64 import urlsafe_b64decode

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from clubsite.core import limits
from clubsite.core.rate_limits import address_of
from clubsite.nights.models import Table
from tests.kit.clocks import cache_time
from tests.kit.people import is_signed_in

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


def test_a_director_gets_in_where_they_have_signed_in_before(dee, cy):
    laptop = Client()
    sign_in("dee", RIGHT, client=laptop)
    laptop.post("/logout/")
    shut_for_all("dee")
    assert sign_in("dee", RIGHT, client=laptop).status_code == 302 and is_signed_in(laptop)


def test_a_known_browser_has_tries_of_its_own_and_no_more(dee, cy):
    laptop = Client()
    sign_in("dee", RIGHT, client=laptop)
    laptop.post("/logout/")
    answers = [sign_in("dee", "guess", client=laptop).status_code for _ in range(OF_BROWSER + 1)]
    assert answers == [200] * OF_BROWSER + [429]
    assert sign_in("dee", RIGHT, client=laptop).status_code == 429
    assert sign_in("dee", RIGHT).status_code == 302, "They weigh neither on the name elsewhere nor on the address"


def test_a_browser_is_known_by_its_own_names_only_and_by_no_invented_cookie(dee, cy):
    mine = Client()
    sign_in("cy", RIGHT, client=mine)
    told = urlsafe_b64decode(mine.cookies["known"].value.partition(":")[0] + "==")
    assert b'"cy"' not in told and mine.cookies["known"]["httponly"]
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
    assert dee.check_password(RIGHT) and dee.email == ""


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
    asked = [client.get("/api/v1/nights/", HTTP_AUTHORIZATION="Bearer club_x") for _ in range(MAX_WRONG_TOKENS + 1)]
    assert [answer.status_code for answer in asked] == [401] * MAX_WRONG_TOKENS + [429]
    assert int(asked[-1]["Retry-After"]) > 0


def test_a_name_in_another_spelling_has_no_tries_of_its_own(dee):
    """Otherwise each look-alike name would give as many more guesses at the same password."""
    for spelling in ["dee", "Dee", "DEE", "dеe", "deе", "dее", "DeE", "dEe"]:
        assert sign_in(spelling, "guess").status_code == 200
    assert sign_in("dee", RIGHT).status_code == 429
