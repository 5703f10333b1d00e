"""The digest of a publication: one hash of everything that it says, without names and database keys.

Its text has four parts. `boards` has the boards with dealer, vulnerability and a digest of the hands in order.
`players` has the contestants by number, with a salted digest of each player's name. `results` has the scores with
rulings and points. `figures` has the places. A club's move, a hidden name or a deleted log does not change the digest.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

FORMAT = 1
PARTS = ("boards", "players", "results", "figures")
SHORT_DIGITS, GROUP_DIGITS = 24, 4

Part = list[list[Any]]
Parts = Mapping[str, Part]


def digest_of(session: str, version: int, parts: Parts) -> str:
    """Return the SHA-256, as 64 hex digits, of version `version` of the session with this public id."""
    text = [FORMAT, session, version, *(sorted(parts[name], key=_as_text) for name in PARTS)]
    return hashlib.sha256(_as_text(text).encode()).hexdigest()


def _as_text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)


def salted(salt: str, *texts: str) -> str:
    """Return a salted digest of a name or of hands. Nobody without the salt can test guesses against it."""
    return hashlib.sha256(_as_text([salt, *texts]).encode()).hexdigest()


def distinct(rows: Iterable[list[Any]]) -> Part:
    """Return the rows without duplicates."""
    return list({_as_text(row): row for row in rows}.values())


def short_digest(digest: str) -> str:
    """Return the first digits in groups, as printed, for example "3fa2 9c01 77de 1b22 08aa e6d1"."""
    return " ".join(digest[at : at + GROUP_DIGITS] for at in range(0, min(len(digest), SHORT_DIGITS), GROUP_DIGITS))


def parts_that_differ(parts: Parts, other: Parts) -> list[str]:
    """Return the names of the parts that differ."""
    return [name for name in PARTS if parts_differ(parts[name], other[name])]


def parts_differ(part: Part, other: Part) -> bool:
    """True if two parts do not have the same rows. The order of the rows does not matter."""
    return sorted(map(_as_text, part)) != sorted(map(_as_text, other))
