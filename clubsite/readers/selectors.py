"""Accounts that have asked to be joined to a name in a club."""

from django.db.models import QuerySet

from clubsite.accounts.models import User
from clubsite.clubs.models import Club, Person
from clubsite.readers.models import JoinRequest


def joins_asked(club: Club) -> QuerySet[JoinRequest]:
    """Return accounts' requests to be joined to a name in the club, oldest first."""
    return JoinRequest.objects.filter(person__club=club).select_related("person", "user")


def join_asked_by(person: Person, user: User) -> bool:
    """True if this account has asked to be joined to this name and is waiting for an answer."""
    return JoinRequest.objects.filter(person=person, user=user).exists()
