"""Links for members who have forgotten a password: who may make them for whom, and when they expire (decision 026)."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.forms import ClubForm
from clubsite.clubs.invitations import invitation_make, password_link_make, password_link_refusal
from clubsite.clubs.models import AuditEntry, ClubLink, Membership, Person, Role
from clubsite.clubs.selectors import directs
from clubsite.clubs.services import club_create, person_add
from clubsite.core.refused import Refused
from tests.kit.people import signed_in, user_make

NEW = {"new_password1": "under the lantern", "new_password2": "under the lantern"}


def part(club, user, role: Role = Role.MEMBER):
    Membership.objects.create(club=club, user=user, role=role)
    return user


@pytest.fixture
def ann(club):
    """A member of the club with an account."""
    return part(club, user_make("ann"))


@pytest.fixture
def don(club):
    """A director who is not an owner. Dee owns the club."""
    return part(club, user_make("don"), Role.DIRECTOR)


@pytest.fixture
def quay(db):
    """Another club, with its own owner."""
    return club_create(name="Quay Street", slug="quay", owner=user_make("quentin"))


@pytest.fixture
def people(club, quay, dee, don, ann, cy):
    """Everyone by name: Dee and Olga own the club, Don and Eve direct it, Ann and Bo are members, Cy is a stranger."""
    olga, eve = part(club, user_make("olga"), Role.OWNER), part(club, user_make("eve"), Role.DIRECTOR)
    bo, kim = part(club, user_make("bo")), part(quay, user_make("kim"))
    return {user.username: user for user in (dee, olga, don, eve, ann, bo, cy, kim)}


@pytest.mark.parametrize(
    ("maker", "member", "may"),
    [("don", "ann", True), ("dee", "ann", True), ("dee", "don", True), ("ann", "bo", False), ("don", "eve", False),
     ("don", "dee", False), ("dee", "olga", False), ("don", "cy", False), ("don", "kim", False)],
)  # fmt: skip
def test_for_whom_who_may_make_a_link(club, people, maker, member, may):
    """A director may make a link for a member, an owner also for a director, and nobody for an owner or a stranger."""
    assert refused(club, people[maker], people[member]) is not may


@pytest.mark.parametrize("facts", [{"is_staff": True}, {"is_superuser": True}, {"is_active": False}], ids=str)
def test_nobody_may_for_the_keeper_of_the_site_nor_open_a_closed_account(club, dee, don, ann, facts):
    get_user_model().objects.filter(pk=ann.pk).update(**facts)
    ann.refresh_from_db()
    assert refused(club, dee, ann) and refused(club, don, ann)


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.OWNER])
def test_nobody_may_for_a_member_who_directs_or_owns_elsewhere(club, quay, dee, ann, role):
    assert refused(club, dee, part(quay, ann, role) and ann)


def refused(club, maker, user) -> bool:
    with_words = password_link_refusal(club=club, maker=maker, user=user)
    if with_words:
        with pytest.raises(Refused):
            password_link_make(club=club, maker=maker, user=user)
    return bool(with_words)


def test_nor_for_whoever_is_on_another_club_s_list_with_no_part_in_it(club, quay, don, ann):
    person = person_add(club=quay, name="Ann")
    path = password_link_make(club=club, maker=don, user=ann)
    Person.objects.filter(pk=person.pk).update(user=ann)
    assert refused(club, don, ann)
    assert Client().get(path).status_code == 410  # an earlier link has ended


def test_who_accepts_an_invitation_gives_no_other_club_s_account_away(club, quay, don, client):
    """Otherwise a director could invite a member or director of another club and take over their account."""
    for name, role in (("kim", Role.MEMBER), ("lea", Role.DIRECTOR)):
        user = part(quay, user_make(name), role)
        client.force_login(user)
        client.post(invitation_make(person=person_add(club=club, name=name), maker=don))
        assert Membership.objects.filter(club=club, user=user).exists()
        client.force_login(don)
        answer = client.post(f"/clubs/lantern/accounts/{user.pk}/let-in/", follow=True).text
        assert "/way-in/" not in answer and "belongs to another club too" in answer


def test_nobody_may_across_clubs_nor_a_director_for_anybody_of_a_club_that_is_not_theirs(quay, don, club, dee, ann):
    assert refused(quay, don, part(quay, user_make("lea")))
    part(quay, ann)
    for maker in (dee, don, part(quay, dee, Role.OWNER)):
        assert refused(club, maker, ann)
        words = password_link_refusal(club=club, maker=maker, user=ann)
        assert "asks for a link by mail" in words and "Quay" not in words


def test_a_link_sets_the_password_once_and_the_audit_log_says_who_made_it(club, don, ann):
    path = password_link_make(club=club, maker=don, user=ann)
    visitor = Client()
    form = visitor.get(path)["Location"]
    assert "set-password" in form
    assert "Your new password is set" in visitor.post(form, NEW, follow=True).text
    assert Client().login(username="ann", password="under the lantern")
    assert Client().get(path).status_code == 410
    log = list(AuditEntry.objects.order_by("pk").values_list("actor", "action", "subject"))
    assert log == [("don", AuditAction.PASSWORD_LINK_MADE, "ann"), ("ann", AuditAction.PASSWORD_SET_BY_LINK, "")]


@pytest.mark.parametrize("change", ["made director", "maker dismissed", "made keeper", "signed in"])
def test_a_link_ends_when_its_maker_might_not_make_it_now(club, quay, don, ann, change):
    path = password_link_make(club=club, maker=don, user=ann)
    visitor = Client()
    form = visitor.get(path)["Location"]
    if change == "made director":
        part(quay, ann, Role.DIRECTOR)
    elif change == "maker dismissed":
        Membership.objects.filter(user=don).update(role=Role.MEMBER)
    elif change == "made keeper":
        get_user_model().objects.filter(pk=ann.pk).update(is_staff=True)
    else:
        Client().post("/login/", {"username": "ann", "password": "correct horse"})
    assert Client().get(path).status_code == 410
    assert visitor.post(form, NEW).status_code == 410  # opened before, sent after
    assert not Client().login(username="ann", password="under the lantern")


def test_a_link_is_good_for_a_day_and_opens_nothing_at_the_door_of_the_mails(club, don, ann, settings):
    uid, token = password_link_make(club=club, maker=don, user=ann).strip("/").split("/")[-2:]
    assert Client().get(f"/forgotten/{uid}/{token}/").status_code == 410
    path = password_link_make(club=club, maker=don, user=ann)
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert Client().get(path).status_code == 410


def test_the_page_offers_what_is_allowed_and_says_why_the_rest_is_not(club, dee, don, ann, client):
    client.force_login(don)
    page = client.get("/clubs/lantern/people/").text
    assert f"/clubs/lantern/accounts/{ann.pk}/let-in/" in page
    assert f"/accounts/{dee.pk}/let-in/" not in page
    assert "An owner’s password can be set only by whoever keeps the site." in page


def test_the_link_is_shown_once_with_the_club_s_address(club, don, ann, client, settings):
    """If a phone could not open the link, the page says so."""
    client.force_login(don)
    shown = client.post(f"/clubs/lantern/accounts/{ann.pk}/let-in/", headers={"host": "127.0.0.1"})
    assert "leads only to this computer" in shown.text
    settings.PUBLIC_URL = "https://club.example"
    shown = client.post(f"/clubs/lantern/accounts/{ann.pk}/let-in/").text
    assert "https://club.example/clubs/lantern/way-in/" in shown and "<svg" in shown
    assert "leads only to this computer" not in shown
    assert "/way-in/" not in client.get("/clubs/lantern/people/").text


def test_a_posted_id_of_somebody_else_s_account_is_refused(club, dee, don, cy, client):
    client.force_login(don)
    for user in (dee, cy, don):
        page = client.post(f"/clubs/lantern/accounts/{user.pk}/let-in/", follow=True).text
        assert "way-in" not in page and "Not done" not in page
        assert 'class="msg error"' in page
    assert client.post("/clubs/lantern/accounts/987654/let-in/", follow=True).status_code == 200
    assert not AuditEntry.objects.exists()


def test_a_member_is_added_a_name_that_is_there_asks_for_a_number_and_a_guest_becomes_a_member(club, don, client):
    client.force_login(don)
    client.post("/clubs/lantern/people/", {"name": " Ruth  Ashdown ", "number": "17"})
    again = client.post("/clubs/lantern/people/", {"name": "ruth ashdown", "number": ""})
    assert again.status_code == 422
    assert "give a number too" in again.text
    client.post("/clubs/lantern/people/", {"name": "Ruth Ashdown", "number": "18\0"})
    assert list(Person.objects.values_list("name", "number")) == [("Ruth Ashdown", "17"), ("Ruth Ashdown", "18")]
    guest = person_add(club=club, name="Vera", guest=True)
    address = f"/clubs/lantern/people/{guest.pk}/"
    assert "Invite to an account" not in client.get(address).text
    client.post(address, {"name": "Vera", "number": "", "member": "on"})
    guest.refresh_from_db()
    assert not guest.guest
    assert "Invite to an account" in client.get(address).text


def test_a_name_is_put_right_and_the_audit_log_says_what_it_was(club, don, client):
    person, other = person_add(club=club, name="Rut Ashdown"), person_add(club=club, name="Mo", number="17")
    client.force_login(don)
    address = f"/clubs/lantern/people/{person.pk}/"
    refusal = client.post(address, {"name": "Ruth Ashdown", "number": "17"})
    assert refusal.status_code == 422
    assert "Number 17 is already a member" in refusal.text
    client.post(address, {"name": "Ruth Ashdown", "number": "18"})
    client.post(f"/clubs/lantern/people/{other.pk}/", {"name": "Mo", "number": "17"})  # their own number
    assert list(Person.objects.values_list("name", "number")) == [("Mo", "17"), ("Ruth Ashdown", "18")]
    [line] = AuditEntry.objects.all()
    assert (line.action, line.detail["was"]["name"]) == (AuditAction.PERSON_CHANGED, "Rut Ashdown")


def give(client: Client, user, role: str):
    return client.post(f"/clubs/lantern/accounts/{user.pk}/role/", {"role": role}, follow=True)


def test_an_owner_makes_directors_and_members_again(club, ann, director):
    give(director, ann, "director")
    assert directs(ann, club)
    give(director, ann, "member")
    give(director, ann, "member")
    assert not directs(ann, club)
    log = AuditEntry.objects.order_by("pk").values_list("action", "subject")
    assert list(log) == [(AuditAction.DIRECTOR_MADE, "ann"), (AuditAction.MEMBER_MADE_AGAIN, "ann")]


def test_a_director_makes_nobody_a_director_and_the_last_owner_stays(club, dee, don, ann, cy, client):
    client.force_login(don)
    assert give(client, ann, "director").status_code == 404
    assert "Make a director" not in client.get("/clubs/lantern/people/").text
    client.force_login(dee)
    for user, role in ((ann, "king"), (cy, "director"), (dee, "member")):
        assert 'class="msg error"' in give(client, user, role).text
    parts = dict(Membership.objects.filter(club=club).values_list("user__username", "role"))
    assert parts == {"dee": "owner", "don": "director", "ann": "member"}


@pytest.fixture
def ruth(club):
    return person_add(club=club, name="Ruth Ashdown")


def test_an_invitation_joins_an_account_by_its_holder_s_own_click_and_to_one_person_alone(club, don, cy, ruth, client):
    client.force_login(don)
    shown = client.post(f"/clubs/lantern/people/{ruth.pk}/invite/").text
    path = "/clubs/lantern/invitation/" + shown.split("/clubs/lantern/invitation/")[1].split("<")[0]
    client.force_login(cy)
    assert "Are you Ruth Ashdown?" in client.get(path).text
    ruth.refresh_from_db()
    assert ruth.user is None  # opening the link joins nobody
    client.post(path)
    ruth.refresh_from_db()
    assert ruth.user == cy
    assert not refused(club, don, cy)
    page = client.post(invitation_make(person=person_add(club=club, name="Mo"), maker=don)).text
    assert "You are signed in with the account of Ruth Ashdown" in page


def test_an_invitation_is_good_once_for_this_club_and_a_day_then_it_goes(
    club, don, ruth, quay, cy, client, monkeypatch
):
    invitation_make(person=ruth, maker=don)
    ClubLink.objects.update(made_at=timezone.now() - timedelta(hours=25))
    invitation_make(person=ruth, maker=don)
    invitation_make(person=ruth, maker=don)
    assert ClubLink.objects.count() == 2
    path = invitation_make(person=ruth, maker=don)
    assert client.get(path)["Location"].startswith("/login/?next=/clubs/lantern/invitation/")
    client.force_login(cy)
    assert client.get(path.replace("lantern", "quay")).status_code == 410
    assert client.get(path[:-4] + "xxx/").status_code == 410
    with monkeypatch.context() as patch:
        patch.setattr("clubsite.clubs.invitations.LINK_SECONDS", -1)
        assert client.post(path).status_code == 410
    assert not Membership.objects.filter(user=cy).exists()
    client.post(path)
    assert client.post(path).status_code == 410
    with pytest.raises(Refused, match="has an account already"):
        invitation_make(person=ruth, maker=don)


def test_who_was_unlinked_from_a_name_cannot_come_back_by_the_same_invitation(club, don, cy, ruth, client):
    path = invitation_make(person=ruth, maker=don)
    client.force_login(cy)
    client.post(path)
    signed_in(don).post(f"/clubs/lantern/people/{ruth.pk}/unlink/")
    ruth.refresh_from_db()
    assert ruth.user is None
    assert client.post(path).status_code == 410
    assert not Membership.objects.filter(user=cy).exists()
    assert client.post(invitation_make(person=ruth, maker=don)).status_code == 302  # another one is good


def test_an_invitation_never_takes_a_director_s_part_away(club, don, ruth, client):
    client.force_login(don)
    client.post(invitation_make(person=ruth, maker=don))
    assert Membership.objects.get(club=club, user=don).role == Role.DIRECTOR
    client.post(f"/clubs/lantern/people/{ruth.pk}/unlink/")
    assert Membership.objects.get(club=club, user=don).role == Role.DIRECTOR


def test_a_director_changes_the_facts_of_the_club_and_faults_stand_at_their_fields(
    club, quay, don, client, monkeypatch
):
    client.force_login(don)
    facts = {"venue": "Upstairs", "contact": "Dee", "time_zone": "Europe/Lisbon"}
    sent = page_sent(client, "/clubs/lantern/facts/") | facts
    assert client.post("/clubs/lantern/facts/", sent)["Location"] == "/clubs/lantern/facts/"
    club.refresh_from_db()
    assert (club.venue, club.time_zone) == ("Upstairs", "Europe/Lisbon")
    line = AuditEntry.objects.get()
    assert (line.action, line.about) == (AuditAction.CLUB_CHANGED, "venue, contact, time zone")
    taken = "Another club of this site has this name."
    for wrong, words in (
        ({"name": ""}, "The club needs a name."),
        ({"name": "Quay Street"}, taken),
        ({"time_zone": "Atlantis"}, "Choose a time zone from the list."),
    ):
        response = client.post("/clubs/lantern/facts/", sent | wrong)
        assert response.status_code == 422 and words in response.text
    monkeypatch.setattr(ClubForm, "validate_unique", lambda form: None)  # free when checked, taken in the same moment
    response = client.post("/clubs/lantern/facts/", sent | {"name": "Quay Street"})
    assert response.status_code == 422 and set(response.context["form"].errors) == {"name"}
    club.refresh_from_db()
    assert (club.name, club.time_zone) == ("Lantern Street", "Europe/Lisbon")


def page_sent(client: Client, address: str) -> dict[str, str]:
    """Return the data that the form on this page would submit if its button were pressed."""
    page = client.get(address).text
    fields = re.findall(r'<input\s+type="(?:text|hidden)"\s+name="([^"]+)"(?:\s+value="([^"]*)")?', page)
    selects = re.findall(r'<select name="([^"]+)".*?</select>', page, re.S)
    chosen = r'<select name="{}".*?<option value="([^"]*)" selected'
    return dict(fields) | {name: "".join(re.findall(chosen.format(name), page, re.S)[:1]) for name in selects}


def test_two_tabs_that_change_two_facts_keep_both(club, don, client):
    client.force_login(don)
    form, other = (page_sent(client, "/clubs/lantern/facts/") for _ in range(2))
    client.post("/clubs/lantern/facts/", form | {"venue": "Upstairs", "time_zone": "Europe/Lisbon"})
    client.post("/clubs/lantern/facts/", other | {"contact": "Dee"})
    club.refresh_from_db()
    assert (club.venue, club.contact, club.time_zone) == ("Upstairs", "Dee", "Europe/Lisbon")
