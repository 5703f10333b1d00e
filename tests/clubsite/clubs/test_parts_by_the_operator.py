"""Club roles that are given or taken away on the admin site appear in the club's own audit log."""

import pytest
from django.contrib.auth import get_user_model

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Club, Membership, Role


@pytest.fixture
def operator(client, db):
    client.force_login(get_user_model().objects.create_superuser("op", password="correct horse"))
    return client


def lines(club: Club) -> list[tuple[str, str, str]]:
    found = AuditEntry.objects.filter(club=club, actor="op").order_by("pk")
    return [(line.actor, line.action, line.about) for line in found]


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
    assert lines(club) == [
        ("op", AuditAction.DIRECTOR_MADE, "cy"),
        ("op", AuditAction.OWNER_MADE, "cy"),
        ("op", AuditAction.MEMBER_MADE_AGAIN, "cy"),
        ("op", AuditAction.PART_TAKEN, "cy"),
        ("op", AuditAction.MEMBER_MADE, "cy"),
        ("op", AuditAction.PART_TAKEN, "cy"),
    ]


def test_a_part_is_not_moved_to_another_person_or_club(club, cy, dee, operator):
    part = Membership.objects.get(club=club, user=dee)
    operator.post(f"/admin/clubs/membership/{part.pk}/change/", {"role": part.role, "user": cy.pk, "club": club.pk})
    part.refresh_from_db()
    assert part.user == dee
