"""What an organiser can do about a heat that the event waits for: close it, or leave it out."""

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.duplicate.selectors.sessions import IN_PLAY
from clubsite.duplicate.services.directing import session_end
from clubsite.events.models import EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.awaited_heats import AwaitedHeat
from clubsite.events.selectors.event_ends import LONGEST_NIGHT
from clubsite.events.services.event_log import event_log_add
from clubsite.events.services.heats import heat_locked
from clubsite.events.services.scoring_requests import event_scoring_ask


def heat_close(*, heat: Heat, user: User) -> int:
    """End a heat's night, which still runs long after its start. Return how many boards became "not played".

    The scores that are in count. Raise Refused while the window is open, before the night could be over, or if it does
    not run.
    """
    event, session = heat.event, heat.session
    if not event.is_closed():
        raise Refused("The window is open, so this heat may still be played.")
    if session is None or session.status not in IN_PLAY:
        raise Refused("The night of this heat does not run, so there is nothing to close.")
    if not AwaitedHeat(heat, plays=True).may_close:
        hours = round(LONGEST_NIGHT.total_seconds() / 3600)
        raise Refused(f"Wait until {hours} hours after the start of the night. Until then the club may still play.")
    with transaction.atomic():
        count = session_end(session=session, user=user)
        heat = heat_locked(heat)
        event_log_add(event, EventAction.HEAT_CLOSED, heat.club_name, heat=heat, user=user)
    return count


def heat_leave_out(*, heat: Heat, user: User) -> Heat:
    """Take a heat out of the event after its window. Its lines are kept and do not count.

    Raise Refused while the window is open, once the event is published, or if the heat does not take part.
    """
    with transaction.atomic():
        heat = heat_locked(heat)
        if not heat.event.is_closed():
            raise Refused("The window is open, so this heat can still be played and confirmed.")
        if heat.event.status != EventStatus.ANNOUNCED or heat.status != HeatStatus.ACCEPTED:
            raise Refused("This heat does not take part any more, or the ranking is published.")
        heat.status = HeatStatus.LEFT
        heat.save(update_fields=["status"])
        event_scoring_ask(event_id=heat.event_id)
        event_log_add(heat.event, EventAction.LEFT_OUT, heat.club_name, heat=heat, user=user)
    return heat
