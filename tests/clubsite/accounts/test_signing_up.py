"""Signing up for an account: signing up takes a minute, refusals are explained, and playing never needs an account."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
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
        ({"password2": "something else"}, "The two are not the same."),
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
