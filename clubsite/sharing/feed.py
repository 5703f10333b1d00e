"""A club's published sessions as an Atom feed (RFC 4287), with the winners, as strangers see them."""

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed

from clubsite.clubs.models import Club
from clubsite.sharing.selectors import SharedSession

MAX_ENTRIES = 20
"""The number of entries of a feed."""


def feed_of(club: Club, sessions: list[SharedSession], base: str) -> str:
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
    return feed.writeString("utf-8")


def _summary(shared: SharedSession) -> str:
    won = [f"{found.lead}: {row.name}, {row.figure}" for found in shared.lists for row in found.rows]
    head = shared.published.publication.chain_link.short
    return ". ".join([shared.size, *won, *([f"Chain {head}"] if head else [])]) + "."
