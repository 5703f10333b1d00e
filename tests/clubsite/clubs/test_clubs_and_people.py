"""Roles in a club, people who play, the club's clock, its first owner, and the audit log."""

import datetime
import re
from datetime import timedelta
from io import StringIO
from unittest import mock
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction, audit_words
from clubsite.clubs.invitations import setup_link_make
from clubsite.clubs.models import ApiToken, AuditEntry, Club, Membership, Person, Role, SetupLink
from clubsite.clubs.selectors import audit_of, clubs_directed_by, directs, people_of
from clubsite.clubs.services import club_create, person_add, role_give, token_make
from clubsite.clubs.time_zones import clock_of, zone_choices, zone_known, zone_named
from clubsite.core.refused import Refused
from tests.clubsite.published_payloads import publish_payload
from tests.kit.nights import draft_night
from tests.kit.pages import words


def test_a_director_of_one_club_directs_no_other_and_gives_up_only_their_own_part(club, dee, cy):
    other = club_create(name="Harbour", slug="harbour", owner=cy)
    assert not directs(dee, other)
    assert list(clubs_directed_by(dee)) == [club]
    Membership.objects.create(club=club, user=cy, role=Role.DIRECTOR)
    with pytest.raises(Refused):
        role_give(club=club, maker=cy, user_id=cy.pk, role="owner")
    with pytest.raises(Refused):
        role_give(club=club, maker=cy, user_id=dee.pk, role="member")
    role_give(club=club, maker=cy, user_id=cy.pk, role="member")
    assert Membership.objects.get(club=club, user=cy).role == Role.MEMBER


def test_nameless_people_unknown_roles_and_impossible_accounts_are_refused(club, cy, director):
    for make in (
        lambda: Person.objects.create(club=club, name=""),
        lambda: Membership.objects.create(club=club, user=cy, role="king"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            make()
    page = director.post(f"/clubs/{club.slug}/accounts/{'9' * 25}/role/", {"role": "owner"}, follow=True)
    assert "Choose somebody with an account" in page.text


def test_members_are_listed_before_guests_by_name_and_a_number_is_theirs_alone(club):
    """Blanks in names are tidied. Several people may lack a member number, even if they have the same name."""
    for name, guest in (("  Zed \t Oak ", False), ("Abe", True), ("Mo", False), ("Mo", False)):
        person_add(club=club, name=name, guest=guest)
    assert [person.name for person in people_of(club)] == ["Mo", "Mo", "Zed Oak", "Abe"]
    person_add(club=club, name="Ruth", number="17")
    with pytest.raises(Refused, match="Number 17 is already a member's"):
        person_add(club=club, name="Desmond", number="17")


def test_the_audit_log_says_who_did_what_in_which_session_newest_first(club, dee):
    """Actions without a user are listed as the site's own actions."""
    night, other = (draft_night(club, dee) for _ in range(2))
    audit_add(club=club, action=AuditAction.SESSION_PAUSED, session_id=night.pk, user=dee)
    audit_add(club=club, action=AuditAction.SESSION_RESUMED, session_id=night.pk, minutes=4)
    audit_add(club=club, action=AuditAction.SESSION_PAUSED, session_id=other.pk, user=dee)
    log = [(line.actor, line.action, line.detail) for line in audit_of(night.pk)[:2]]
    assert log == [
        ("the site", AuditAction.SESSION_RESUMED, {"minutes": 4}), ("dee", AuditAction.SESSION_PAUSED, {})
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("action", "subject", "detail", "words"),
    [
        (
            "penalty_given",
            "",
            {"number": "B7", "amount": "10", "unit": "top"},
            "number B7: 10 Percent of a board's top",
        ),
        ("field_split", "", {"sizes": [8, 6]}, "sections of 8, 6"),
        ("physical_cards_chosen", "", {"section": "A", "other_tables": ["A3"]}, "section A, the other way at table A3"),
        ("movement_changed", "", {"kind": "leaves", "order": {"names": ["Kit", "Bo"]}}, "Kit plays on for Bo"),
        ("nights_announced", "12 May", {"nights": 3}, "3 nights from 12 May on"),
        ("boards_opened", "", {"boards": [1, 2, 3, 7]}, "boards 1 to 3 and 7"),
        ("boards_made", "", {"practice": False}, "dealt by the site"),
        ("ladder_set", "", {"ended": True}, "none any longer"),
    ],
)
def test_a_line_of_the_audit_log_is_a_sentence(action, subject, detail, words):
    assert audit_words(action, subject, detail) == words


NOON = datetime.datetime(2026, 11, 17, 12, 30, tzinfo=datetime.UTC)  # in Auckland 01:30 the next day


@pytest.fixture
def in_lisbon(club):
    club.time_zone = "Europe/Lisbon"
    club.save()
    return club


@pytest.fixture
def published_at_noon(published_night):
    """A session whose results were published at noon UTC."""
    newest = published_night.session.publications.get()
    with mock.patch.object(timezone, "now", return_value=NOON):
        publish_payload(published_night.session, newest.payload)
    return published_night.session


def test_published_results_tell_the_time_of_the_club(club, published_at_noon, client):
    """The club's time is used on the page and in the API. A club that has not chosen a time zone uses the site's."""
    page, address = (f"{at}{published_at_noon.public_id}/" for at in ("/results/", "/api/v1/sessions/"))
    assert "published Wednesday 18 November 2026, 01:30" in words(client.get(page))
    for zone, shown, in_api in (
        ("Europe/Lisbon", "Tuesday 17 November 2026, 12:30", "2026-11-17T12:30:00+00:00"),
        ("America/St_Johns", "Tuesday 17 November 2026, 09:00", "2026-11-17T09:00:00-03:30"),
    ):
        club.time_zone = zone
        club.save()
        assert f"published {shown}" in words(client.get(page))
        assert timezone.get_current_timezone_name() == "Pacific/Auckland"  # it goes back after the page
        assert client.get(address).json()["published_at"] == in_api
        assert client.get("/api/v1/sessions/").json()[0]["published_at"] == in_api


def test_the_director_s_pages_tell_the_time_of_each_club(in_lisbon, night, dee, director):
    with mock.patch.object(timezone, "now", return_value=NOON):
        audit_add(club=in_lisbon, action=AuditAction.CARDS_LOOKED_AT, session_id=night.session.pk, user=dee)
        page = director.get("/director/new/").text
    assert "17 Nov, 12:30:00" in director.get(f"/director/{night.session.public_id}/audit-log/").text
    assert 'value="2026-11-17"' in page  # a new session is for today: in Auckland it is the 18th
    other = club_create(name="Quay Street", slug="quay", owner=dee, time_zone="Asia/Tokyo")
    for club, hour in ((in_lisbon, "12:30"), (other, "21:30")):
        token, _ = token_make(club=club, user=dee, name="wall", write=False)
        ApiToken.objects.filter(pk=token.pk).update(used_at=NOON)
        page = director.get(f"/clubs/{club.slug}/programs/").text
        assert f"last used 17 November 2026, {hour}" in page


def test_a_time_zone_is_a_place_where_people_live_which_names_its_clock_and_nothing_else():
    names = [name for _, zones in zone_choices() for name, _ in zones]
    assert {"Pacific/Auckland", "Europe/London", "America/Argentina/Buenos_Aires"} <= set(names)
    assert not {"UTC", "Etc/GMT+3", "NZ", "US/Eastern"} & set(names)
    assert dict(dict(zone_choices())["America"])["America/St_Johns"] == "St Johns (America)"
    for name, clock in (("Pacific/Auckland", "Auckland"), ("America/Argentina/Buenos_Aires", "Buenos Aires")):
        assert clock_of(ZoneInfo(name)) == f"{clock} time"
    for name in ("Atlantis", "../etc/passwd", "Europe", "Europe/Lisbon\0", ""):
        with pytest.raises(ValidationError, match="Choose a time zone"):
            zone_known(name)
        assert zone_named(name) == ZoneInfo("Pacific/Auckland"), "the site's time"


@pytest.fixture
def operator(client, db):
    client.force_login(get_user_model().objects.create_superuser("op", password="correct horse"))
    return client


def test_each_part_that_is_given_changed_or_taken_has_its_line(club, cy, operator):
    add = "/admin/clubs/membership/add/"
    operator.post(add, {"club": club.pk, "user": cy.pk, "role": Role.DIRECTOR})
    part = Membership.objects.get(club=club, user=cy)
    page = f"/admin/clubs/membership/{part.pk}/"
    operator.post(f"{page}change/", {"role": Role.OWNER})
    operator.post(f"{page}change/", {"role": Role.OWNER})  # no change
    operator.post(f"{page}change/", {"role": Role.MEMBER})
    operator.post(f"{page}delete/", {"post": "yes"})
    assert not Membership.objects.filter(pk=part.pk).exists()
    operator.post(add, {"club": club.pk, "user": cy.pk, "role": Role.MEMBER})
    again = Membership.objects.get(club=club, user=cy)
    chosen = {"action": "delete_selected", "_selected_action": [again.pk], "post": "yes"}
    operator.post("/admin/clubs/membership/", chosen)
    assert not Membership.objects.filter(club=club, user=cy).exists()
    lines = AuditEntry.objects.filter(club=club, actor="op").order_by("pk")
    assert {line.about for line in lines} == {"cy"} and [line.action for line in lines] == [
        AuditAction.DIRECTOR_MADE, AuditAction.OWNER_MADE, AuditAction.MEMBER_MADE_AGAIN, AuditAction.PART_TAKEN,
        AuditAction.MEMBER_MADE, AuditAction.PART_TAKEN,
    ]  # fmt: skip


def test_a_part_is_not_moved_to_another_person_or_club(club, cy, dee, operator):
    part = Membership.objects.get(club=club, user=dee)
    operator.post(f"/admin/clubs/membership/{part.pk}/change/", {"role": part.role, "user": cy.pk, "club": club.pk})
    part.refresh_from_db()
    assert part.user == dee


SENT = {
    "name": " Harbour  Bridge ", "time_zone": "Europe/London", "username": "ruth",
    "password1": "rain-on-tiles", "password2": "rain-on-tiles",
}  # fmt: skip


def test_the_link_is_kept_hashed_ends_after_a_day_and_with_the_next_and_is_printed_until_there_is_a_club(
    client, settings
):
    old, path = setup_link_make(), setup_link_make()
    key = path.split("/")[2]
    link = SetupLink.objects.get()
    assert key not in link.key_hash
    assert client.get(old).status_code == 410
    SetupLink.objects.update(made_at=timezone.now() - timedelta(hours=25))
    assert client.get(path).status_code == 410
    settings.PUBLIC_URL = "https://club.example"
    out = StringIO()
    call_command("setup_link", stdout=out)
    path = re.search(r"https://club\.example(/new-club/\S+/)", out.getvalue())[1]
    client.post(path, SENT)
    out = StringIO()
    call_command("setup_link", stdout=out)
    assert "has a club" in out.getvalue()


def test_the_first_owner_comes_in_by_the_link_once_without_faults_and_goes_on_to_the_first_night(client):
    answer = client.post(setup_link_make(), {**SENT, "name": "", "password2": "other"})
    assert answer.status_code == 422
    assert "The club needs a name." in answer.text and "The two passwords are not the same" in answer.text
    assert not Club.objects.exists() and not get_user_model().objects.exists()
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
