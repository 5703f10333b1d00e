"""Forgetting a person: the name disappears from everything that a club shows, including old results; figures stay."""

from contextlib import suppress
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Membership, Person
from clubsite.clubs.selectors import people_of
from clubsite.clubs.services import person_add, person_change
from clubsite.core.refused import Refused
from clubsite.nights.services.last_players import fill_from_last
from clubsite.privacy.services import person_forget
from clubsite.rankings.models import Publication
from tests.kit.people import another_director, signed_in
from tests.on_page import has_word, on_page


@pytest.fixture
def ann(published_night):
    """Ann, who has played in a session with published results, as North at table 1."""
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
    """The person's page was opened before a club owner made the site forget the person."""
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
    """The audit log also says that somebody was forgotten, but not who."""
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


def test_number_and_account_go_and_the_account_itself_stays(club, dee, cy):
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


def test_who_directs_is_not_forgotten_before_that_ends(club, dee):
    person = person_add(club=club, name="Dee")
    Person.objects.filter(pk=person.pk).update(user=dee)
    with pytest.raises(Refused, match="Dee directs the club"):
        person_forget(person=person, user=dee)
    person.refresh_from_db()
    assert person.name == "Dee"


def test_an_owner_is_asked_before_a_name_is_forgotten(club, director):
    """A director who is not an owner cannot forget anybody."""
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


# ---- the command


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
    one, two = (person_add(club=club, name="Ruth") for _ in range(2))
    for where, whom, words in (
        ("lantern", "Ruth", f"2 people of the club are Ruth(.|\n)*#{one.pk} Ruth"),
        ("lantern", "Nobody", "0 people of the club are Nobody"),
        ("nowhere", "Ruth", "no club with the address"),
    ):
        with pytest.raises(CommandError, match=words):
            forget(where, whom)
    forget("lantern", f"#{two.pk}")
    assert list(people_of(club)) == [one]
