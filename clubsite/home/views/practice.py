"""Tables that go on from a position: of a club's play, of a deal at home, or a board of a club's published night.

All are practice against the perfect robot, so they have a result but no score.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from clubsite.core.responses import found_or_404, fresh_page
from clubsite.home.selectors.challenges import CHALLENGE_GAME
from clubsite.home.selectors.club_boards import board_to_play
from clubsite.home.selectors.matches import finished_play
from clubsite.home.selectors.positions import position_at, position_before
from clubsite.home.views.tables import opened_at_once, seen_deal
from clubsite.rankings.selectors.published import published_or_404
from clubsite.readers.visitor import visitor_of
from games.errors import BadLog


@require_POST
def from_position(request: HttpRequest, public_id: str, table_board: int, seq: int) -> HttpResponse:
    """Open a table that continues a club's play from an act, in the acting player's seat, against the perfect robot."""
    play, position = position_at(published_or_404(public_id, visitor_of(request)), table_board, seq)
    return _played_on(request, play.game, options=play.options, repeats=play, position=position)


@require_POST
def from_here(request: HttpRequest, public_id: str, number: int, seq: int) -> HttpResponse:
    """Do the same as `from_position` with a deal at home that the reader may look at."""
    found, _, _ = seen_deal(request, public_id, number)
    play = found_or_404(finished_play(found, number), "That deal has not been played to its end")
    return _played_on(request, play.game, options=play.options, repeats=play, position=position_before(play, seq))


@fresh_page
def club_board(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Offer a board of a club's published night, without showing its cards or its scores."""
    page = board_to_play(published_or_404(public_id, visitor_of(request)), key.upper())
    return render(request, "home/club_board.html", {"page": page})


@require_POST
def from_club(request: HttpRequest, public_id: str, key: str, player: str) -> HttpResponse:
    """Open a table with a board of a club's published night, in the seat of `player`, against the perfect robot."""
    found = board_to_play(published_or_404(public_id, visitor_of(request)), key.upper())
    options = found.board.board_set.session.options
    return _played_on(request, CHALLENGE_GAME, options=options, club_board=found.board, position=found.position(player))


def _played_on(request: HttpRequest, game: str, **begun: Any) -> HttpResponse:
    """Open a table that goes on from a position, as `match_create` takes it, against the perfect robot."""
    robot = {"against": "robot", "strength": "perfect", "checked": "yes"}
    try:
        return opened_at_once(request, game, begun, **robot)
    except BadLog:
        raise Http404("Today's rules do not lead to this moment") from None
