"""The accounts named in a club file: existing accounts of this site, and new ones without a password."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.accounts.sign_in_names import name_key
from clubsite.keeper.clubfile.archive import ArchiveReader

LONGEST_NAME = 150


@dataclass(frozen=True, slots=True)
class RoleTold:
    """A role that a club file gives to an account: its sign-in name there, and the account here that it would be."""

    role: str
    name: str
    here: User | None


def roles_told(archive: ArchiveReader) -> Iterator[RoleTold]:
    """Yield the roles that a checked file gives, as `account_here` would find their accounts for the same keeper."""
    accounts = {row["id"]: row for label, row in _rows(archive, "accounts") if label == "accounts.user"}
    for label, row in _rows(archive, "club"):
        if label == "clubs.membership":
            told = accounts[row["user"]]
            made = datetime.datetime.fromisoformat(told["date_joined"])
            yield RoleTold(row["role"], told["username"], _known(told["username"], made))


def _rows(archive: ArchiveReader, kind: str) -> Iterator[tuple[str, dict]]:
    return (row for part in archive.manifest.parts if part.kind == kind for row in archive.rows(part))


def _known(name: str, made: datetime.datetime) -> User | None:
    return User.objects.filter(name_key=name_key(name), date_joined=made).first()


def account_here(told: User, *, same_keeper: bool) -> tuple[User, bool]:
    """Return the account for an account of another site, and whether it is new here.

    For the same keeper it is the same account if it has the same sign-in name and was made at the same microsecond,
    which is so when a club comes back, or when two clubs of one site move. Everybody can write that into a file, so
    otherwise a new one is made, whose address waits to be confirmed. It gets another name if its name is taken.
    Nobody can sign in with it before a password is set.
    """
    if same_keeper:
        known = _known(told.username, told.date_joined)
        if known is not None:
            return known, False
    else:
        told.date_joined, told.email, told.email_wanted = timezone.now(), "", told.email
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
