"""Fixtures: a session held today that can be published."""

import pytest
from django.utils import timezone

from clubsite.clubs.models import Membership, Person
from clubsite.nights.models import ContestantPerson, Session
from clubsite.nights.services.directing import session_end


@pytest.fixture
def tonight(scored_night, dee):
    """A session held today that has ended but has not been published."""
    Session.objects.update(date=timezone.localdate())
    scored_night.session.refresh_from_db()
    session_end(session=scored_night.session, user=dee)
    return scored_night


@pytest.fixture
def bo(tonight, cy):
    """South number 1, who wins, signs in as Cy and has an email address."""
    person: Person = ContestantPerson.objects.get(contestant=tonight.contestant(1)).person
    person.user = cy
    person.save()
    cy.email = "bo@home.example"
    cy.save()
    Membership.objects.create(club=person.club, user=cy)
    return person
