"""Playing a board of a club's published night at home: the page before it, and the table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from clubsite.core.public_pages import fresh_page
from clubsite.home.selectors.challenges import CHALLENGE_GAME
from clubsite.home.selectors.club_boards import board_to_play
from clubsite.home.views.tables import played_on
from clubsite.rankings.selectors.published import published_or_404
from clubsite.readers.visitor import visitor_of


@fresh_page
def club_board(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Offer a board of a club's published night, without showing its cards or its scores."""
    page = board_to_play(published_or_404(public_id, visitor_of(request)), key.upper())
    return render(request, "home/club_board.html", {"page": page})


@require_POST
def from_club(request: HttpRequest, public_id: str, key: str, player: str) -> HttpResponse:
    """Open a table with a board of a club's published night, in the seat of `player`, against the perfect robot."""
    found = board_to_play(published_or_404(public_id, visitor_of(request)), key.upper())
    return played_on(request, CHALLENGE_GAME, club_board=found.board, position=found.position(player))
