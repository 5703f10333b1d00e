"""A club made in the browser: through the server's link on an empty site, or by sign-up if the site allows it."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.utils import timezone

from clubsite.clubs.invitations import setup_link_make
from clubsite.clubs.models import Club, Membership, Role, SetupLink
from clubsite.clubs.services import role_give
from clubsite.core.refused import Refused

SENT = {
    "name": " Harbour  Bridge ", "time_zone": "Europe/London", "username": "ruth",
    "password1": "rain-on-tiles", "password2": "rain-on-tiles",
}  # fmt: skip


def test_the_first_owner_comes_in_by_the_link_once_and_goes_on_to_the_first_night(client):
    path = setup_link_make()
    assert client.get(path).status_code == 200
    answer = client.post(path, SENT)
    assert (answer.status_code, answer.url) == (302, "/director/new/")
    club = Club.objects.get()
    assert (club.name, club.slug, club.time_zone) == ("Harbour Bridge", "harbour-bridge", "Europe/London")
    assert Membership.objects.get(club=club).role == Role.OWNER
    assert client.get("/director/new/").status_code == 200
    client.logout()
    again = {**SENT, "name": "Second", "username": "cy"}
    assert client.post(path, again).status_code == 410
    assert Club.objects.count() == 1 and get_user_model().objects.count() == 1


def test_the_link_is_kept_hashed_ends_after_a_day_and_with_the_next_one(client):
    old, path = setup_link_make(), setup_link_make()
    key = path.split("/")[2]
    link = SetupLink.objects.get()
    assert key not in link.key_hash
    assert client.get(old).status_code == 410
    SetupLink.objects.update(made_at=timezone.now() - timedelta(hours=25))
    assert client.get(path).status_code == 410


def test_the_command_prints_the_link_again_until_there_is_a_club(client, settings):
    settings.PUBLIC_URL = "https://club.example"
    out = StringIO()
    call_command("setup_link", stdout=out)
    path = re.search(r"https://club\.example(/new-club/\S+/)", out.getvalue())[1]
    client.post(path, SENT)
    out = StringIO()
    call_command("setup_link", stdout=out)
    assert "has a club" in out.getvalue()


def test_what_is_wrong_is_said_at_the_field_and_nothing_is_kept(client):
    answer = client.post(setup_link_make(), {**SENT, "name": "", "password2": "other"})
    assert answer.status_code == 422
    assert "The club needs a name." in answer.text and "The two passwords are not the same" in answer.text
    assert not Club.objects.exists() and not get_user_model().objects.exists()


def test_guessed_links_are_counted(client):
    setup_link_make()
    answers = [client.get("/new-club/guess/").status_code for _ in range(21)]
    assert answers == [410] * 20 + [429]


def test_further_clubs_only_where_the_site_allows_it(client, club, settings):
    assert client.post("/new-club/", SENT).status_code == 404
    settings.CLUB_SIGN_UP = True
    taken = client.post("/new-club/", {**SENT, "name": club.name.upper()})
    assert taken.status_code == 422 and "Another club" in taken.text
    assert not get_user_model().objects.filter(username="ruth").exists()
    assert client.post("/new-club/", SENT).status_code == 302
    assert Club.objects.count() == 2


def test_a_director_is_invited_by_a_link_that_works_once(client, club, dee, cy):
    client.force_login(dee)
    page = client.post(f"/clubs/{club.slug}/directors/invite/").text
    path = re.search(rf"/clubs/{club.slug}/directors/[^<\s/]+/", page)[0]
    client.force_login(cy)
    assert client.get(path).status_code == 200
    assert client.post(path).url == "/director/"
    assert Membership.objects.get(club=club, user=cy).role == Role.DIRECTOR
    client.force_login(get_user_model().objects.create_user("eve"))
    assert client.post(path).status_code == 410
    assert client.post(f"/clubs/{club.slug}/directors/invite/").status_code == 404


def test_a_director_s_link_ends_with_its_maker_s_ownership(client, club, dee, cy):
    Membership.objects.create(club=club, user=cy, role=Role.OWNER)
    client.force_login(cy)
    page = client.post(f"/clubs/{club.slug}/directors/invite/").text
    path = re.search(rf"/clubs/{club.slug}/directors/[^<\s/]+/", page)[0]
    role_give(club=club, maker=dee, user_id=cy.pk, role="member")
    assert client.get(path).status_code == 410


def test_an_owner_may_go_once_there_is_another(director, club, dee, cy):
    Membership.objects.create(club=club, user=cy)
    role_give(club=club, maker=dee, user_id=cy.pk, role="owner")
    gone = director.post(f"/clubs/{club.slug}/accounts/{dee.pk}/role/", {"role": "member"})
    assert gone.url == f"/clubs/{club.slug}/"
    assert Membership.objects.get(club=club, user=cy).role == Role.OWNER
    assert director.get(f"/clubs/{club.slug}/people/").status_code == 404


def test_a_director_gives_up_only_their_own_part(club, dee, cy):
    Membership.objects.create(club=club, user=cy, role=Role.DIRECTOR)
    with pytest.raises(Refused):
        role_give(club=club, maker=cy, user_id=cy.pk, role="owner")
    with pytest.raises(Refused):
        role_give(club=club, maker=cy, user_id=dee.pk, role="member")
    role_give(club=club, maker=cy, user_id=cy.pk, role="member")
    assert Membership.objects.get(club=club, user=cy).role == Role.MEMBER


def test_a_part_for_an_account_with_an_impossible_number_is_refused(club, director):
    page = director.post(f"/clubs/{club.slug}/accounts/{'9' * 25}/role/", {"role": "owner"}, follow=True)
    assert "Choose somebody with an account" in page.text
