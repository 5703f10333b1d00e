"""Events, heats, their lines, and what these come to."""

from clubsite.simultaneous.models.actions import EventAction
from clubsite.simultaneous.models.booklets import BOOKLET_PAGE_FORMAT, EventBookletPage
from clubsite.simultaneous.models.events import (
    EventJoining,
    EventLogLine,
    EventStatus,
    EventWinners,
    SimultaneousEvent,
)
from clubsite.simultaneous.models.heats import (
    STILL_THERE,
    EventEntrant,
    EventLine,
    EventPenalty,
    EventPerson,
    Heat,
    HeatStatus,
)
from clubsite.simultaneous.models.rankings import EventBoard, EventPlace, EventPublication, EventScoring
