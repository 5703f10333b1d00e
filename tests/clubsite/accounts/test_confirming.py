"""Confirming who one is before an act of weight: it holds for a quarter of an hour (docs/decisions/067)."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from clubsite.accounts.second_factor.confirming import CONFIRMED, CONFIRMED_SECONDS
from clubsite.clubs.models import Membership, Person, Role
from clubsite.clubs.services import person_add
from tests.kit.codes import code_of, with_app, wrong_code_of
from tests.kit.nights import draft_night
from tests.on_page import on_page


@pytest.fixture
def later(director):
    """The director's browser, a quarter of an hour after the sign-in."""
    session = director.session
    session[CONFIRMED] -= CONFIRMED_SECONDS + 1
    session.save()
    return director


def role_address(club, user):
    return f"/clubs/{club.slug}/accounts/{user.pk}/role/"


def role_of(club, user):
    return Membership.objects.get(club=club, user=user).role


@pytest.fixture
def member(club, cy):
    Membership.objects.create(club=club, user=cy, role=Role.MEMBER)
    return cy


def test_nobody_is_asked_just_after_signing_in(club, director, member):
    assert director.post(role_address(club, member), {"role": Role.DIRECTOR}).status_code == 302
    assert role_of(club, member) == Role.DIRECTOR


def test_a_role_is_given_only_after_the_password_and_without_typing_the_form_again(club, later, member):
    address = role_address(club, member)
    asked = later.post(address, {"role": Role.DIRECTOR})
    assert "Is it you?" in on_page(asked.text) and role_of(club, member) == Role.MEMBER
    assert ("role", "director") in asked.context["carried"]
    wrong = later.post(address, {"role": Role.DIRECTOR, "confirm_password": "a wrong horse"})
    assert wrong.status_code == 422 and role_of(club, member) == Role.MEMBER
    later.post(address, {"role": Role.DIRECTOR, "confirm_password": "correct horse"})
    assert role_of(club, member) == Role.DIRECTOR
    later.post(address, {"role": Role.MEMBER})
    assert role_of(club, member) == Role.MEMBER, "it holds for some minutes"


def test_somebody_with_an_app_is_asked_for_its_code_and_not_for_the_password(club, later, dee, member):
    with_app(dee)
    address = role_address(club, member)
    later.post(address, {"role": Role.DIRECTOR, "confirm_password": "correct horse"})
    later.post(address, {"role": Role.DIRECTOR, "confirm_code": wrong_code_of(dee)})
    assert role_of(club, member) == Role.MEMBER
    later.post(address, {"role": Role.DIRECTOR, "confirm_code": code_of(dee)})
    assert role_of(club, member) == Role.DIRECTOR


def test_the_question_before_a_page_does_not_carry_out_its_act(club, later):
    """The question is sent as a POST, and a POST to the page that follows it would forget the person."""
    person = person_add(club=club, name="Flo")
    address = f"/clubs/lantern/people/{person.pk}/forget/"
    assert "Is it you?" in on_page(later.get(address).text)
    answered = later.post(address, {"confirm_back": "1", "confirm_password": "correct horse"})
    assert answered["Location"] == address
    assert later.post(address, {"confirm_back": "1"})["Location"] == address
    assert Person.objects.get(pk=person.pk).forgotten_at is None
    assert "Forget Flo?" in on_page(later.get(address).text)


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("/clubs/lantern/directors/invite/", {}),
        ("/clubs/lantern/programs/", {"name": "wall", "may": "read"}),
        ("/account/delete/", {"left": "nothing", "password": "correct horse"}),
        ("/account/second-factor/app/", {}),
        ("/account/second-factor/app/remove/", {}),
        ("/account/second-factor/passkey/", {}),
    ],
)
def test_every_act_of_weight_asks(club, later, address, sent):
    assert "Is it you?" in on_page(later.post(address, sent).text)


def test_files_of_cards_ask(club, dee, later):
    night = draft_night(club, dee).public_id
    cards = f"/director/{night}/files/cards/"
    assert "Is it you?" in on_page(later.post(cards, {"boards": "1", "form": "pbn"}).text)
    bridgemates = f"/director/{night}/files/bridgemates/"
    assert "Is it you?" in on_page(later.post(bridgemates, {"computer": "clubpc", "hands": "on"}).text)


def test_keepers_are_asked_in_the_admin_site(later, dee):
    get_user_model().objects.filter(pk=dee.pk).update(is_staff=True, is_superuser=True)
    assert "Is it you?" in on_page(later.get("/admin/").text)
    later.post("/admin/", {"confirm_back": "1", "confirm_password": "correct horse"})
    assert "Site administration" in on_page(later.get("/admin/").text)


def test_a_stranger_is_sent_to_sign_in_and_not_asked(club, member):
    assert Client().post(role_address(club, member))["Location"].startswith("/login/")


def test_who_may_not_do_it_is_refused_before_being_asked(club, member):
    client = Client()
    client.force_login(member)
    session = client.session
    session[CONFIRMED] = 0
    session.save()
    assert client.get("/clubs/lantern/people/1/forget/", follow=True).status_code in (200, 404)
    assert "Is it you?" not in on_page(client.post("/clubs/lantern/directors/999/let-in/").text)
