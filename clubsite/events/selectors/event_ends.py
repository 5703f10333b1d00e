"""When an event ends: until when its boards stay shut, because nights that this server does not see may be played."""

import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from clubsite.duplicate.models import SessionStatus
from clubsite.events.models import Event, EventStatus, Heat, HeatStatus
from scoring.settings import ScoringSettings, SettingsError

LONGEST_NIGHT = datetime.timedelta(hours=8)
"""How long after its start a night may still be played."""
DAY = datetime.timedelta(days=1)
"""More than any clock differs from another, and than a night lasts after its window."""
HAS_CARDS = Q(released_at__isnull=False) | Q(envelope_at__isnull=False) | ~Q(boards_key="")
"""A heat that has the cards, an envelope with the key of the boards, or the key itself."""


def can_be_shown(event: Event) -> bool:
    """True if every clock can show the event's window, and its scoring can be read. A list leaves out any other row."""
    try:
        _ = (event.window_opens - DAY, event.window_closes + DAY, ScoringSettings.from_json(event.scoring))
    except (OverflowError, SettingsError):
        return False
    return True


def has_given_cards(event: Event) -> bool:
    """True if any heat holds the event's cards, or could open them."""
    return event.heats.filter(HAS_CARDS).exists()


def heats_out_of_sight(event: Event) -> QuerySet[Heat]:
    """Return the heats that may be played where this server does not see it: they have the cards, however early they
    got them, and are not confirmed. They play on another server, or with a scoring program of their own. A heat that
    was left out may still be played.
    """
    nothing_here = Q(session=None) | Q(session__status=SessionStatus.DRAFT)
    there = (HeatStatus.ACCEPTED, HeatStatus.LEFT)
    return event.heats.filter(nothing_here, HAS_CARDS, confirmed_at=None, status__in=there)


def boards_shut_until(event: Event) -> datetime.datetime:
    """Return until when nobody sees the event's boards: until its window has closed, and for a whole night longer if a
    heat out of sight may still be played.

    In a cancelled event nobody waits for the window, unless there is such a heat.
    The organiser's server alone knows all heats. It shows the secret when they are over, so a server that has it opens
    its boards. Without the secret they stay shut until every night has to be over.
    """
    longest = event.window_closes + LONGEST_NIGHT
    if event.is_remote:
        return event.window_closes if event.shown_secret else longest
    if heats_out_of_sight(event).exists():
        return longest
    return timezone.now() if event.status == EventStatus.CANCELLED else event.window_closes
