"""One table changed to cards or to screens: what happens to its boards, before it is done."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from clubsite.accounts.requests import SignedInRequest
from clubsite.core.fields import LineField
from clubsite.core.forms import ButtonForm
from clubsite.core.refused import Refused
from clubsite.director.prints.make_up import to_make_up
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors.tables import table_for
from clubsite.scores.services.table_kind import change_of, table_play, why_not

TABLE_KIND_CHANGED = "Table {} plays {} from now on. You can change it back on this page."


class KindForm(ButtonForm):
    """A table's change. `play` is screens or cards; `when` is "now" to stop the board that is on the screens."""

    play = LineField(required=False)
    when = LineField(required=False)


@for_director
def kind(request: SignedInRequest, session: Session, number: str) -> HttpResponse:
    """Show what would change, then the buttons. GET changes nothing."""
    table = table_for(session, number)
    sent = KindForm(request.POST).sent if request.method == "POST" else {}
    if sent.get("play") in ("screens", "cards"):
        live = sent["play"] == "screens"
        try:
            table_play(table=table, live=live, at_once=sent["when"] == "now", user=request.user)
        except Refused as no:
            messages.error(request, str(no))
        else:
            messages.success(request, TABLE_KIND_CHANGED.format(table.label, "on screens" if live else "with cards"))
        page = reverse("director:table", kwargs={"session_id": session.public_id, "number": number})
        return redirect(f"{page}?changed")
    context = {
        "session": session,
        "club": session.club,
        "table": table,
        "change": change_of(table),
        "make_up": to_make_up(session, table, request.user) if table.live else None,
        "why_not": why_not(table),
    }
    return render(request, "director/monitor/table_kind.html", context)
