"""Comparing the names that people sign in with, so that nobody takes a name that looks like another person's.

Two names look alike if their skeletons are the same (Unicode Technical Standard 39, section 4). The names that
players are known by are not compared.
"""

import unicodedata
from functools import cache

from confusable_homoglyphs.utils import load

MAX_KEY = 300
ALIKE_ON_SCREEN = str.maketrans("i1|0", "lllo")
"""Signs that look alike in capitals or small letters, which the standard tells apart."""


def name_key(name: str) -> str:
    """Return the key of a sign-in name: the same key for Paul, PAUI, and pаul with a Cyrillic letter."""
    looks_like = _looks_like()
    spelling = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    skeleton = "".join(looks_like.get(sign, sign) for sign in spelling)
    return unicodedata.normalize("NFD", skeleton).casefold().translate(ALIKE_ON_SCREEN)[:MAX_KEY]


@cache
def _looks_like() -> dict[str, str]:
    """Return a table from each confusable character to the one that represents all its lookalikes.

    For that representative the library lists all its lookalikes; for each lookalike it lists only the
    representative.
    """
    found = {sign: [other["c"] for other in others] for sign, others in load("confusables.json").items()}
    table = {}
    for sign, others in found.items():
        if len(others) == 1:
            [other] = others
            table[sign] = min(sign, other) if len(found.get(other, [])) == 1 else other
    return table
