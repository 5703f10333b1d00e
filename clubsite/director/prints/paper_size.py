"""The paper that a sheet is made for."""

from django.http import HttpRequest

from clubsite.duplicate.models import Session
from clubsite.pdf.paper import PaperSize


def size_asked(request: HttpRequest, session: Session) -> PaperSize:
    """What the address asks for (`?paper=letter`), else the club's own."""
    asked = request.GET.get("paper", "")
    return PaperSize(asked if asked in list(PaperSize) else session.club.paper)
