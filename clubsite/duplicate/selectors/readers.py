"""Who reads a club's results: somebody of the club, somebody who sat in the session, or a stranger.

Of the club is who signs in with a part in it, and the device with which a member took a seat in one of its sessions:
most members have no account. A guest's device is of the session in which it sat, and of no other.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpRequest

from clubsite.accounts.cookies import device_here
from clubsite.accounts.models import Device
from clubsite.accounts.requests import Visitor
from clubsite.clubs.models import Club, Person
from clubsite.clubs.shown_names import Reader, stranger
from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors.device_seats import seats_of_device

ReaderOf = Callable[..., Reader]
"""Called with a club, and with the session that is read if it is one."""


@dataclass(slots=True)
class Asker:
    """Who asks: a user or nobody, with a device that was here before or none."""

    user: Visitor
    device: Device | None

    def __call__(self, club: Club, session: Session | None = None) -> Reader:
        """This asker as a reader of a club's results, or of one session's."""
        return reader_of(club, self.user, self.device, session)


def asker_of(request: HttpRequest) -> Asker:
    """Who sent this request."""
    return Asker(request.user, device_here(request))


def strangers(club: Club, session: Session | None = None) -> Reader:
    """Any reader as one of whom nothing is known: what the public API and feeds show."""
    return stranger(club)


def within(club: Club, session: Session | None = None) -> Reader:
    """Any reader as one of the club: its directors, and who sits in the room."""
    return Reader(club, inside=True)


def reader_of(club: Club, user: Visitor, device: Device | None, session: Session | None = None) -> Reader:
    """This user with this device as a reader. Asks nothing for a visitor of whom nothing is known."""
    return Reader(
        club, _is_of(club, user) or (device is not None and seats_of_device(device).sat(club, session))
    )


def person_asking(session: Session, asker: Asker) -> Person | None:
    """Who of a session's people asks: by their account, or by the device with which one of them alone took a seat."""
    people = Person.objects.filter(
        entered__contestant__section__session=session, forgotten_at=None
    ).distinct()
    people = people.select_related("club")
    if asker.user.is_authenticated and (found := people.filter(user=asker.user).first()):
        return found
    if asker.device is None:
        return None
    seat = "entered__contestant__seat__tickets"
    own = list(people.filter(**{f"{seat}__device": asker.device, f"{seat}__freed_by": None})[:2])
    return own[0] if len(own) == 1 else None


def _is_of(club: Club, user: Visitor) -> bool:
    if not user.is_authenticated:
        return False
    of_club = Q(memberships__user=user) | Q(people__user=user)
    return Club.objects.filter(of_club, pk=club.pk).exists()
