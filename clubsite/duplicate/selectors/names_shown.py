"""The names of contestants in everything that leaves the room: pages, files, the API.

Players and directors of the session get `contestants.names_of`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from clubsite.clubs.shown_names import A_PLAYER, FACTS, Reader
from clubsite.duplicate.selectors.contestants import rows_named


def names_shown(contestants: Iterable[int], reader: Reader) -> dict[int, str]:
    """Return contestant id -> name(s) as this reader may see them, in one query, in the form of `names_of`.

    All contestants belong to the reader's club.
    """
    facts = [f"persons__person__{fact}" for fact in FACTS]
    return rows_named(list(contestants), facts, lambda one: reader.called(*one))


def names_and_people_shown(
    contestants: Iterable[int], reader: Reader
) -> tuple[dict[int, str], dict[int, dict[int, str]]]:
    """Return the names, and by contestant id the people whom this reader can tell apart: person id -> name."""
    facts = [*(f"persons__person__{fact}" for fact in FACTS), "persons__contestant", "persons__person"]
    people: dict[int, dict[int, str]] = defaultdict(dict)

    def called(one: Sequence[Any]) -> str:
        *known, contestant, person = one
        name = reader.called(*known)
        if name != A_PLAYER and dict(zip(FACTS, known, strict=True))["forgotten_at"] is None:
            people[contestant][person] = name
        return name

    return rows_named(list(contestants), facts, called), people
