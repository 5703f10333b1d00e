"""The contestants that a user has played as: by account, by name, or on the device that they are using now.

None of these links is forgotten while boards still have to be played: an unlinked account, a substitute who has
left and a freed seat still count.
"""

from django.db.models import QuerySet

from clubsite.accounts.models import User
from clubsite.accounts.requests import AnyUser
from clubsite.clubs.models import Person
from clubsite.nights.models import Contestant, ContestantPerson, PlayedAs, Session
from clubsite.nights.selectors.sessions import IN_PLAY
from clubsite.play.models import SeatKind, SeatTicket


def contestants_played_by(user: User) -> QuerySet[Contestant]:
    """Return the contestants, in all sessions, that this user is or has been since the session began."""
    return Contestant.objects.filter(pk__in=_ids_of(user)).order_by("pk")


def _ids_of(user: User) -> set[int]:
    """Return the ids of the user's contestants in one query, or two if the user's device is known.

    With a known device, the ids of the seats that it took are included; such a seat can be a table's own.
    """
    now = ContestantPerson.objects.filter(person__user=user)
    then = PlayedAs.objects.filter(user=user), PlayedAs.objects.filter(person__user=user)
    one, *others = (rows.order_by().values_list("contestant", flat=True) for rows in (now, *then))
    sat = user.device.tickets.values_list("seat", flat=True) if user.device is not None else ()
    return {*one.union(*others), *sat}


def plays_as(user: AnyUser, contestant: Contestant) -> bool:
    """True if this user is, or has been, this contestant."""
    return user.is_authenticated and contestant.pk in _ids_of(user)


def plays_now(person: Person) -> Session | None:
    """Return the session in play in which this person is entered, or None."""
    rows = ContestantPerson.objects.filter(person=person, contestant__section__session__status__in=IN_PLAY)
    row = rows.select_related("contestant__section__session").first()
    return row.contestant.section.session if row is not None else None


def contestant_held(ticket: SeatTicket) -> set[int]:
    """Return a set with the id of the contestant whose seat this is, or an empty set for a table's own seat."""
    return {ticket.seat_id} if ticket.seat.kind == SeatKind.CONTESTANT else set()
