"""The paper size of a sheet."""

from django.http import HttpRequest

from clubsite.duplicate.models import Session
from clubsite.pdf.paper import PaperSize


def size_asked(request: HttpRequest, session: Session) -> PaperSize:
    """Return the size in the address (`?paper=letter`), or the club's own."""
    asked = request.GET.get("paper", "")
    return PaperSize(asked if asked in list(PaperSize) else session.club.paper)
