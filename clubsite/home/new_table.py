"""Opening a table from the page, with a limit for each network address."""

from collections.abc import Iterable
from typing import Any

from clubsite.accounts.models import Device
from clubsite.accounts.requests import AnyUser
from clubsite.core.limits import NEW_TABLES
from clubsite.core.refused import Refused
from clubsite.home.forms import NewTableForm
from clubsite.home.models import Against, HomeSeat
from clubsite.home.services import lobby, matches
from clubsite.nights.models import Board
from clubsite.play.models import Play


def table_counted(address: str) -> None:
    """Count one more table opened from this address. Raise Refused if there were too many in the last hour."""
    if NEW_TABLES.exceeded(address):
        raise Refused(NEW_TABLES.refusal(address))


def table_open(
    *,
    form: NewTableForm,
    device: Device,
    user: AnyUser,
    address: str,
    idempotency_key: str = "",
    play: Play | None = None,
    position: dict[str, Any] | None = None,
    club_board: Board | None = None,
    clubs: Iterable[int] = (),
) -> HomeSeat:
    """Open the table that a valid form describes, and return the host's seat. Raise Refused if no table can be opened.

    If the same page (`idempotency_key`) is submitted twice, only one table is opened. With a club's `play`, or with a
    `club_board`, the table continues from a `position` in it, with that night's options. Raise games.errors.BadLog if
    the current rules do not allow the position. An open table is shown to the members of `clubs`, and
    ends the host's earlier invitations.
    """
    table_counted(address)
    seat = matches.match_create(
        game=form.game.name,
        against=form.cleaned_data["against"],
        name=form.cleaned_data["name"],
        device=device,
        user=user,
        options=_options(form, play, club_board),
        match_options=form.chosen(of_play=False),
        strength=form.robot_strength(),
        claims_checked=form.claims_checked(),
        at_once=form.at_once(),
        clock=form.clock(),
        repeats=play,
        position=position,
        club_board=club_board,
        clubs=clubs,
        idempotency_key=idempotency_key,
    )
    if seat.match.against == Against.ANYBODY:
        lobby.invitations_end(seat=seat)
    return seat


def _options(form: NewTableForm, play: Play | None, club_board: Board | None) -> dict[str, str]:
    """Return the options of each play: those of the night that it comes from, or those chosen in the form."""
    if play is not None:
        return dict(play.options)
    return dict(club_board.board_set.session.options) if club_board is not None else form.chosen(of_play=True)
