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
    """A heat that an event waits for, with `words` for what its club has still to do.

    `closable_from` is when the organiser may end its night, or None if no night of it runs here. `shut_until` is until
    when at most it keeps the boards shut, because it may be played where this server does not see it, or None.
    """

    heat: Heat
    words: str
    closable_from: datetime.datetime | None
    shut_until: datetime.datetime | None

    @property
    def may_close(self) -> bool:
        return self.closable_from is not None and self.closable_from <= timezone.now()


def closable_from(heat: Heat) -> datetime.datetime | None:
    """Return when the organiser may end the night of a heat, or None if it does not run."""
    session = heat.session
    if session is None or session.status not in IN_PLAY:
        return None
    return (session.started_at or heat.event.window_closes) + LONGEST_NIGHT


def heats_awaited(event: Event) -> list[AwaitedHeat]:
    """Return the heats that an event waits for, or [] while its window is open and if it does not take place.

    Before the publication these are heats whose night runs, heats that have the cards and may be played out of sight,
    and heats with enough tables that are not confirmed. Afterwards only what keeps the boards shut matters: also a
    board that is still to be played late, and the night of a heat that was left out.
    """
    if event.status not in (EventStatus.ANNOUNCED, EventStatus.PUBLISHED) or not event.is_closed():
        return []
    counting, out_of_sight = set(heats_counting(event)), set(heats_out_of_sight(event).values_list("pk", flat=True))
    lines, longest = EventLine.objects.filter(heat=OuterRef("pk")), event.window_closes + LONGEST_NIGHT
    late = lines.filter(status=ScoreStatus.LATE, table_board__isnull=False)
    rows = event.heats.filter(status__in=(HeatStatus.ACCEPTED, HeatStatus.LEFT))
    rows = rows.select_related("session", "club").annotate(scored=Exists(lines), owes=Exists(late))
    found = []
    for heat in rows.order_by("club_name", "pk"):
        closable, unseen = closable_from(heat), heat.pk in out_of_sight
        shut = longest if unseen and timezone.now() < longest else None
        unconfirmed = unseen or (heat.pk in counting and heat.confirmed_at is None)
        if closable or (unconfirmed if event.status == EventStatus.ANNOUNCED else heat.owes or shut):
            found.append(AwaitedHeat(heat, _still_to_do(closable is not None, heat.owes, heat.scored), closable, shut))
    return found


def _still_to_do(plays: bool, owes: bool, scored: bool) -> str:
    if plays:
        return "has not ended its night"
    if owes:
        return "has a board still to be played late"
    return "has not confirmed its scores" if scored else "has the cards and has sent no scores"
