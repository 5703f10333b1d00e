"""Requests and actions of a playing director, answered by another director or by the table opponent (SOLO-31).

A director is present if they requested a page of the session in the last half hour. Otherwise an action needs the
number on the opponent's screen, which works once, for this action, within `ASKED_SECONDS`. Without a cache nothing is
possible.
"""

import datetime
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, get_random_string

from clubsite.accounts.models import User
from clubsite.clubs.selectors import names_told, other_directors
from clubsite.core.limits import WRONG_CONSENT_NUMBERS, Probe, probe_count
from clubsite.core.refused import Refused
from clubsite.nights.models import Contestant, Seating, Session
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.played_as import contestants_played_by
from clubsite.nights.selectors.sessions import IN_CURRENT_ROUND, IN_PLAY
from clubsite.play.services import room_invalidate

ASKED_SECONDS = 3 * 60
NOBODY_AGREES = (
    "This is your own {}, and nobody is there who can agree: no other director, and no opponent at your table. "
    "Ask another director of the club to open this night’s pages."
)
WRONG_NUMBER = "That is not the number on {}’s screen now. It has six figures."
THERE_SECONDS = 30 * 60
Facts = dict[str, Any]
OWN_REQUEST = "This is your own {what}, so another director answers: {who} can, and has this night’s pages open."


class ConsentWanted(Exception):
    """Raised if an act needs the number on the screen of `opponent`. `words` follow "wants to"; `fault` may be ""."""

    def __init__(self, opponent: str, words: str, fault: str = "") -> None:
        super().__init__(fault)
        self.opponent, self.words, self.fault = opponent, words, fault


@dataclass(frozen=True, slots=True)
class OwnAct:
    """A director's action at their own seat. `key` distinguishes it from all others; `words` follow "wants to"."""

    key: str
    words: str
    seen: str = ""
    """For an act on the play at the table: "<play>/<seq>", as the director saw it."""


@dataclass(frozen=True, slots=True)
class ConsentPrompt:
    """The request for consent to an action, as shown on the opponent's screen."""

    act: OwnAct
    number: str
    until: datetime.datetime


def consent_asked(contestant_id: int) -> ConsentPrompt | None:
    """Return the consent that the director in this contestant's seat is now asking for, or None."""
    return cache.get(_key(contestant_id))


def consent_check(*, session: Session, user: User, contestants: set[int], what: str, act: OwnAct, number: str) -> Facts:
    """Return the audit log's facts as `own_request_check` does. If no other director is present, use up `number`.

    Raise ConsentWanted if `number` is not the number on the opponent's screen, or Refused if nobody can agree.
    """
    facts = own_request_check(session=session, user=user, contestants=contestants, what=what)
    if not facts or session.status not in IN_PLAY:
        return facts
    seating, own, opponent = _table_of(session, user, contestants)
    if seating is None or opponent is None:
        raise Refused(NOBODY_AGREES.format(what))
    if WRONG_CONSENT_NUMBERS.reached(str(own)):
        raise Refused(WRONG_CONSENT_NUMBERS.refusal(str(own)))
    prompt, typed = consent_asked(own), "".join(number.split())
    prompt = prompt if prompt is not None and prompt.act == act else None
    if prompt and constant_time_compare(typed, prompt.number) and cache.delete(_key(own)):
        room_invalidate(room_id=seating.table.room_id)  # both screens show the present question
        return {**facts, "consented": True}
    if typed:
        WRONG_CONSENT_NUMBERS.count(str(own))
        probe_count(Probe.WRONG_NUMBER, seating.table.room_id)
    if prompt is None:
        until = timezone.now() + datetime.timedelta(seconds=ASKED_SECONDS)
        cache.set(_key(own), ConsentPrompt(act, get_random_string(6, "0123456789"), until), ASKED_SECONDS)
        room_invalidate(room_id=seating.table.room_id)
    name = names_of([opponent.pk])[opponent.pk]
    raise ConsentWanted(name, act.words, WRONG_NUMBER.format(name) if typed else "")


def _table_of(session: Session, user: User, contestants: set[int]) -> tuple[Seating | None, int, Contestant | None]:
    """Return the seating at the user's seat in this round, the contestant there, and an opponent who can agree."""
    played = set(contestants_played_by(user).values_list("pk", flat=True))
    own = played & contestants
    here = Seating.objects.filter(IN_CURRENT_ROUND, Q(ns__in=own) | Q(ew__in=own), round__section__session=session)
    seating = here.select_related("table", "ns", "ew").first()
    both = [side for side in (seating.ns, seating.ew) if side is not None] if seating else []
    seat = next((side.pk for side in both if side.pk in own), 0)
    return seating, seat, next((side for side in both if side.pk not in played and not side.robot), None)


def _key(contestant_id: int) -> str:
    return f"consent-asked:{contestant_id}"


def director_seen(session: Session, user: User) -> None:
    """Record that this director is currently looking after the session."""
    cache.set(_there_key(session, user), "1", THERE_SECONDS)


def own_request_check(*, session: Session, user: User, contestants: set[int], what: str) -> Facts:
    """Return the audit facts of a director's own request, else {}. Raise Refused while another director is present."""
    if not contestants_played_by(user).filter(pk__in=contestants).exists():
        return {}
    if others := [other for other in other_directors(session.club, user) if cache.get(_there_key(session, other))]:
        raise Refused(OWN_REQUEST.format(what=what, who=names_told(others)))
    return {"own": what}


def _there_key(session: Session, user: User) -> str:
    return f"director-there:{session.public_id}:{user.pk}"
