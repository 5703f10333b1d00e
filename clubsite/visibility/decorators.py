"""The confirmation that a director gives before cards leave the site, on paper or in a file."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse

from clubsite.accounts.second_factor.confirming import confirmed
from clubsite.nights.decorators import posted_by_director

View = Callable[..., HttpResponse]


def taking_cards(view: View) -> Any:
    """Let a director take cards away from the site: only by a POST, and only after confirming who they are.

    Every view of a sheet or file with cards has this decorator, except for a file whose form first says that it
    holds no cards. A look at one table's board does not need it: the players wait for the ruling (decision 067).
    """
    return posted_by_director(confirmed(view))
