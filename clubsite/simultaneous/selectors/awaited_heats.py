"""The clubs that an event waits for once its window has closed: nights that still run, and scores not confirmed.

The pages name them, and the clock publishes nothing before there are none.
"""

import datetime
from dataclasses import dataclass

from django.utils import timezone

from clubsite.duplicate.selectors.sessions import IN_PLAY
from clubsite.simultaneous.models import EventStatus, Heat, HeatStatus, SimultaneousEvent
from clubsite.simultaneous.selectors.event_ends import LONGEST_NIGHT
from clubsite.simultaneous.selectors.event_facts import heats_counting


@dataclass(frozen=True, slots=True)
class AwaitedHeat:
    """A heat that an event waits for. `plays` is True if its night still runs, which keeps the boards shut."""

    heat: Heat
    plays: bool

    @property
    def words(self) -> str:
        """What the club has still to do, after its name."""
        return "has not ended its night" if self.plays else "has not confirmed its scores"

    @property
    def closable_from(self) -> datetime.datetime | None:
        """When the organiser may close the heat, or None if its night does not run."""
        session = self.heat.session
        if not self.plays or session is None:
            return None
        return (session.started_at or self.heat.event.window_closes) + LONGEST_NIGHT

    @property
    def may_close(self) -> bool:
        return self.closable_from is not None and self.closable_from <= timezone.now()


def heats_awaited(event: SimultaneousEvent) -> list[AwaitedHeat]:
    """Return the heats that an event waits for, or [] while its window is open and if it does not take place.

    Before the publication these are heats whose night runs, and heats with enough tables that are not confirmed.
    Afterwards only nights that still run matter: the boards stay shut until they have ended. So does the night of a
    heat that was left out.
    """
    if event.status not in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED) or not event.is_closed():
        return []
    counting = set(heats_counting(event)) if event.status == EventStatus.ANNOUNCED else set()
    there = event.heats.filter(status__in=(HeatStatus.ACCEPTED, HeatStatus.LEFT))
    rows = there.select_related("session", "club").order_by("club_name", "pk")
    found = []
    for heat in rows:
        plays = heat.session is not None and heat.session.status in IN_PLAY
        if plays or (heat.pk in counting and heat.confirmed_at is None):
            found.append(AwaitedHeat(heat, plays))
    return found
