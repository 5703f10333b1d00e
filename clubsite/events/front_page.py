"""The events on a club's front page."""

from clubsite.clubs.models import Club
from clubsite.clubs.time_zones import zone_of
from clubsite.events.selectors.events import events_ahead
from clubsite.results.front_page import FrontPageEvent


def front_page_events_of(club: Club) -> list[FrontPageEvent]:
    """Return the coming and running events in which a club takes part, or which it organises."""
    return [
        FrontPageEvent(
            name=row.event.name,
            address=row.address,
            organiser=row.event.organiser_name,
            opens=row.event.window_opens,
            closes=row.event.window_closes,
            planned_at=heat.planned_at if heat else None,
            playing=row.event.is_open(),
            zone=zone_of(club),
        )
        for row, heat in events_ahead(club)
    ]
