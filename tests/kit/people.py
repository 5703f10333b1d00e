"""People in a club who sign in, direct and play."""

from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from clubsite.clubs.models import Membership, Person, Role
from tests.kit.remembered import remembered


@remembered
def user_make(name):
    """Make an account with this name."""
    return get_user_model().objects.create_user(name, password="correct horse")


def signed_in(user):
    """Return a browser in which this account is signed in."""
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = _session(user)
    return client


def is_signed_in(client) -> bool:
    return "_auth_user_id" in client.session


@remembered
def _session(user):
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@remembered
def part(club, name, role):
    """Make an account with this name and a role in the club."""
    user = user_make(name)
    Membership.objects.create(club=club, user=user, role=role)
    return user


def another_director(club, name):
    """Make an account that has the role of director in the club but is not an owner."""
    return part(club, name, Role.DIRECTOR)


@remembered
def plays_as(session, number, user):
    """Link an account to the person who plays under this number, or remove the link if `user` is None."""
    entered = {"entered__contestant__section__session": session, "entered__contestant__number": number}
    Person.objects.filter(**entered).update(user=user)
