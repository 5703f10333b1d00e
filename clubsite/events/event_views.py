"""Pages that show an event to members and strangers. Selectors raise Http404 for whatever may not be read yet."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubsite.core.origins import base_of
from clubsite.core.responses import View, attached, found_or_404, public_page
from clubsite.events.booklet_shown import booklet_pdf
from clubsite.events.selectors.event_booklets import booklet_page, event_booklet
from clubsite.events.selectors.event_field import (
    deals_page,
    event_calendar,
    event_page,
    field_board_page,
    field_boards_page,
    heat_page,
    log_page,
    ranking_page,
)
from clubsite.events.selectors.event_lines import entrant_card, event_file, event_files_page
from clubsite.pdf.paper import PaperSize
from clubsite.pdf.response import pdf_answer, size_asked
from clubsite.readers.visitor import visitor_of
from clubsite.signups.calendar_file import TYPE
from games.event_proof import write_event_proof


def _page(name: str, read: Callable[..., dict[str, Any]], *params: str) -> View:
    """Return a view that renders what `read` returns for the visitor, the address, and these query `params`."""

    @public_page
    def view(request: HttpRequest, public_id: str, **place: Any) -> HttpResponse:
        place |= {f"{param}_asked": request.GET.get(param, "") for param in params}
        return render(request, f"events/{name}.html", read(public_id, visitor_of(request), **place))

    return view


event = _page("event", event_page)
ranking = _page("ranking", ranking_page, "list", "page")
heat = _page("heat", heat_page)
card = _page("card", entrant_card)
boards = _page("boards", field_boards_page)
board = _page("board", field_board_page)
booklet = _page("booklet", booklet_page)
proof = _page("proof", deals_page)
log = _page("log", log_page)
files = _page("files", event_files_page)


@public_page
def booklet_on_paper(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the booklet as PDF, on the organiser's paper or on the paper in the query (`?paper=`)."""
    page = event_booklet(public_id, visitor_of(request))
    found_or_404(page.pages or None, "No booklet yet")
    club = page.reader.event.club
    size = size_asked(request, club.paper if club is not None else PaperSize.A4)
    return pdf_answer(booklet_pdf(page.cover, page.pages, size, page.printed_lists), f"booklet-{public_id}.pdf")


@public_page
def proof_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the proof as a file that can be checked elsewhere."""
    proof = found_or_404(deals_page(public_id, visitor_of(request))["proof"], "The secret is not published yet")
    return attached(write_event_proof(proof), f"proof-{proof.event}.json", "application/json")


@public_page
def download(request: HttpRequest, public_id: str, name: str) -> HttpResponse:
    """Return one of the event's files."""
    text, mime, file_name = event_file(public_id, name, visitor_of(request))
    return attached(text, file_name, f"{mime}; charset=utf-8")


@public_page
def calendar(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the event's window as a calendar file."""
    return attached(event_calendar(public_id, base_of(request)), f"{public_id}.ics", TYPE)
