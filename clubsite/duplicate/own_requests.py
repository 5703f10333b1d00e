"""What a director may not grant to themselves while another director is there to answer (SOLO-31).

A director is there if they have asked for a page of the session in the last half hour. The cache knows it. Without the
cache nobody is there. Then the opponent at the table consents: their screen shows a number, and the director types it.
"""

from django.core.cache import cache
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac

from clubsite.accounts.models import User
from clubsite.clubs.selectors import names_told, other_directors
from clubsite.core.rate_limits import RateLimit
from clubsite.duplicate.errors import ConsentWanted, Refused
from clubsite.duplicate.models import Contestant, Seating, Session
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.duplicate.selectors.played_as import contestants_played_by
from clubsite.duplicate.selectors.sessions import IN_PLAY
from clubsite.duplicate.selectors.tables import CURRENT
from clubsite.play.models import SeatTicket
from clubsite.play.services import room_touch

THERE_SECONDS = 30 * 60
OWN = "This is your own {what}, so another director answers: {who} can, and has this night’s pages open."
ALONE = "their own {what}; no other director was there"
AGREED = "their own {what}; no other director was there, and the opponent at the table consented"
NOBODY_AGREES = (
    "This is your own {what}, and nobody is there who can agree: no other director, and no opponent at your "
    "table. Ask another director of the club to open this night’s pages."
)
ASKED_SECONDS = 10 * 60
WRONG_NUMBERS = RateLimit("consent-number", most=10, seconds=300)  # for one seat
WRONG = "That is not the number on {}’s screen. It has six figures."
TOO_OFTEN = "Too many wrong numbers. Wait five minutes, or ask another director of the club."


def director_seen(session: Session, user: User) -> None:
    """Remember that this director looks after the session now."""
    cache.set(_key(session, user), "1", THERE_SECONDS)


def directors_there(session: Session, user: User) -> list[User]:
    """Return the other directors who look after the session now."""
    return [one for one in other_directors(session.club, user) if cache.get(_key(session, one))]


def own_request_check(*, session: Session, user: User, contestants: set[int], what: str) -> str:
    """Return what the audit log adds for a request of the director's own, or "" for somebody else's.

    `contestants`: the ids of those who asked. Raise Refused while another director is there.
    """
    if not contestants_played_by(user).filter(pk__in=contestants).exists():
        return ""
    if others := directors_there(session, user):
        raise Refused(OWN.format(what=what, who=names_told(others)))
    return ALONE.format(what=what)


def consent_check(
    *, session: Session, user: User, contestants: set[int], what: str, act: str, number: str
) -> str:
    """Return what the audit log adds, as `own_request_check`. Where no other director is there, the opponent consents.

    `act` names what is asked for, so that a number is good for nothing else. Raise Refused, and ConsentWanted while
    `number` is not the one on the opponent's screen.
    """
    why = own_request_check(session=session, user=user, contestants=contestants, what=what)
    if not why or session.status not in IN_PLAY:
        return why
    seating, seat, opponent = _table_of(session, user, contestants)
    if seating is None or opponent is None:
        raise Refused(NOBODY_AGREES.format(what=what))
    typed = "".join(number.split())
    if constant_time_compare(typed, number_of(act)):
        cache.delete(_asked_key(seat))
        return AGREED.format(what=what)
    if typed and WRONG_NUMBERS.exceeded(str(seat)):
        raise Refused(TOO_OFTEN)
    cache.set(_asked_key(seat), act, ASKED_SECONDS)
    if seating.table.room_id is not None:
        room_touch(room_id=seating.table.room_id)
    name = names_of([opponent.pk])[opponent.pk]
    raise ConsentWanted(name, WRONG.format(name) if typed else "")


def _table_of(
    session: Session, user: User, contestants: set[int]
) -> tuple[Seating | None, int, Contestant | None]:
    """Return the seating of the user's own seat this round, who is in it, and the opponent who can agree."""
    played = set(contestants_played_by(user).values_list("pk", flat=True))
    own = played & contestants
    here = Seating.objects.filter(CURRENT, Q(ns__in=own) | Q(ew__in=own), round__section__session=session)
    seating = here.select_related("table", "ns", "ew").first()
    both = [one for one in (seating.ns, seating.ew) if one is not None] if seating else []
    seat = next((one.pk for one in both if one.pk in own), 0)
    agrees = next((one for one in both if one.pk not in played and not one.robot), None)
    return seating, seat, agrees


def number_of(act: str) -> str:
    """Return the six figures by which an opponent consents to this act."""
    digest = salted_hmac("clubsite.duplicate.own_requests", act, algorithm="sha256").hexdigest()
    return f"{int(digest, 16) % 10**6:06}"


def freed_act(ticket: SeatTicket) -> str:
    """Name the return to the seat of an ended ticket. Freed once more, the seat has another number."""
    return f"seat {ticket.pk}, {ticket.revoked_at.isoformat() if ticket.revoked_at else ''}"


def number_asked(contestant_id: int) -> str:
    """Return the number that a director in this seat has asked for, to be shown to the opponent; "" for none."""
    act = cache.get(_asked_key(contestant_id))
    return number_of(act) if act else ""


def _asked_key(contestant_id: int) -> str:
    return f"consent-asked:{contestant_id}"


def _key(session: Session, user: User) -> str:
    return f"director-there:{session.public_id}:{user.pk}"
