"""What contestants are called on whatever leaves the room: pages, files, the API.

Who plays and who directs reads `contestants.names_of`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from clubsite.clubs.shown_names import A_PLAYER, FACTS, Reader
from clubsite.duplicate.selectors.contestants import rows_named


def names_shown(contestants: Iterable[int], reader: Reader) -> dict[int, str]:
    """contestant id -> name(s) as this reader may read them, in one query; otherwise as `names_of`.

    All are of the reader's club.
    """
    facts = [f"persons__person__{fact}" for fact in FACTS]
    return rows_named(list(contestants), facts, lambda one: reader.called(*one))


def names_and_people_shown(
    contestants: Iterable[int], reader: Reader
) -> tuple[dict[int, str], dict[int, dict[int, str]]]:
    """The same, and by contestant id the people whom this reader may know from others: person id -> name."""
    facts = [*(f"persons__person__{fact}" for fact in FACTS), "persons__contestant", "persons__person"]
    people: dict[int, dict[int, str]] = defaultdict(dict)

    def called(one: Sequence[Any]) -> str:
        *known, contestant, person = one
        name = reader.called(*known)
        if name != A_PLAYER and dict(zip(FACTS, known, strict=True))["forgotten_at"] is None:
            people[contestant][person] = name
        return name

    return rows_named(list(contestants), facts, called), people
