"""Requests that directors may not grant themselves while another director is there to answer (SOLO-31).

A director is there if they have requested a page of the session in the last half hour. The cache knows it. Without the
cache nobody is there: then the opponent at the table consents (`consents`, `seats.taking`), and the audit log says so.
"""

from django.core.cache import cache

from clubsite.accounts.models import User
from clubsite.clubs.selectors import names_told, other_directors
from clubsite.core.refused import Refused
from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors.played_as import contestants_played_by

THERE_SECONDS = 30 * 60
OWN_REQUEST = "This is your own {what}, so another director answers: {who} can, and has this night’s pages open."
NO_OTHER_DIRECTOR = "their own {what}; no other director was there"


def director_seen(session: Session, user: User) -> None:
    """Remember that this director looks after the session now."""
    cache.set(_key(session, user), "1", THERE_SECONDS)


def directors_there(session: Session, user: User) -> list[User]:
    """Return the other directors who look after the session now."""
    return [one for one in other_directors(session.club, user) if cache.get(_key(session, one))]


def own_request_check(*, session: Session, user: User, contestants: set[int], what: str) -> str:
    """Return what the audit log adds for a director's own request, or "" for another person's.

    `contestants` are the ids of the people who asked. Raise Refused while another director is there.
    """
    if not contestants_played_by(user).filter(pk__in=contestants).exists():
        return ""
    if others := directors_there(session, user):
        raise Refused(OWN_REQUEST.format(what=what, who=names_told(others)))
    return NO_OTHER_DIRECTOR.format(what=what)


def _key(session: Session, user: User) -> str:
    return f"director-there:{session.public_id}:{user.pk}"
