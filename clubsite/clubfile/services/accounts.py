"""The accounts named in a club file: existing accounts of this site, and new ones without a password."""

from collections.abc import Iterable
from itertools import count

from clubsite.accounts.models import User
from clubsite.accounts.sign_in_names import name_key

LONGEST_NAME = 150


def account_here(told: User) -> tuple[User, bool]:
    """Return the account for an account of another site, and whether it is new here.

    It is the same account if it has the same sign-in name and was made at the same microsecond, which is so when a
    club comes back, or when two clubs of one site move. Otherwise a new one is made, under another name if the name
    is taken. Nobody can sign in with it before a password is set.
    """
    known = User.objects.filter(name_key=name_key(told.username), date_joined=told.date_joined).first()
    if known is not None:
        return known, False
    told.pk, told.username = None, _free(told.username)
    told.set_unusable_password()
    told.save(force_insert=True)
    return told, True


def _free(name: str) -> str:
    """Return the name, or the first of name-2, name-3 ... that nobody has here."""
    for name_tried in _tried(name):
        if not User.objects.filter(name_key=name_key(name_tried)).exists():
            return name_tried
    raise AssertionError


def _tried(name: str) -> Iterable[str]:
    yield name
    for number in count(2):
        ending = f"-{number}"
        yield name[: LONGEST_NAME - len(ending)] + ending
