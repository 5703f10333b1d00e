"""What contestants are called on whatever leaves the room: pages, files, the API.

Who plays and who directs reads `contestants.names_of`.
"""

from collections.abc import Iterable

from clubsite.clubs.shown_names import FACTS, Reader
from clubsite.duplicate.selectors.contestants import rows_named


def names_shown(contestants: Iterable[int], reader: Reader) -> dict[int, str]:
    """contestant id -> name(s) as this reader may read them, in one query; otherwise as `names_of`.

    All are of the reader's club.
    """
    facts = [f"persons__person__{fact}" for fact in FACTS]
    return rows_named(list(contestants), facts, lambda one: reader.called(*one))
