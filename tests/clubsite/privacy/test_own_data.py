"""Personal data: a download, a correction that is requested and answered, and an account that its holder deletes."""

import json
from contextlib import suppress
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from clubsite.accounts.models import Device, User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import ApiToken, AuditEntry, CorrectionRequest, Membership, Person, Role
from clubsite.clubs.selectors import people_of
from clubsite.clubs.services import club_create, person_add, person_change, token_make
from clubsite.core.data_map import Subject, gathered
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token
from clubsite.nights.models import ContestantPerson
from clubsite.nights.services.last_players import fill_from_last
from clubsite.play.models import SeatTicket
from clubsite.practice.models import DailyProblem, DailyTry
from clubsite.privacy.services import MOST_OPEN, Left, account_delete, correction_ask, person_forget
from clubsite.rankings.models import Publication
from tests.kit.people import another_director, signed_in
from tests.on_page import has_word, on_page

PARTS = {
    "account", "second_step", "signed_in", "people", "parts", "consents", "corrections", "audit", "sessions", "events",
    "looks", "words", "blocks", "reports", "rating", "match_rating", "seats", "plays", "results", "points",
    "given_away", "daily", "matches", "said", "mail", "coming", "puzzles",
}  # fmt: skip


@pytest.fixture
def bo(published_night, cy):
    """South number 1 in a published session, who signs in as Cy and has an email address."""
    person: Person = ContestantPerson.objects.get(contestant=published_night.contestant(1)).person
    person.name, person.number, person.user = "Bo Quillfeather", "41", cy
    person.save()
    cy.email, cy.first_name = "bo@example.com", "Bo"
    cy.save()
    Membership.objects.create(club=person.club, user=cy)
    return person


def test_the_file_has_every_part_and_nobody_else(bo, cy, client):
    client.force_login(cy)
    answer = client.get("/account/about-me/data.json")
    data = json.loads(answer.content)
    assert set(data) == PARTS, "a part that is new: name it here, and in docs/privacy.md"
    assert answer["Content-Disposition"] == 'attachment; filename="about-me.json"'
    assert "no-store" in answer["Cache-Control"]
    assert data["account"]["rows"][0]["e-mail address"] == "bo@example.com"
    assert data["people"]["rows"][0]["name"] == "Bo Quillfeather"
    assert [row["night"] for row in data["sessions"]["rows"]] == ["Tuesday"]
    assert data["results"]["rows"][0]["place"] == "1"
    assert len(data["seats"]["rows"]) == 1
    text = answer.text
    assert not any(f'"{name}"' in text for name in ("Ann", "Flo", "Gus", "Hal", "Ivy", "dee"))
    assert "password" not in json.dumps(data["account"]["rows"]) and cy.password not in text
    page = client.get("/account/about-me/").text
    parts = {key: client.get(f"/account/about-me/{key}/").text for key in PARTS}
    assert all(f'href="/account/about-me/{key}/"' in page for key in PARTS)
    assert "bo@example.com" in parts["account"] and "Tuesday" in parts["results"] and "Nothing." in parts["daily"]
    assert client.get("/account/about-me/secrets/").status_code == 404


def test_calls_and_cards_are_those_of_boards_that_are_over(night, cy, play_out, open_boards, dee):
    """SOLO-31: the download contains nothing about a session in play, not even the player's own cards on paper."""
    person = ContestantPerson.objects.get(contestant=night.contestant(1)).person
    play_out(next(row for row in open_boards() if row.ns.number == 1))
    plays = next(part for part in gathered(Subject(None, (person.pk,))) if part.part.key == "plays")
    assert plays.rows == []


def test_a_director_hands_it_over_to_who_has_no_account(bo, dee, cy, client):
    path = f"/clubs/lantern/people/{bo.pk}/data"
    client.force_login(cy)
    assert {client.get(path + end).status_code for end in ("/", ".json")} == {404}
    client.force_login(dee)
    assert "Bo Quillfeather" in client.get(path + "/").text
    data = json.loads(client.get(path + ".json").content)
    assert data["people"]["rows"][0]["number"] == "41" and "account" not in data


def test_a_correction_is_asked_for_at_the_results_and_answered_once(bo, cy, dee):
    session = ContestantPerson.objects.get(person=bo).contestant.section.session
    page, player, director = f"/results/{session.public_id}/correction/", Client(), Client()
    player.force_login(cy)
    director.force_login(dee)
    assert "Write what is wrong" in player.post(page, {"text": "  "}).text
    for _ in range(2):  # pressed twice
        assert player.post(page, {"text": "Board 2 was 3NT made"}).status_code == 302
    (request,) = CorrectionRequest.objects.all()
    assert request.person == bo and request.session == session
    assert "1 request for a correction" in director.get("/director/").text
    assert "Board 2 was 3NT made" in director.get("/clubs/lantern/people/").text
    answer = f"/clubs/lantern/requests/{request.pk}/"
    assert player.post(answer, {"text": "Yes"}).status_code == 404
    director.post(answer, {"text": ""})
    director.post(answer, {"text": "Put right, see the ranking"})
    director.post(answer, {"text": "Another answer"})
    for where in (page, "/account/about-me/"):
        text = player.get(where).text
        assert "Put right, see the ranking" in text and "Another answer" not in text
    assert "request for a correction" not in director.get("/director/").text


def test_the_device_of_the_seat_asks_without_an_account_and_no_stranger_can(published_night):
    page = f"/results/{published_night.session.public_id}/correction/"
    Device.objects.filter(pk=published_night.tickets[4].device_id).update(token_hash=hash_token("seat"))
    stranger, seat = Client(), Client()
    seat.cookies["device"] = "seat"
    assert "What is wrong, Ann" in seat.get(page).text
    assert seat.post(page, {"text": "Board 1"}).status_code == 302
    assert "This page is for who played" in stranger.get(page).text
    stranger.post(page, {"text": "Board 1"})
    assert [request.person.name for request in CorrectionRequest.objects.all()] == ["Ann"]


def test_too_many_open_requests_are_refused(club):
    person = person_add(club=club, name="Ann")
    for number in range(MOST_OPEN):
        correction_ask(person=person, text=f"Wrong {number}")
    with pytest.raises(Refused, match="in person"):
        correction_ask(person=person, text="Wrong again")


@pytest.mark.parametrize(("left", "called"), [(Left.NOTHING, "A former player"), (Left.INITIALS, "B. Q.")])
def test_an_account_is_deleted_and_results_stay(bo, cy, dee, left, called):
    session = ContestantPerson.objects.get(person=bo).contestant.section.session
    problem = DailyProblem.objects.create(date="2026-11-20", setup={}, solution={}, level="easy", found=1, tried=1)
    ticket = SeatTicket.objects.get(seat=ContestantPerson.objects.get(person=bo).contestant_id)
    DailyTry.objects.create(problem=problem, device=ticket.device, user=cy)
    correction_ask(person=bo, text="I am Bo Quillfeather of 12 Elm Road")
    browser, elsewhere = Client(), Client()
    for client in (browser, elsewhere):
        client.force_login(cy)
    wrong = browser.post("/account/delete/", {"left": left, "password": "wrong"})
    assert wrong.status_code == 422 and User.objects.filter(username="cy").exists()
    assert browser.post("/account/delete/", {"left": left, "password": "correct horse"}).status_code == 302

    user = User.objects.get(pk=cy.pk)
    assert user.username.startswith("deleted-") and not user.is_active and not user.has_usable_password()
    assert (user.email, user.first_name, user.last_name) == ("", "", "")
    assert elsewhere.get("/account/").status_code == 302, "signed out everywhere"
    assert not Client().login(username="cy", password="correct horse")
    assert not Membership.objects.filter(user=cy).exists() and not CorrectionRequest.objects.exists()
    assert DailyTry.objects.get().user is None
    ticket.refresh_from_db()
    assert ticket.device.label == "not kept" and ticket.revoked_at
    bo.refresh_from_db()
    assert (bo.name, bo.number, bo.user) == (called, "", None)
    director = signed_in(dee)
    ranking = director.get(f"/results/{session.public_id}/").text
    assert called in ranking and "Quillfeather" not in ranking
    line = AuditEntry.objects.get(action=AuditAction.ACCOUNT_DELETED)
    assert (line.about, line.actor, line.user) == (f"person {bo.pk}", "A former member", None)


def test_the_last_owner_and_the_keeper_of_the_site_stay(club, dee, cy, director):
    assert "only owner of Lantern Street" in director.get("/account/delete/").text
    with pytest.raises(Refused, match="only owner of Lantern Street"):
        account_delete(user=dee, left=Left.NOTHING)
    cy.is_staff = True
    cy.save()
    with pytest.raises(Refused, match="keeps the site"):
        account_delete(user=cy, left=Left.NOTHING)
    cy.is_staff = False
    cy.save()
    Membership.objects.create(club=club, user=cy, role=Role.OWNER)
    account_delete(user=dee, left=Left.NOTHING)
    assert [membership.user for membership in Membership.objects.filter(club=club)] == [cy]


def test_a_director_s_tokens_end_with_the_account_in_all_clubs(club, dee, cy):
    other = club_create(name="Harbour", slug="harbour", owner=dee)
    for any_club in (club, other):
        Membership.objects.create(club=any_club, user=cy, role=Role.DIRECTOR)
        token_make(club=any_club, user=cy, name="Reader", write=False)
        Person.objects.create(club=any_club, name="Cy Vale", user=cy)
    account_delete(user=cy, left=Left.NOTHING)
    assert not ApiToken.objects.exists()
    assert set(Person.objects.values_list("name", flat=True)) == {"A former player"}


@pytest.fixture
def ann(published_night):
    return Person.objects.get(name="Ann")


def shown(client: Client, public_id: str) -> str:
    """Return everything public about a session, including the API's answer about it."""
    addresses = (
        f"/results/{public_id}/",
        f"/results/{public_id}/boards/",
        f"/results/{public_id}/board/1/",
        f"/results/{public_id}/files/ranking.csv",
        f"/api/v1/sessions/{public_id}/ranking/",
        f"/api/v1/sessions/{public_id}/travellers/",
        "/",
    )
    answers = [client.get(address) for address in addresses]
    assert {answer.status_code for answer in answers} == {200}
    return "".join(on_page(b"".join(answer).decode()) for answer in answers)


def test_a_name_goes_out_of_every_published_list_and_the_figures_stay(published_night, ann, dee, client):
    public_id = published_night.session.public_id
    before, kept = shown(client, public_id), Publication.objects.values_list("payload", flat=True).get()
    assert "Ann" in before
    person_forget(person=ann, user=dee)
    after = shown(client, public_id)
    assert not has_word(after, "Ann") and "A former player" in after
    assert after.replace("A former player", "Ann").count("Ann") == before.count("Ann")
    assert Publication.objects.values_list("payload", flat=True).get() == kept


def test_a_name_put_right_in_another_tab_does_not_come_back(club, dee, client):
    gus = person_add(club=club, name="Gus", number="7")
    person_forget(person=Person.objects.get(pk=gus.pk), user=dee)
    with pytest.raises(Refused, match="given up for good"):
        person_change(person=gus, name="Gustav", number="7", member=True, user=dee)
    gus.refresh_from_db()
    assert (gus.name, gus.number) == ("A former player", "")


@pytest.mark.django_db(transaction=True)
def test_of_a_change_and_a_wish_to_be_forgotten_in_the_same_moment_forgetting_has_the_last_word(club, dee, at_once):
    gus = person_add(club=club, name="Gus")

    def change():
        with suppress(Refused):
            person_change(person=gus, name="Gustav", number="", member=True, user=dee)

    at_once(*[change] * 3, lambda: person_forget(person=gus, user=dee))
    assert at_once(lambda: Person.objects.get(pk=gus.pk).name) == ["A former player"]


def test_a_forgotten_person_is_on_no_list_to_choose_from(published_night, ann, dee, make_night):
    person_forget(person=ann, user=dee)
    person_forget(person=ann, user=dee)
    line = AuditEntry.objects.get(action=AuditAction.PERSON_FORGOTTEN)
    assert (line.actor, line.about) == ("dee", f"person {ann.pk}")
    assert ann not in people_of(ann.club)
    coming = make_night(start=False).session
    for contestant in coming.sections.get().contestants.all():
        contestant.persons.all().delete()
    fill_from_last(session=coming, user=dee)
    named = Person.objects.filter(entered__contestant__section__session=coming)
    assert {person.name for person in named} == {"Bo", "Flo", "Gus", "Hal", "Ivy"}


def test_number_and_account_go_and_the_account_itself_stays_and_who_directs_is_not_forgotten(club, dee, cy):
    person = person_add(club=club, name="Ruth Ashdown", number="17")
    Person.objects.filter(pk=person.pk).update(user=cy)
    Membership.objects.create(club=club, user=cy)
    person_forget(person=person, user=dee)
    person.refresh_from_db()
    assert (person.name, person.number, person.user) == ("A former player", "", None)
    assert not Membership.objects.filter(user=cy).exists()
    cy.refresh_from_db()
    assert cy.is_active
    assert person_add(club=club, name="Mo", number="17").number == "17"  # free for somebody else
    person = person_add(club=club, name="Dee")
    Person.objects.filter(pk=person.pk).update(user=dee)
    with pytest.raises(Refused, match="Dee directs the club"):
        person_forget(person=person, user=dee)
    person.refresh_from_db()
    assert person.name == "Dee"


def test_an_owner_is_asked_before_a_name_is_forgotten(club, director):
    person = person_add(club=club, name="Ruth Ashdown", guest=True)
    form = f"/clubs/lantern/people/{person.pk}/forget/"
    other = signed_in(another_director(club, "don"))
    assert "Forget this name" not in other.get(f"/clubs/lantern/people/{person.pk}/").text
    assert other.post(form).status_code == 404
    page = director.get(form).text
    assert "Forget Ruth Ashdown?" in page and "It cannot be taken back" in page
    person.refresh_from_db()
    assert person.forgotten_at is None
    director.post(form)
    person.refresh_from_db()
    assert person.name == "A guest"
    assert director.get(form).status_code == 404


def forget(*arguments: str) -> str:
    out = StringIO()
    call_command("forget", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("called", ["ruth ashdown", "17"])
def test_the_command_takes_a_name_or_a_number(club, called):
    person = person_add(club=club, name="Ruth Ashdown", number="17")
    assert "The name is deleted" in forget("lantern", called)
    person.refresh_from_db()
    assert person.name == "A former player"
    assert AuditEntry.objects.get().actor == "the site"


def test_of_two_of_one_name_the_command_asks_which(club):
    first, two = (person_add(club=club, name="Ruth") for _ in range(2))
    for where, whom, words in (
        ("lantern", "Ruth", f"2 people of the club are Ruth(.|\n)*#{first.pk} Ruth"),
        ("lantern", "Nobody", "0 people of the club are Nobody"),
        ("nowhere", "Ruth", "no club with the address"),
    ):
        with pytest.raises(CommandError, match=words):
            forget(where, whom)
    forget("lantern", f"#{two.pk}")
    assert list(people_of(club)) == [first]
