"""Events, heats, their lines, and the rankings and booklets made from them."""

from clubsite.events.models.events import Event, EventAction, EventJoining, EventLogLine, EventStatus, EventWinners
from clubsite.events.models.heats import (
    STILL_THERE,
    EventEntrant,
    EventLine,
    EventPerson,
    Heat,
    HeatAccess,
    HeatInvitation,
    HeatStatus,
    HubHeat,
    KeptState,
)
from clubsite.events.models.rankings import (
    BOOKLET_PAGE_FORMAT,
    EventBoard,
    EventBookletPage,
    EventPlace,
    EventPublication,
    EventScoring,
)
