"""How the session is scored; contestants' strata, handicaps and carry-over; penalties."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubsite.accounts.requests import SignedInRequest
from clubsite.director.scores import settings as desks
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session

SETTINGS_FORMS = {
    "scoring": (desks.scoring_kept, "It is scored so. The figures follow at once."),
    "contestants": (desks.contestants_kept, "Noted. The ranking follows at once."),
    "penalty": (desks.penalty_given, "The penalty is given. The ranking follows at once."),
}


@for_director
def scoring(request: SignedInRequest, session: Session) -> HttpResponse:
    """Show one page with a form for each question. Refused input stays in its field with the reason."""
    page = desks.scoring_page_of(session, request.POST if request.method == "POST" else None)
    for name, (act, words) in SETTINGS_FORMS.items():
        if name in request.POST and act(page, request.user):
            messages.success(request, words)
            return redirect("director:scoring", session_id=session.public_id)
    return render(request, "director/scores/settings.html", {"session": session, "club": session.club, "page": page})


@for_director
@require_POST
def handicaps(request: SignedInRequest, session: Session) -> HttpResponse:
    """Fill in everybody's handicap from the club's earlier sessions."""
    count, before = desks.handicaps_drawn(desks.scoring_page_of(session), request.user)
    words = f"Handicaps of {count} found in earlier nights." if count else "No earlier night to take a handicap from."
    if before:
        words += f" Before there stood: {', '.join(before)}."
    messages.success(request, words)
    return redirect("director:scoring", session_id=session.public_id)


@for_director
@require_POST
def penalty_back(request: SignedInRequest, session: Session, pk: int) -> HttpResponse:
    """Take a penalty back."""
    messages.info(request, desks.penalty_back(session, pk, request.user))
    return redirect("director:scoring", session_id=session.public_id)
