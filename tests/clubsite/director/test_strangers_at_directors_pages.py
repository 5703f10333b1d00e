"""Access: strangers and other clubs' directors find no page, and anonymous users are sent to the sign-in page."""

import pytest
from django.contrib.auth import get_user_model
from django.template.loader import render_to_string
from django.test import Client

from clubsite.clubs.models import Role
from clubsite.clubs.services import club_create
from tests.kit.director_pages import every_url
from tests.kit.people import part


@pytest.fixture
def eve(db):
    """The director of another club."""
    user = get_user_model().objects.create_user("eve", password="correct horse")
    club_create(name="Harbour", slug="harbour", owner=user)
    return user


@pytest.fixture
def member(club):
    return part(club, "mem", Role.MEMBER)


@pytest.mark.parametrize("who", ["cy", "eve", "member"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_nothing_exists_for_a_stranger_or_a_member_who_does_not_direct(who, method, night, client, request):
    client.force_login(request.getfixturevalue(who))
    for name, url in every_url(night.session).items():
        assert getattr(client, method)(url).status_code == 404, name
    night.session.refresh_from_db()
    assert night.session.status == "running"


def test_the_unknown_go_to_the_login_page(night, client):
    for name, url in {**every_url(night.session), "index": "/director/", "new": "/director/new/"}.items():
        answer = client.get(url)
        assert (answer.status_code, answer.url.split("?")[0]) == (302, "/login/"), name


@pytest.mark.parametrize(
    ("came_from", "leads_to"),
    [("http://testserver/director/", "/director/"), ("https://elsewhere.example/director/", "/"), ("", "/")],
)
def test_what_was_sent_by_the_unknown_leads_back_to_its_page(came_from, leads_to, night, client):
    """The address that a button posts to may have no page, so after signing in the reader would see a blank page."""
    pause = f"/director/{night.session.public_id}/act/pause/"
    answer = client.post(pause, headers={"Referer": came_from})
    assert answer.url == f"/login/?next={leads_to}"


def test_another_clubs_director_sees_only_their_own_nights(night, eve, client):
    client.force_login(eve)
    assert night.session.public_id not in client.get("/director/").text
    answer = client.post("/director/new/", {"club": "lantern", "date": "2026-11-17", "players": 6})
    assert "club" in answer.context["form"].errors


def test_a_stranger_who_signs_in_is_told_what_to_do(cy, client):
    client.force_login(cy)
    assert "You do not direct any club" in client.get("/director/").text


def test_the_director_opens_every_page(night, director):
    found = {name: director.get(url).status_code for name, url in every_url(night.session).items()}
    assert set(found.values()) <= {200, 302, 404, 405}
    always = "monitor overview audit-log table codes ranking traveller devices repair projector".split()
    assert {found[name] for name in always} == {200}


def test_a_wrong_password_is_answered_in_words(dee, client):
    answer = client.post("/login/", {"username": "dee", "password": "wrong"})
    assert "do not belong together" in answer.text
    assert client.post("/login/", {"username": "dee", "password": "correct horse"}).status_code == 302


@pytest.mark.parametrize("page", ["404.html", "403.html", "403_csrf.html", "500.html", "413.html"])
def test_the_pages_of_misfortune_need_nothing_but_themselves(page):
    shown = render_to_string(page)
    assert "<h1>" in shown and 'href="/"' in shown


def test_a_forged_form_is_refused_in_words(dee, night):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(dee)
    answer = browser.post(f"/director/{night.session.public_id}/act/pause/")
    assert answer.status_code == 403 and "That was not accepted" in answer.text
    night.session.refresh_from_db()
    assert night.session.status == "running"
