"""Sources for a session's boards: a drawn seed, a typed seed, a checked file, or hands dealt by the players."""

from typing import Any

from clubsite.accounts.models import User
from clubsite.nights.models import Section
from clubsite.nights.services.boards import (
    boards_deal,
    boards_drop,
    boards_number,
    boards_read,
    boards_take,
)


def boards_made(section: Section, asked: dict[str, Any], user: User) -> None:
    """Make the boards that a valid `BoardsForm` asks for, for this section.

    Raise Refused, naming the field at fault, or DealFileError, listing all faults in a file.
    """
    session, how = section.session, asked["how"]
    if how == "file":
        upload = asked["file"]
        given = {name: asked[name] for name in ("passphrase", "first")}
        boards_read(session=session, data=upload.read(), file_name=upload.name or "", **given)
    elif how == "take":
        boards_take(session=session, section=section, user=user)
    elif how == "drop":
        boards_drop(session=session)
    elif how == "table":
        boards_number(session=session, section=section, count=asked["count"], user=user)
    else:
        boards_deal(session=session, section=section, seed=asked["seed"], count=asked["count"], user=user)
