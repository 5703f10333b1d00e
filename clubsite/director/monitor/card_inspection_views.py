"""A look at the cards of a table: first the warning, then, once it is recorded, the cards. Never by GET."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.refused import Refused
from clubsite.director.monitor import card_inspection
from clubsite.director.monitor.forms import LookForm
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors.tables import table_for


@for_director
@require_http_methods(["GET", "HEAD", "POST"])
def look(request: SignedInRequest, session: Session, number: str) -> HttpResponse:
    """Ask which board, and why. Only the answer to this form shows cards."""
    table = table_for(session, number)
    form = LookForm(request.POST if request.method == "POST" else None)
    context = {"session": session, "club": session.club, "table": table, "form": form}
    if form.is_valid():
        asked = form.cleaned_data
        try:
            seen = card_inspection.look(
                user=request.user, session=session, table=table, row_pk=asked["board"], why=asked["why"]
            )
        except Refused as no:
            form.add_error("board", str(no))
        else:
            return render(request, "director/monitor/inspected_cards.html", context | {"look": seen})
    choices = card_inspection.choices_of(request.user, session, table)
    return render(request, "director/monitor/inspect_cards.html", context | {"choices": choices})
