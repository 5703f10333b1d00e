"""What a player may be called: one line that can be read, and that turns nothing around it."""

import re
import unicodedata

LONGEST = 40
# Marks that change the direction of what follows, and spaces of no width. Joiners stay: scripts and emoji need them.
_UNSEEN = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


def readable(text: str) -> str:
    """The name in one line without unseen marks, however long; "" when nothing of it can be read."""
    name = " ".join(_UNSEEN.sub("", text).split())
    name = "".join(letter for letter in name if unicodedata.category(letter) != "Cc")
    return name if any(unicodedata.category(letter)[0] not in "CMZ" for letter in name) else ""
