"""The second place of an embedded site, to which a night in play is copied."""

from collections.abc import Iterator

from clubsite.core.second_place import second_place
from clubsite.keeper.findings import Finding, check, warning, well

CHOOSE = "Choose a stick or another disk in the room (“Copy it to a stick”), or name a folder in SECOND_PLACE."


@check("second_place")
def second_place_look() -> Iterator[Finding]:
    """Check that an embedded site has a second place, and that the last copy could be made."""
    place = second_place()
    if place is None:
        return
    if not place.folder:
        yield warning("second_place", "A night in play is on this computer alone: there is no second place.", CHOOSE)
    elif place.fault:
        yield warning("second_place", f"The last copy of a night was not made. {place.fault}", CHOOSE)
    else:
        when = f", last on {place.made:%-d %B at %H:%M} UTC" if place.made else ""
        yield well("second_place", f"A night in play is copied to {place.folder} every five minutes{when}.")
