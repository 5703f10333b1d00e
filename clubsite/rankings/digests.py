"""The digest of a publication: one hash over everything that it says, without names and keys of the database.

Its text has four parts. `boards` are the boards with dealer, vulnerability and a digest of the hands in their order;
`players` the contestants by number, each player by a salted digest of the name; `results` the scores with rulings and
points; `figures` the places. So the digest is the same after a club has moved, a name was hidden or a log deleted.
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
    """Return a digest of a name or of hands, from which nobody without the salt can try others."""
    return hashlib.sha256(_as_text([salt, *texts]).encode()).hexdigest()


def distinct(rows: Iterable[list[Any]]) -> Part:
    """Return the rows, each once."""
    return list({_as_text(row): row for row in rows}.values())


def short_digest(digest: str) -> str:
    """Return the first digits in groups, as they are printed, for example "3fa2 9c01 77de 1b22 08aa e6d1"."""
    return " ".join(digest[at : at + GROUP_DIGITS] for at in range(0, min(len(digest), SHORT_DIGITS), GROUP_DIGITS))


def parts_that_differ(parts: Parts, other: Parts) -> list[str]:
    """Return the names of the parts that are not the same."""
    return [name for name in PARTS if parts_differ(parts[name], other[name])]


def parts_differ(part: Part, other: Part) -> bool:
    """True if two parts do not have the same rows, in any order."""
    return sorted(map(_as_text, part)) != sorted(map(_as_text, other))
