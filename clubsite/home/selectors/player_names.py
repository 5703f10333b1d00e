"""The rules for a player's name: one readable line that does not disturb the text around it."""

import re
import unicodedata

MAX_NAME_LENGTH = 40
# Marks that change the text direction, and spaces of no width. Joiners stay, because scripts and emoji need
# them.
_UNSEEN = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


def readable(text: str) -> str:
    """Return the name on one line, without invisible characters, or "" if nothing is left. The result may be long."""
    name = " ".join(_UNSEEN.sub("", text).split())
    name = "".join(letter for letter in name if unicodedata.category(letter) != "Cc")
    return name if any(unicodedata.category(letter)[0] not in "CMZ" for letter in name) else ""
