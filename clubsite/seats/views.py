"""Views for players: entering the table's code, picking a name, the ranking so far, and a board's score sheet."""

from typing import Any

from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST
from django.views.defaults import page_not_found

from clubsite.accounts.cookies import device_here, device_of, keep_device
from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.analysis.services.plays import play_ask
from clubsite.clubs.models import Membership
from clubsite.core.limits import TooManyTries
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused
from clubsite.core.responses import fresh_page
from clubsite.nights.models import Board, Contestant, Table
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.played_as import contestants_played_by, seats_in_play
from clubsite.pdf.dummy_slips import slips
from clubsite.pdf.paper import PaperSize
from clubsite.pdf.response import pdf_answer
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import TICKET_COOKIE, SeatTaken, ticket_release
from clubsite.play.selectors import ticket_for
from clubsite.play.views import seat_response
from clubsite.readers.visitor import visitor_of
from clubsite.results.selectors.leaderboard import so_far_of
from clubsite.seats import joining
from clubsite.seats.board_sheet import board_sheet
from clubsite.seats.joining import NumberWanted
from clubsite.seats.watched import delay_words, table_watched, watch_of
from clubsite.secrecy.facts import What
from clubsite.secrecy.rule import WhyNot
from clubsite.visibility.selectors import BoardReader, why_not
from clubsite.visibility.services import Looker, slip_link_of, slip_link_use


@ensure_csrf_cookie
def join(request: HttpRequest) -> HttpResponse:
    """Show the form for the table's code, for a device that cannot read QR codes."""
    form = joining.CodeForm(request.GET or None, address=address_of(request))
    if form.is_bound and form.is_valid():
        return redirect("seats:join-table", code=form.cleaned_data["code"])
    status = 429 if form.has_error("code", "too_many") else 200
    context = {"form": form, "own_seats": seats_in_play(device_here(request))}
    return render(request, "seats/join.html", context, status=status)


@never_cache
def no_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for status 404. At a seat's address, ask for the table's code: the seat's cookie may be gone."""
    if not request.path.startswith("/seat/"):
        return page_not_found(request, exception)
    form = joining.CodeForm(address=address_of(request))
    context = {"form": form, "own_seats": seats_in_play(device_here(request)), "no_seat": True}
    return render(request, "seats/join.html", context, status=404)


@never_cache
def join_table(request: HttpRequest, code: str) -> HttpResponse:
    """Let the player pick their name for this round, and give this device the seat."""
    address = address_of(request)
    try:
        table = joining.table_for_code(code, address=address)
    except TooManyTries as no:
        context = {"form": joining.CodeForm(address=address), "stopped": str(no)}
        return render(request, "seats/join.html", context, status=429)
    if table is None:
        raise Http404("No table has that code now")
    if request.method == "POST":
        return _take(request, code, table)
    choices = joining.choices_at(table, device_here(request))
    return render(request, "seats/join_table.html", {"table": table, "choices": choices, "code": code})


def _take(request: HttpRequest, code: str, table: Any) -> HttpResponse:
    device, token = device_of(request)
    form = joining.JoinForm(request.POST)
    try:
        ticket, ticket_token = joining.seat_take(
            table=table,
            device=device,
            choice=form.sent["seat"],
            user=request.user,
            number=form.sent["number"],
        )
    except NumberWanted as wanted:
        number_form = joining.JoinForm({"seat": form.sent["seat"]})
        if wanted.fault:
            number_form.add_error("number", wanted.fault)
        context = {"table": table, "code": code, "wanted": wanted, "form": number_form}
        response: HttpResponse = render(request, "seats/join_number.html", context)
    except Refused as no:
        messages.error(request, str(no))
        response = redirect("seats:join-table", code=code)
    except SeatTaken as taken:
        joining.ask_for_seat(table=table, ticket=taken.ticket)
        messages.error(request, "Another device holds that seat. The director has been called and can free it.")
        response = redirect("seats:join-table", code=code)
    else:
        response = seat_response(ticket, ticket_token)
    return keep_device(response, token)


@fresh_page
def places(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Return the player's own place and everyone's place so far, or an empty response (204) if they are not shown."""
    ranking = so_far_of(_ticket(request, ticket_id))
    return JsonResponse(ranking) if ranking else HttpResponse(status=204)


@fresh_page
def board(request: HttpRequest, ticket_id: str, number: int | None = None) -> HttpResponse:
    """Return the score sheet of a board that this seat has played, by default the last board played, or an empty
    response (204) if there is no such board.
    """
    sheet = board_sheet(_ticket(request, ticket_id), number)
    return JsonResponse(sheet) if sheet else HttpResponse(status=204)


@require_POST
def leave(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Give up the seat, so that another device can take it."""
    ticket_release(ticket=_ticket(request, ticket_id), reason=RevokeReason.LEFT)
    messages.success(request, "You have left the seat. Another device can take it now.")
    return redirect("seats:join")


def _ticket(request: HttpRequest, ticket_id: str) -> SeatTicket:
    """Return the ticket if the requesting device holds it. Raise Http404 otherwise."""
    ticket = ticket_for(ticket_id, request.COOKIES.get(TICKET_COOKIE, ""))
    if ticket is None:
        raise Http404("This seat is not yours")
    return ticket


READER_OWES_BOARD = (
    "You have still to play board {}. Give this link to somebody who has played it, or who does not play tonight."
)
READER_UNKNOWN = (
    "Open this link on the device with which you have played board {}, or signed in as a member of the club who does "
    "not play tonight."
)


def slip_reader(board: Board, user: AnyUser, device: Device | None) -> Looker:
    """Return this reader as a Looker. Raise Refused if they may not see the board's slips."""
    session = board.board_set.session
    everybody = Contestant.objects.none()
    if user.is_authenticated:
        everybody = everybody | contestants_played_by(user)
    if device is not None:
        everybody = everybody | Contestant.objects.filter(pk__in=device.tickets.values("seat")).order_by("pk")
    known = list(everybody.select_related("section__session"))
    member = user.is_authenticated and Membership.objects.filter(club=session.club_id, user=user).exists()
    reason = why_not(BoardReader(has_link=True, member=member, contestants=known), board, What.SEQUENCE)
    if reason is not None:
        words = READER_OWES_BOARD if reason is WhyNot.OWED_BY_READER else READER_UNKNOWN
        raise Refused(words.format(board.number))
    here = next((contestant for contestant in known if contestant.section.session_id == session.pk), None)
    description = f"{names_of([here.pk])[here.pk]}, who has played it" if here else f"{user}, who does not play"
    account = user if user.is_authenticated else None
    return Looker(user=account, device=device, contestant=here, told=description)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lost_slip(request: HttpRequest, key: str) -> HttpResponse:
    """Show a warning first, and show the cards only after the button below the warning has been pressed."""
    try:
        board = slip_link_of(key).board
        reader = slip_reader(board, request.user, device_here(request))
        if request.method != "POST":
            return render(request, "seats/lost_slip.html", {"board": board, "reader": reader.told})
        board = slip_link_use(key=key, by=reader)
    except Refused as no:
        return render(request, "seats/lost_slip.html", {"fault": str(no)}, status=403)
    session = board.board_set.session
    heading = f"{session.club.name}, {session.name}, {session.date:%d %B %Y}"
    return pdf_answer(slips(heading, [board.setup()], PaperSize(session.club.paper)), f"slips-{board.number}.pdf")


POLL_SECONDS = 4
MAX_BOARD_NUMBER = 999  # numbers of boards


@fresh_page
def table(request: HttpRequest, session_id: str) -> HttpResponse:
    """Show the page for watching a table."""
    watched = table_watched(session_id)
    session = watched.section.session
    context = {
        "table": watched,
        "session": session,
        "club": session.club,
        "delay": delay_words(watched),
        "shown": _shown(request, watched),
    }
    return render(request, "seats/watched_table.html", context)


@fresh_page
def moving(request: HttpRequest, session_id: str, number: int | None = None) -> HttpResponse:
    """Return the part of the page that changes, showing the board `number` if it is given."""
    return JsonResponse(_shown(request, table_watched(session_id), number))


def _shown(request: HttpRequest, table: Table, number: int | None = None) -> dict[str, Any]:
    """Return what can be seen of this table now. The data are shared by readers with the same right to read names.

    Raise MembersOnly if this reader may not read the club's results.
    """
    session = table.section.session
    visitor = visitor_of(request).at(session.club, session).require_access()
    number = number if number is not None and number <= MAX_BOARD_NUMBER else None
    key = f"watched:{table.pk}:{table.watch}:{visitor.inside:d}:{number or ''}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is not None:
        return kept
    watch = watch_of(table, timezone.now(), number, visitor)
    if watch.play_id is not None:
        play_ask(watch.play_id)
    shown = watch.as_json()
    cache.set(key, shown, POLL_SECONDS)
    return shown
