"""Where the boards of a night come from: a drawn seed, a typed one, a file that was looked into, the players' hands."""

from collections.abc import Mapping
from typing import Any

from clubsite.accounts.models import User
from clubsite.duplicate.errors import Refused
from clubsite.duplicate.models import Section
from clubsite.duplicate.services.boards import (
    boards_deal,
    boards_drop,
    boards_number,
    boards_read,
    boards_take,
)


def boards_made(section: Section, asked: Mapping[str, str], upload: Any, user: User) -> None:
    """Do what the form asks, for the boards that this section plays. `upload`: the file that came with it, if any.

    Raises Refused with the field, FileError with all faults of a file.
    """
    session, how = section.session, asked.get("how")
    if how == "file":
        if upload is None:
            raise Refused("Choose a file first.", "file")
        boards_read(session=session, data=upload.read(), file_name=upload.name or "")
    elif how == "take":
        boards_take(session=session, section=section, user=user)
    elif how == "drop":
        boards_drop(session=session)
    elif how == "table":
        boards_number(session=session, section=section, count=_count(asked), user=user)
    else:
        boards_deal(session=session, section=section, seed=_seed(asked), count=_count(asked), user=user)


def _seed(asked: Mapping[str, str]) -> str:
    """Empty for one that is drawn."""
    seed = asked.get("seed", "").strip()
    if asked.get("how") == "typed" and not seed:
        raise Refused("Type a seed: any words or figures. The same seed makes the same boards again.", "seed")
    return seed


def _count(asked: Mapping[str, str]) -> int:
    count = asked.get("count", "")
    if not (count.isdecimal() and len(count) < 6):
        raise Refused("How many boards?", "count")
    return int(count)
