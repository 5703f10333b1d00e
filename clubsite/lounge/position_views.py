"""Replaying a club's play from one moment: the reader sits in the seat that acted, against the robot."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from clubsite.accounts.cookies import device_here, device_of, keep_device
from clubsite.core.rate_limits import address_of
from clubsite.core.refused import Refused
from clubsite.lounge import selectors
from clubsite.lounge.forms import NewTableForm
from clubsite.lounge.game_texts import GAMES, home_default
from clubsite.lounge.new_table import position_open
from clubsite.lounge.positions import position_at
from clubsite.lounge.services import seating
from clubsite.members.visitor import visitor_of
from clubsite.play.views import seat_response
from clubsite.rankings.selectors.published import published_or_404
from games.errors import BadLog

ROBOT = {"against": "robot", "strength": "perfect", "checked": "yes"}


@require_POST
def go_on(request: HttpRequest, public_id: str, table_board: int, seq: int) -> HttpResponse:
    """Open a home table from this moment on. It is practice: it has a result and no score."""
    play, position = position_at(published_or_404(public_id, visitor_of(request)), table_board, seq)
    name = selectors.name_here(device_here(request), request.user) or "You"
    usual = {option: home_default(play.game, option) for option in GAMES[play.game].questions}
    form = NewTableForm(play.game, {"name": name, **ROBOT, **usual})
    form.is_valid()
    device, token = device_of(request)
    try:
        seat = position_open(
            form=form,
            play=play,
            position=position,
            device=device,
            user=request.user,
            address=address_of(request),
        )
    except Refused as stop:
        messages.error(request, str(stop))
        return redirect("lounge:lounge")
    except BadLog:
        raise Http404("Today's rules do not lead to this moment") from None
    ticket, key = seating.seat_ticket(seat=seat, device=device, user=request.user)
    return keep_device(request, seat_response(request, ticket, key), token)
