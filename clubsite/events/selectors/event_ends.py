"""Until when the boards of an event stay shut, because nights that this server does not see may still be played."""

import datetime

from django.db.models import Q, QuerySet

from clubsite.duplicate.models import SessionStatus
from clubsite.events.models import Event, Heat, HeatStatus

LONGEST_NIGHT = datetime.timedelta(hours=8)
"""How long after its start a night may still be played."""


def heats_out_of_sight(event: Event) -> QuerySet[Heat]:
    """Return the heats that may be played where this server does not see it: they have the cards, or an envelope with
    the key of the boards, and are not confirmed. They play on another server, or with a scoring program of their own.
    """
    nothing_here = Q(session=None) | Q(session__status=SessionStatus.DRAFT)
    has_cards = Q(released_at__isnull=False) | Q(envelope_at__isnull=False)
    rows = event.heats.filter(nothing_here, has_cards, confirmed_at=None)
    return rows.filter(status=HeatStatus.ACCEPTED)


def latest_end(heat: Heat) -> datetime.datetime:
    """Return when the night of a heat that has the cards, or an envelope, is over at the latest.

    A heat gets the cards at most an hour before its start. An envelope may be opened as long as the window is open.
    """
    if heat.released_at is None:
        return heat.event.window_closes + LONGEST_NIGHT
    return max(heat.released_at, heat.planned_at or heat.released_at) + LONGEST_NIGHT


def boards_shut_until(event: Event) -> datetime.datetime:
    """Return until when nobody sees the event's boards: until its window has closed, and no heat out of sight may still
    be played.

    The organiser's server alone knows all heats. It shows the secret when they are over, so a server that has it opens
    its boards. Without the secret they stay shut until every night has to be over.
    """
    if event.is_remote:
        return event.window_closes + (datetime.timedelta() if event.shown_secret else LONGEST_NIGHT)
    return max([event.window_closes, *(latest_end(heat) for heat in heats_out_of_sight(event).select_related("event"))])
