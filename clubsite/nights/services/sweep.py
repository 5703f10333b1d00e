"""A sweep that does the work of lost signals, so that no session depends on the arrival of a message."""

import logging
from collections.abc import Callable

from django.db.models import QuerySet

from clubsite.nights.models import Section, SessionStatus
from clubsite.nights.services.rounds import all_done, round_check
from clubsite.nights.services.tables import table_advance
from clubsite.play.models import Room

log = logging.getLogger(__name__)


def sweep() -> int:
    """Do the work of lost signals: at tables with both players ready, and in rounds with all tables done.

    Return how many tables and rounds were checked.
    """
    rooms = Room.objects.filter(table__section__session__status=SessionStatus.RUNNING, paused=False)
    stuck = [
        r.pk for r in rooms.select_related("play") if len(r.ready) == 2 and (r.play is None or r.play.status != "live")
    ]
    for room_id in stuck:
        one_of_many(table_advance, room_id=room_id)
    waiting = [s for s in running_sections().filter(hold=False) if all_done(s) and not after_last(s)]
    for section in waiting:
        one_of_many(round_check, section_id=section.pk)
    return len(stuck) + len(waiting)


def running_sections() -> QuerySet[Section]:
    """Return the sections that are currently in a round."""
    return Section.objects.filter(session__status=SessionStatus.RUNNING, round_number__gt=0)


def one_of_many(step: Callable[..., object], **which: object) -> None:
    """Run one step, and log any failure, so that one failing step does not stop the others or the rest of the sweep."""
    try:
        step(**which)
    except Exception:
        log.exception("%s(%s) failed: the next sweep tries again", step.__name__, which)


def after_last(section: Section) -> bool:
    return not section.rounds.filter(number__gte=section.round_number, ended_at__isnull=True).exists()
