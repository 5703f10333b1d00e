"""Who sits in a seat, as `play` names them in `Play.seats` and in a call."""

CONTESTANT, TABLE = "contestant:", "table:"


def contestant_as_occupant(contestant_id: int) -> str:
    """How a contestant is named."""
    return f"{CONTESTANT}{contestant_id}"


def table_as_occupant(table_id: int) -> str:
    """How a device is named that stays at its table. No board is dealt to it, so it never sees a hand."""
    return f"{TABLE}{table_id}"


def contestant_of(occupant: str) -> int:
    """The contestant that an occupant is; 0 where it is none."""
    number = occupant.removeprefix(CONTESTANT)
    return int(number) if number != occupant and number.isdecimal() else 0
