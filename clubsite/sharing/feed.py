"""A club's published sessions as an Atom feed (RFC 4287), with the winners, as strangers read it."""

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed

from clubsite.clubs.models import Club
from clubsite.sharing.selectors import SharedSession

NIGHTS = 20
"""The number of entries of a feed."""


def feed_of(club: Club, nights: list[SharedSession], base: str) -> str:
    """Return the feed. `base` is the address of the site. An entry is updated when its results are corrected."""
    feed = Atom1Feed(
        title=f"Results of {club.name}",
        link=base + reverse("results:club-results", args=[club.slug]),
        feed_url=base + reverse("sharing:feed", args=[club.slug]),
        description=f"The nights of {club.name}, as they are published.",
        author_name=club.name,
        language="en",
    )
    for night in nights:
        address = base + reverse("results:ranking", args=[night.published.session.public_id])
        at = night.published.publication.at
        feed.add_item(night.title, address, _summary(night), unique_id=address, updateddate=at, pubdate=None)
    return feed.writeString("utf-8")


def _summary(night: SharedSession) -> str:
    won = [f"{found.lead}: {row.name}, {row.figure}" for found in night.lists for row in found.rows]
    return ". ".join([night.size, *won]) + "."
