"""A picture of a simultaneous event: its window, and the first five of each list, with names as strangers see them."""

from django.utils import timezone

from clubsite.clubs.time_zones import zone_named, zone_of
from clubsite.events.selectors.event_pages import EventPage
from clubsite.events.selectors.event_reader import FieldRow
from clubsite.sharing.canvas import can_write
from clubsite.sharing.ranking_picture import MOST_LISTS, MOST_ROWS, PictureRow, RankingPicture


def event_picture(page: EventPage) -> RankingPicture:
    """Return the picture of an event. Before the results are published, it shows no places."""
    event = page.reader.event
    lists = page.lists if page.reader.phase == "published" else []
    zone = zone_of(event.club) if event.club is not None else zone_named("")
    first, last = (timezone.localtime(at, zone).date() for at in (event.window_opens, event.window_closes))
    days = [f"{day.day} {day:%B %Y}" for day in dict.fromkeys((first, last))]
    return RankingPicture(
        club=event.organiser_name,
        title=event.name,
        date=" to ".join(days),
        size=f"{page.size}, {event.boards} boards",
        lists=tuple((found.key.title, tuple(_row(page, row) for row in found.rows[:MOST_ROWS])) for found in lists)[
            :MOST_LISTS
        ],
        more=len(lists[MOST_LISTS:]),
    )


def _row(page: EventPage, row: FieldRow) -> PictureRow:
    """Return one row of the picture, leaving out any name with letters that the fonts lack."""
    name = f"{row.name}, {row.entrant.heat.club_name}"
    return PictureRow(row.place or "–", name if can_write(name) else "…", page.figure(row))
