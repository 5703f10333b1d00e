"""The results on paper: the published ones, or the present state before that."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from clubsite.accounts.requests import SignedInRequest
from clubsite.director.prints.paper_size import size_asked
from clubsite.director.prints.results import results_so_far
from clubsite.director.scores.publishing import publishing_of
from clubsite.duplicate.decorators import for_director
from clubsite.duplicate.models import Session
from clubsite.pdf.response import pdf_answer
from clubsite.pdf.results_sheet import results_sheet


@for_director
def results(request: SignedInRequest, session: Session) -> HttpResponse:
    """Print the results so far, or redirect to the members' own sheet once the results are published."""
    boards = request.GET.get("boards") == "yes"
    size = size_asked(request, session)
    if publishing_of(session, request.user).publication is not None:
        more = "&boards=yes" if boards else ""
        return redirect(f"{reverse('results:paper', args=[session.public_id])}?paper={size}{more}")
    head, lists, found = results_so_far(session, request.user, boards=boards)
    return pdf_answer(results_sheet(head, lists, found, size), "results.pdf")
