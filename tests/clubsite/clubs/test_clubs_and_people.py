"""Roles in a club, people who play, and the audit log."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.http import Http404

from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Membership, Person, Role
from clubsite.clubs.selectors import (
    audit_of,
    club_by_slug,
    club_for_director,
    clubs_directed_by,
    directs,
    people_of,
)
from clubsite.clubs.services import club_create, person_add
from clubsite.core.refused import Refused
from clubsite.duplicate.selectors.sessions import session_for

pytestmark = pytest.mark.django_db


def test_whoever_makes_a_club_owns_and_directs_it(club, dee):
    assert Membership.objects.get(club=club).role == Role.OWNER
    assert directs(dee, club)


@pytest.mark.parametrize(("role", "may"), [(Role.MEMBER, False), (Role.DIRECTOR, True), (Role.OWNER, True)])
def test_directors_and_owners_direct_members_do_not(club, cy, role, may):
    Membership.objects.create(club=club, user=cy, role=role)
    assert directs(cy, club) is may
    assert (club in clubs_directed_by(cy)) is may


def test_strangers_and_visitors_direct_nothing(club, cy):
    for user in (cy, AnonymousUser()):
        assert not directs(user, club)
        assert not clubs_directed_by(user).exists()


def test_a_director_of_one_club_directs_no_other(club, dee, cy):
    other = club_create(name="Harbour", slug="harbour", owner=cy)
    assert not directs(dee, other)
    assert list(clubs_directed_by(dee)) == [club]


def test_to_a_stranger_a_club_s_desk_does_not_exist(club, cy, dee):
    assert club_for_director(dee, "lantern") == club
    for user in (cy, AnonymousUser()):
        with pytest.raises(Http404):
            club_for_director(user, "lantern")


def test_to_a_stranger_a_session_does_not_exist(night, cy, dee):
    assert session_for(dee, night.session.public_id) == night.session
    for user in (cy, AnonymousUser()):
        with pytest.raises(Http404):
            session_for(user, night.session.public_id)


def test_a_club_has_a_public_face_by_its_slug(club):
    assert club_by_slug("lantern") == club
    with pytest.raises(Http404):
        club_by_slug("nowhere")


def test_a_person_s_name_is_tidied(club):
    assert person_add(club=club, name="  Ruth \t Ashdown ").name == "Ruth Ashdown"


@pytest.mark.parametrize("name", ["", "   ", "\n"])
def test_a_person_needs_a_name(club, name):
    with pytest.raises(Refused, match="Type the player's name"):
        person_add(club=club, name=name)


def test_the_database_refuses_a_nameless_person(club):
    with pytest.raises(IntegrityError):
        Person.objects.create(club=club, name="")


def test_a_member_s_number_is_theirs_alone(club):
    person_add(club=club, name="Ruth", number="17")
    with pytest.raises(Refused, match="Number 17 is already a member's"):
        person_add(club=club, name="Desmond", number="17")


def test_people_without_numbers_are_many(club):
    for name in ("Ruth", "Desmond", "Ruth"):
        person_add(club=club, name=name)
    assert club.people.count() == 3


def test_members_are_listed_before_guests_by_name(club):
    for name, guest in (("Zed", False), ("Abe", True), ("Mo", False)):
        person_add(club=club, name=name, guest=guest)
    assert [person.name for person in people_of(club)] == ["Mo", "Zed", "Abe"]


def test_a_role_that_nobody_knows_is_refused(club, cy):
    with pytest.raises(IntegrityError):
        Membership.objects.create(club=club, user=cy, role="king")


def test_the_audit_log_says_who_did_what_in_which_session_newest_first(club, dee):
    audit_add(club=club, action=AuditAction.SESSION_PAUSED, session_ref="abc", user=dee)
    audit_add(club=club, action=AuditAction.SESSION_RESUMED, session_ref="abc", user=dee, minutes=4)
    audit_add(club=club, action=AuditAction.SESSION_PAUSED, session_ref="other", user=dee)
    log = list(audit_of("abc"))
    assert [(line.actor, line.action) for line in log] == [
        ("dee", AuditAction.SESSION_RESUMED),
        ("dee", AuditAction.SESSION_PAUSED),
    ]
    assert log[0].detail == {"minutes": 4}


def test_what_nobody_did_the_site_did(club):
    assert audit_add(club=club, action=AuditAction.SCORE_ENTERED).actor == "the site"
