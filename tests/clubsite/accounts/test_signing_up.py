"""Signing up takes a minute, every refusal is explained, and nobody needs an account in order to play."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

GOOD = {"username": "rosa", "password1": "under the lantern", "password2": "under the lantern"}


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


def test_signing_in_with_nothing_typed_says_what_to_type(client):
    page = client.post("/login/", {"username": "", "password": ""}).text
    assert "Type the name." in page and "Type the password." in page


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
