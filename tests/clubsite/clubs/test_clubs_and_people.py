"""Roles in a club, people who play, and the audit log."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.http import Http404

from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction, audit_words
from clubsite.clubs.models import Membership, Person, Role
from clubsite.clubs.selectors import audit_of, club_for_director, clubs_directed_by, directs, people_of
from clubsite.clubs.services import club_create, person_add
from clubsite.core.refused import Refused
from clubsite.nights.selectors.sessions import session_for
from tests.kit.nights import draft_night


@pytest.mark.parametrize(("role", "may"), [(Role.MEMBER, False), (Role.DIRECTOR, True), (Role.OWNER, True)])
def test_directors_and_owners_direct_members_do_not(club, cy, role, may):
    Membership.objects.create(club=club, user=cy, role=role)
    assert directs(cy, club) is may
    assert (club in clubs_directed_by(cy)) is may


def test_to_strangers_and_visitors_desks_and_sessions_do_not_exist(club, night, cy, dee):
    assert Membership.objects.get(club=club).role == Role.OWNER and directs(dee, club)
    assert club_for_director(dee, "lantern") == club
    assert session_for(dee, night.session.public_id) == night.session
    for user in (cy, AnonymousUser()):
        assert not directs(user, club)
        assert not clubs_directed_by(user).exists()
        with pytest.raises(Http404):
            club_for_director(user, "lantern")
        with pytest.raises(Http404):
            session_for(user, night.session.public_id)


def test_a_director_of_one_club_directs_no_other(club, dee, cy):
    other = club_create(name="Harbour", slug="harbour", owner=cy)
    assert not directs(dee, other)
    assert list(clubs_directed_by(dee)) == [club]


def test_the_database_refuses_nameless_people_and_unknown_roles(club, cy):
    for make in (
        lambda: Person.objects.create(club=club, name=""),
        lambda: Membership.objects.create(club=club, user=cy, role="king"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            make()


def test_a_member_s_number_is_theirs_alone(club):
    person_add(club=club, name="Ruth", number="17")
    with pytest.raises(Refused, match="Number 17 is already a member's"):
        person_add(club=club, name="Desmond", number="17")


def test_members_are_listed_before_guests_by_name(club):
    """Blanks in names are tidied. Several people may lack a member number, even if they have the same name."""
    for name, guest in (("  Zed \t Oak ", False), ("Abe", True), ("Mo", False), ("Mo", False)):
        person_add(club=club, name=name, guest=guest)
    assert [person.name for person in people_of(club)] == ["Mo", "Mo", "Zed Oak", "Abe"]


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
