"""A club's published sessions and events as an Atom feed (RFC 4287), with the winners, as strangers see them."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed

from clubsite.clubs.models import Club
from clubsite.events.selectors.event_pages import EventPage
from clubsite.sharing.selectors import SharedSession

MAX_ENTRIES = 20
"""The number of entries of a feed."""


def feed_of(club: Club, sessions: list[SharedSession], base: str, events: Sequence[EventPage] = ()) -> str:
    """Return the feed. `base` is the site's address. An entry is updated when its results are corrected."""
    feed = Atom1Feed(
        title=f"Results of {club.name}",
        link=base + reverse("results:club-results", args=[club.slug]),
        feed_url=base + reverse("sharing:feed", args=[club.slug]),
        description=f"The nights of {club.name}, as they are published.",
        author_name=club.name,
        language="en",
    )
    for shared in sessions:
        address = base + reverse("results:ranking", args=[shared.published.session.public_id])
        at = shared.published.publication.at
        feed.add_item(shared.title, address, _summary(shared), unique_id=address, updateddate=at, pubdate=None)
    for page in events:
        event, at = page.reader.event, page.versions[0].at
        address = base + reverse("events:event", args=[event.public_id])
        feed.add_item(event.name, address, _event_summary(page), unique_id=address, updateddate=at, pubdate=None)
    return feed.writeString("utf-8")


def _event_summary(page: EventPage) -> str:
    won = [
        f"{found.key.title}: {row.name} of {row.entrant.heat.club_name}, {page.figure(row)}"
        for found in page.lists
        for row in found.rows[:1]
    ]
    return ". ".join([page.size, *won]) + "."


def _summary(shared: SharedSession) -> str:
    won = [f"{found.lead}: {row.name}, {row.figure}" for found in shared.lists for row in found.rows]
    return ". ".join([shared.size, *won, f"Digest {shared.published.publication.short}"]) + "."
