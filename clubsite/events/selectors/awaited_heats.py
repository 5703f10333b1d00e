"""The clubs that an event waits for once its window has closed: nights that are not over, and scores not confirmed.

The pages name them, and the clock publishes nothing before there are none.
"""

import datetime
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils import timezone

from clubsite.duplicate.selectors.sessions import IN_PLAY
from clubsite.events.models import Event, EventLine, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.event_facts import LONGEST_NIGHT, heats_counting, heats_out_of_sight
from clubsite.scores.models import ScoreStatus


@dataclass(frozen=True, slots=True)
class AwaitedHeat:
    """A heat that an event waits for.

    `plays` is True if its night here still runs, `out_of_sight` if it may be played where this server does not see it,
    and `late` if a board of it is still to be played late. Each of these keeps the boards shut. `silent` is True if no
    score of it has come.
    """

    heat: Heat
    plays: bool
    out_of_sight: bool = False
    late: bool = False
    silent: bool = False

    @property
    def words(self) -> str:
        """What the club has still to do, after its name."""
        if self.plays:
            return "has not ended its night"
        if self.late:
            return "has a board still to be played late"
        return "has the cards and has sent no scores" if self.silent else "has not confirmed its scores"

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

    @property
    def shut_until(self) -> datetime.datetime | None:
        """Until when at most the boards stay shut because of a heat out of sight, or None if they do not."""
        end = self.heat.event.window_closes + LONGEST_NIGHT
        return end if self.out_of_sight and timezone.now() < end else None


def heats_awaited(event: Event) -> list[AwaitedHeat]:
    """Return the heats that an event waits for, or [] while its window is open and if it does not take place.

    Before the publication these are heats whose night runs, heats that have the cards and may be played out of sight,
    and heats with enough tables that are not confirmed. Afterwards only what keeps the boards shut matters. The night
    of a heat that was left out does so too.
    """
    if event.status not in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED) or not event.is_closed():
        return []
    announced = event.status == EventStatus.ANNOUNCED
    counting, unseen = set(heats_counting(event)), set(heats_out_of_sight(event).values_list("pk", flat=True))
    there = event.heats.filter(status__in=(HeatStatus.ACCEPTED, HeatStatus.LEFT))
    lines = EventLine.objects.filter(heat=OuterRef("pk"))
    of_tables_here = lines.filter(status=ScoreStatus.LATE, table_board__isnull=False)
    rows = there.annotate(scored=Exists(lines), owes=Exists(of_tables_here))
    found = []
    for heat in rows.select_related("event", "session", "club").order_by("club_name", "pk"):
        plays = heat.session is not None and heat.session.status in IN_PLAY
        one = AwaitedHeat(heat, plays, heat.pk in unseen, heat.owes, not heat.scored)
        unconfirmed = one.out_of_sight or (heat.pk in counting and heat.confirmed_at is None)
        if plays or (unconfirmed if announced else one.late or one.shut_until is not None):
            found.append(one)
    return found
