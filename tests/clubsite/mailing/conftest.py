"""A site that sends mail, and a night of today that can be published."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from clubsite.clubs.models import Membership, Person
from clubsite.duplicate.models import ContestantPerson, Session
from clubsite.duplicate.services.directing import session_end
from tests.clubsite.mailing.smtp_server import SmtpServer


@pytest.fixture
def with_mail(settings: Any) -> Any:
    settings.MAIL_ON = True
    settings.DEFAULT_FROM_EMAIL = "club@club.example"
    return settings


@pytest.fixture
def server(with_mail: Any) -> Iterator[SmtpServer]:
    """A real mail server, to which the site is set."""
    server = SmtpServer()
    with_mail.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with_mail.EMAIL_HOST, with_mail.EMAIL_PORT = "127.0.0.1", server.port
    with_mail.EMAIL_TIMEOUT = 5
    yield server
    server.stop()


@pytest.fixture
def tonight(scored_night: Any, dee: Any) -> Any:
    """A night of today that has ended and is not published."""
    Session.objects.update(date=timezone.localdate())
    scored_night.session.refresh_from_db()
    session_end(session=scored_night.session, user=dee)
    return scored_night


@pytest.fixture
def bo(tonight: Any, cy: Any) -> Person:
    """South number 1, who wins; signs in as cy, with an address."""
    person: Person = ContestantPerson.objects.get(contestant=tonight.contestant(1)).person
    person.user = cy
    person.save()
    cy.email = "bo@home.example"
    cy.save()
    Membership.objects.create(club=person.club, user=cy)
    return person
