"""The sections of a draft: split, put together, four-handed beside them, screens or cards."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.director.setup import sections as divisions
from clubsite.director.setup.views import page
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors.sessions import section_for


@for_director
def sections(request: SignedInRequest, session: Session) -> HttpResponse:
    """How the field is divided now, and what else is proposed."""
    return _page(request, session)


def _page(request: SignedInRequest, session: Session, **faults: str) -> HttpResponse:
    context = {
        "rows": divisions.rows_of(session),
        "divisions": divisions.divisions_for(session),
        "paces": divisions.paces_of(session, request.POST, faults),
        "typed": request.POST,
        "faults": faults,
    }
    return page(request, session, "movement", template="sections", **context)


@for_director
@require_POST
def act(request: SignedInRequest, session: Session, act: str) -> HttpResponse:
    """Do it; what is refused is said at its field."""
    try:
        _do(request, session, act)
    except Refused as no:
        return _page(request, session, **{no.field or act: str(no)})
    return redirect("director:sections", session_id=session.public_id)


def _do(request: SignedInRequest, session: Session, act: str) -> None:
    if act == "split":
        divisions.split(session, request.POST, request.user)
    elif act == "pairs":
        divisions.add_pairs(session, request.POST, request.user)
    elif act == "pace":
        divisions.pace(session, request.POST, request.user)
    elif act in ("remove", "play"):
        section = section_for(session, request.POST.get("section", ""))
        if act == "remove":
            divisions.remove(session, section, request.user)
        else:
            divisions.play(session, section, request.POST, request.user)
    else:
        raise Http404("No such act")
