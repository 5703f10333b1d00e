"""Opening a table from the page, with a limit on how many an address may open."""

from clubsite.accounts.models import Device
from clubsite.accounts.requests import Visitor
from clubsite.core.rate_limits import RateLimit
from clubsite.lounge.forms import NewTableForm
from clubsite.lounge.models import HomeSeat
from clubsite.lounge.services import matches

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
