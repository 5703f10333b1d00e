"""The reader of a request, as a person of a club."""

from django.http import HttpRequest

from clubsite.accounts.cookies import device_here
from clubsite.clubs.models import Club
from clubsite.duplicate.models import Session
from clubsite.members.selectors import Viewer, viewer_of


def viewer_here(request: HttpRequest, club: Club, session: Session | None = None) -> Viewer:
    """Return who reads, at this club and in this session (`selectors.viewer_of`)."""
    return viewer_of(request.user, device_here(request), club, session)
