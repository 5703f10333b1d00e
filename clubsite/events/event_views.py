"""Pages on which members and strangers read an event. The selectors raise Http404 for whatever may not be read yet."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from icalendar import Calendar
from icalendar import Event as CalendarEntry

from clubsite.booklet.shown import booklet_pdf, booklet_shown
from clubsite.coming.calendar_file import TYPE, utc
from clubsite.core.links import base_of
from clubsite.core.not_found import found_or_404
from clubsite.core.public_pages import public_page
from clubsite.events.models import EventStatus
from clubsite.events.selectors.event_booklets import event_booklet, event_booklet_made
from clubsite.events.selectors.event_cards import entrant_card
from clubsite.events.selectors.event_field import field_board_page, field_boards_page
from clubsite.events.selectors.event_files import event_file, event_files_page
from clubsite.events.selectors.event_logs import log_page
from clubsite.events.selectors.event_pages import event_page, heat_page, ranking_page
from clubsite.events.selectors.event_proofs import deals_page
from clubsite.events.selectors.event_reader import event_or_404
from clubsite.members.visitor import visitor_of
from clubsite.pdf.paper import PaperSize
from clubsite.pdf.response import pdf_answer, size_asked
from games.event_proof import write_event_proof


@public_page
def event(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what is announced, the clubs, and the ranking as far as it is known."""
    page = event_page(public_id, visitor_of(request))
    return render(request, "events/event.html", {"page": page, "event": page.event})


@public_page
def ranking(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show one list of the ranking (`?list=`), a hundred rows at a time (`?page=`)."""
    asked = request.GET.get("page", "1")
    number = int(asked) if asked.isdecimal() and len(asked) < 6 else 0
    if not number:
        raise Http404("No such page")
    shown = ranking_page(public_id, visitor_of(request), request.GET.get("list", ""), number)
    return render(request, "events/ranking.html", shown)


@public_page
def heat(request: HttpRequest, public_id: str, heat_id: str) -> HttpResponse:
    """Show the places of one club's players over all."""
    return render(request, "events/heat.html", heat_page(public_id, heat_id, visitor_of(request)))


@public_page
def card(request: HttpRequest, public_id: str, heat_id: str, label: str) -> HttpResponse:
    """Show an entrant's boards, here and over all."""
    page = entrant_card(public_id, heat_id, label, visitor_of(request))
    return render(request, "events/card.html", {"page": page, "event": page.reader.event})


@public_page
def boards(request: HttpRequest, public_id: str) -> HttpResponse:
    return render(request, "events/boards.html", field_boards_page(public_id, visitor_of(request)))


@public_page
def board(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show a board's hands, and the whole field's results on it as frequencies."""
    return render(request, "events/board.html", field_board_page(public_id, number, visitor_of(request)))


@public_page
def booklet(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the booklet's pages of all boards that the reader may see, or when they come."""
    page = event_booklet(public_id, visitor_of(request))
    shown = page.reader.page(page=page, booklet=booklet_shown(page.cover, page.pages))
    return render(request, "events/booklet.html", shown)


@public_page
def booklet_on_paper(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the booklet as PDF, on the organiser's paper or on another (`?paper=`)."""
    page = event_booklet_made(public_id, visitor_of(request))
    club = page.reader.event.club
    size = size_asked(request, club.paper if club is not None else PaperSize.A4)
    return pdf_answer(booklet_pdf(page.cover, page.pages, size, page.printed_lists), f"booklet-{public_id}.pdf")


@public_page
def proof(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the commitment. Once the event is over, show the secret and compare every board with it."""
    return render(request, "events/proof.html", deals_page(public_id, visitor_of(request)))


@public_page
def proof_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the proof as a file that can be checked elsewhere."""
    found = found_or_404(deals_page(public_id, visitor_of(request))["proof"], "The secret is not published yet")
    headers = {"Content-Disposition": f'attachment; filename="proof-{found.event}.json"'}
    return HttpResponse(write_event_proof(found), content_type="application/json", headers=headers)


@public_page
def log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show who got the cards when, and every look at them through the site."""
    return render(request, "events/log.html", log_page(public_id, visitor_of(request)))


@public_page
def files(request: HttpRequest, public_id: str) -> HttpResponse:
    return render(request, "events/files.html", event_files_page(public_id, visitor_of(request)))


@public_page
def download(request: HttpRequest, public_id: str, name: str) -> HttpResponse:
    """Return one of the event's files."""
    text, mime, file_name = event_file(public_id, name, visitor_of(request))
    headers = {"Content-Disposition": f'attachment; filename="{file_name}"'}
    return HttpResponse(text, content_type=f"{mime}; charset=utf-8", headers=headers)


@public_page
def calendar(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the event's window as an iCalendar file (RFC 5545), in UTC."""
    event = event_or_404(public_id)
    url = base_of(request) + reverse("events:event", args=[public_id])
    cancelled, entry, file = event.status == EventStatus.CANCELLED, CalendarEntry(), Calendar()
    fee = f"Fee: {event.fee}" if event.fee else ""
    words = f"{event.boards} boards, the same in every club. Organised by {event.organiser_name}."
    facts = {
        "uid": f"{public_id}@two-handed-solo-bridge",
        "dtstamp": utc(event.announced_at or event.created_at),
        "status": "CANCELLED" if cancelled else "CONFIRMED",
        "dtstart": utc(event.window_opens),
        "dtend": utc(event.window_closes),
        "summary": f"Cancelled: {event.name}" if cancelled else event.name,
        "description": "\n".join(filter(None, [words, fee, f"Clubs that take part: {url}"])),
        "transp": "TRANSPARENT",  # a window of several days keeps nobody busy
        "url": url,
    }
    about = {"version": "2.0", "prodid": "-//Two Handed Solo Bridge//Simultaneous events//EN", "method": "PUBLISH"}
    for name, value in facts.items():
        entry.add(name, value)
    for name, value in about.items():
        file.add(name, value)
    file.add_component(entry)
    headers = {"Content-Disposition": f'attachment; filename="{public_id}.ics"'}
    return HttpResponse(file.to_ical(), content_type=TYPE, headers=headers)
