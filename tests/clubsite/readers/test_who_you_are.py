"""Who "you" are: identified by account, seat in the session or "this is me" on the device, but never by IP address."""

import re
from typing import Any

import pytest
from django.test import Client

from clubsite.accounts.models import Device, User
from clubsite.clubs.models import AuditEntry, Club, Membership, Person
from clubsite.core.tokens import hash_token
from clubsite.play.models import SeatTicket
from clubsite.privacy.services import person_forget
from clubsite.readers.models import DevicePerson, JoinRequest
from clubsite.readers.services import device_person_clear, device_person_set
from clubsite.readers.visitor import KnownBy, Visitor
from clubsite.season.services.standings import ladder_save, points_save
from tests.kit.aged import forget
from tests.kit.pages import text_of
from tests.kit.people import signed_in

MARK = 'class="tag you"'


@pytest.fixture
def seated(published_night: Any, client: Client) -> Client:
    client.cookies["device"] = f"device of {published_night.contestant(2).pk}"
    return client


def person(name: str) -> Person:
    return Person.objects.get(name=name)


def account(name: str, of: Person | None = None) -> User:
    user = User.objects.create_user(name, password="x")
    if of is not None:
        Person.objects.filter(pk=of.pk).update(user=user)
    return user


def say(client: Client, person: Person) -> Any:
    return client.post(f"/clubs/lantern/me/{person.pk}/")


def test_the_seat_held_that_night_and_no_address_marks_every_page_of_it(published_night, seated):
    at = f"/results/{published_night.session.public_id}"
    ranking = seated.get(f"{at}/").text
    assert 'class="pin"' in ranking and ranking.count(MARK) == 1
    assert "You scored +90 as South: second of three, 2 of 4 match points, 50.00 %" in text_of(seated, f"{at}/board/1/")
    assert seated.get(f"{at}/board/1/").text.count(MARK) == 1
    assert '<th scope="col" class="num">You</th>' in seated.get(f"{at}/boards/").text
    assert "<h1>Your night</h1>" in seated.get(f"{at}/player/2/").text
    assert "Your night" not in seated.get(f"{at}/player/1/").text
    body = Client().get(f"{at}/?me=2").text
    assert 'class="pin"' not in body and MARK not in body and "?me=" not in body


def test_seasons_lists_mark_the_person_of_the_seat(published_night, seated, club, dee):
    since = published_night.session.date
    ladder_save(club=club, user=dee, rules={"minimum": 1}, since=since)
    points_save(club=club, user=dee, scheme="abf_club_e", since=since)
    for page in ("ladder/", "season/"):
        assert MARK in seated.get(f"/clubs/lantern/{page}").text, page
        assert MARK not in Client().get(f"/clubs/lantern/{page}").text, page


def test_this_is_me_on_a_device_can_be_said_and_taken_back(published_night, client):
    at, bo = f"/results/{published_night.session.public_id}/", person("Bo")
    card = client.get(f"{at}player/1/").text
    assert f'href="/clubs/lantern/me/{bo.pk}/"' in card and "This is me" in card
    assert "Are you Bo?" in text_of(client, f"/clubs/lantern/me/{bo.pk}/")
    assert MARK not in client.get(at).text
    assert say(client, bo).url == "/me/"
    assert client.get(at).text.count(MARK) == 1
    assert "Bo you" in text_of(client, "/me/")
    client.post("/clubs/lantern/me/not/")
    assert MARK not in client.get(at).text
    assert "Who are you here?" in text_of(client, "/me/")


def test_not_me_holds_for_the_seats_so_far_and_a_new_one_counts_again(published_night, club):
    ticket, flo = published_night.tickets[2], person("Flo")
    device, session = ticket.device, published_night.session
    assert Visitor(None, device).at(club, session).known_by == KnownBy.SEAT
    device_person_clear(device=device, club=club)
    assert Visitor(None, device).at(club, session).person is None
    device_person_set(device=device, person=person("Bo"))
    assert Visitor(None, device).at(club, session).person == person("Bo")
    again = SeatTicket.objects.get(pk=ticket.pk)
    again.pk, again.public_id, again.created_at = None, "another", None
    SeatTicket.objects.filter(pk=ticket.pk).delete()
    again.save()
    device = Device.objects.get(pk=device.pk)
    assert Visitor(None, device).at(club, session).person == flo


def test_an_account_of_the_person_goes_before_what_the_device_says(published_night, seated, club):
    seated.force_login(account("bo", person("Bo")))
    body = seated.get(f"/results/{published_night.session.public_id}/").text
    assert body.count(MARK) == 1 and re.search(r"<strong>\s*Bo\b", body)


def test_a_seat_of_two_says_nothing_of_one_person(published_night, club):
    contestant = published_night.contestant(2)
    contestant.persons.create(person=person("Gus"), from_round=2)
    viewer = Visitor(None, published_night.tickets[2].device).at(club, published_night.session)
    assert (viewer.person, viewer.contestant) == (None, contestant.pk)
    assert Visitor(None, published_night.tickets[2].device).at(club).person is None


def test_only_names_in_published_results_can_be_asked_for(published_night, client, club):
    quiet = Person.objects.create(club=club, name="Quiet Member")
    for url in (f"/clubs/lantern/me/{quiet.pk}/", "/clubs/lantern/me/999999/", "/clubs/none/me/1/"):
        assert client.get(url).status_code == 404
    assert say(client, quiet).status_code == 404 and not DevicePerson.objects.exists()


def test_a_device_that_says_a_name_learns_nothing_that_is_not_public(night, published_night, dee, make_night, client):
    """Choosing "this is me" for Bo does not reveal that there will be results of the session Bo is playing in."""
    say(client, person("Bo"))
    running = make_night(seed="later", date=night.session.date)
    assert client.get(f"/results/{running.session.public_id}/").status_code == 404
    assert running.session.public_id not in client.get("/me/").text
    client.cookies["device"] = f"device of {running.contestant(1).pk}"
    assert running.session.public_id in client.get("/me/").text


def test_who_was_forgotten_is_nobodys_you(published_night, client, dee):
    bo = person("Bo")
    say(client, bo)
    person_forget(person=bo, user=dee)
    assert MARK not in client.get(f"/results/{published_night.session.public_id}/").text
    assert client.get(f"/clubs/lantern/me/{bo.pk}/").status_code == 404
    assert forget("said", published_night.session.created_at) == 1
    assert not DevicePerson.objects.exists()


def test_a_stranger_who_says_a_name_reads_of_it_what_strangers_read(published_night, client, club):
    flo, at = person("Flo"), f"/results/{published_night.session.public_id}/"
    Person.objects.filter(pk=flo.pk).update(name="Flora Finch", agreed=False)
    Club.objects.filter(pk=club.pk).update(names_for="agreed")
    say(client, flo)
    for url in ("/me/", f"/clubs/lantern/me/{flo.pk}/", f"{at}player/2/"):
        body = client.get(url).text
        assert "F. F." in body and "Flora" not in body, url
    Person.objects.filter(pk=flo.pk).update(shown_as="hidden")
    assert client.get(f"/clubs/lantern/me/{flo.pk}/").status_code == 404
    assert f"/me/{flo.pk}/" not in client.get(f"{at}player/2/").text
    assert MARK not in client.get(at).text
    Person.objects.filter(pk=flo.pk).update(shown_as="club")
    Club.objects.filter(pk=club.pk).update(results_for="members")
    assert "50.00" not in client.get("/me/").text
    assert client.get(f"/clubs/lantern/me/{flo.pk}/").status_code == 403


def test_an_account_is_joined_to_a_name_only_when_a_director_says_so(published_night, client, dee, club):
    flo, user = person("Flo"), account("flo")
    Person.objects.filter(pk=flo.pk).update(guest=False)
    client.force_login(user)
    client.post(f"/clubs/lantern/me/{flo.pk}/ask/")
    assert person("Flo").user is None and not Membership.objects.filter(user=user).exists()
    assert "has been asked" in text_of(client, f"/clubs/lantern/me/{flo.pk}/")
    assert client.get("/clubs/lantern/people/asked/").status_code == 404
    director = signed_in(dee)
    assert "flo says that they are Flo" in text_of(director, "/clubs/lantern/people/asked/")
    request = JoinRequest.objects.get()
    director.post("/clubs/lantern/people/asked/", {"request": request.pk, "grant": ""})
    assert person("Flo").user == user and Membership.objects.filter(user=user, club=club).exists()
    assert AuditEntry.objects.filter(action="account_joined", user=dee, detail__account="flo").exists()
    assert "Flo you" in text_of(client, "/me/")
    client.post("/clubs/lantern/me/not/")
    assert person("Flo").user is None


def test_a_request_is_refused_or_taken_back_and_never_takes_a_name_that_is_taken(published_night, client, dee):
    Person.objects.update(guest=False)
    flo, user = person("Flo"), account("flo")
    client.force_login(user)
    client.post(f"/clubs/lantern/me/{flo.pk}/ask/")
    client.post(f"/clubs/lantern/me/{flo.pk}/ask/", {"withdraw": ""})
    assert not JoinRequest.objects.exists()
    client.post(f"/clubs/lantern/me/{flo.pk}/ask/")
    request = JoinRequest.objects.get()
    director = signed_in(dee)
    account("other", flo)
    answer = director.post("/clubs/lantern/people/asked/", {"request": request.pk, "grant": ""}, follow=True)
    assert "has an account already" in answer.text
    director.post("/clubs/lantern/people/asked/", {"request": request.pk, "refuse": ""})
    assert not JoinRequest.objects.exists() and person("Flo").user.username == "other"
    client.post(f"/clubs/lantern/me/{flo.pk}/ask/")
    assert not JoinRequest.objects.exists()


def test_your_own_page_opens_on_the_last_night_across_clubs(published_night, client, seated):
    text = text_of(seated, "/me/")
    assert "2 Flo of 3" in text and "50.00 %" in text
    assert f"/results/{published_night.session.public_id}/player/2/" in seated.get("/me/").text
    empty = text_of(Client(), "/me/")
    assert "Who are you here?" in empty and "This is me" in empty
    assert "no-store" in seated.get("/me/")["Cache-Control"]
    assert Device.objects.filter(token_hash=hash_token("x")).count() == 0


@pytest.mark.parametrize("number", ["", "x", "²", "-1", "9" * 25, "1\0"])
def test_an_answer_to_a_request_that_cannot_be_is_404(club, director, number):
    assert director.post("/clubs/lantern/people/asked/", {"request": number, "grant": "1"}).status_code == 404
