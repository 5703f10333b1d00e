"""Opening a table from the page, with a limit on how many an address may open."""

from typing import Any

from clubsite.accounts.models import Device
from clubsite.accounts.requests import Visitor
from clubsite.core.rate_limits import RateLimit
from clubsite.lounge.forms import NewTableForm
from clubsite.lounge.models import HomeSeat
from clubsite.lounge.services import matches
from clubsite.play.models import Play

# By one address, those played again too: a whole club's, and no flood.
OPENED = RateLimit("tables", most=200, seconds=3600)


class TooManyTables(Exception):
    """One address has opened table after table; `str()` says what to do."""


def table_counted(address: str) -> None:
    """Counts one more table of this address. Raises TooManyTables."""
    if OPENED.exceeded(address):
        raise TooManyTables(
            "Very many tables were opened from here in the last hour. Finish one of them first."
        )


def position_open(
    *, form: NewTableForm, play: Play, position: dict[str, Any], device: Device, user: Visitor, address: str
) -> HomeSeat:
    """The host's seat at a table where a club's play goes on from a position, against the robot that the form asks for.

    Raises TooManyTables, and games.errors.BadLog where today's rules do not lead there.
    """
    table_counted(address)
    return matches.match_create(
        game=play.game,
        against=form.cleaned_data["against"],
        name=form.cleaned_data["name"],
        device=device,
        user=user,
        options=play.options,
        match_options=form.chosen(of_play=False),
        strength=form.robot_strength(),
        claims_checked=form.claims_checked(),
        repeats=play,
        position=position,
    )


def table_open(
    *, form: NewTableForm, device: Device, user: Visitor, address: str, once: str = ""
) -> HomeSeat:
    """The host's seat at a new table as a valid form asks for it. Raises TooManyTables.

    The same page (`once`) sent twice opens one.
    """
    table_counted(address)
    return matches.match_create(
        game=form.game.name,
        against=form.cleaned_data["against"],
        name=form.cleaned_data["name"],
        device=device,
        user=user,
        options=form.chosen(of_play=True),
        match_options=form.chosen(of_play=False),
        strength=form.robot_strength(),
        claims_checked=form.claims_checked(),
        once=once,
    )
