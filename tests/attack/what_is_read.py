"""The list of the moments at which each address reads something of a board (`what_is_read.tsv`; CONTRIBUTING.md)."""

from collections.abc import Collection
from functools import cache
from pathlib import Path

from tests.attack.moments import EVERY_MOMENT
from tests.clubsite.every_address import every_address

FILE = Path(__file__).with_name("what_is_read.tsv")
METHODS = ("get", "post")
ALWAYS, NEVER = "every moment", "-"
Listed = dict[tuple[str, str], frozenset[str]]
"""By address and method, the moments at which an answer reads something of a board."""


@cache
def listed() -> Listed:
    """Return the list in the file."""
    by_request: Listed = {}
    for line in FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else ():
        address, *columns = line.split("\t")
        for method, cell in zip(METHODS, columns, strict=True):
            moments = EVERY_MOMENT if cell == ALWAYS else () if cell == NEVER else cell.split(", ")
            by_request[address, method] = frozenset(moments)
    return by_request


def is_read(address: str, method: str, moment: str) -> bool:
    """True if the list says that this address reads something of a board at this moment."""
    return moment in listed().get((address, method), ())


def write(moment: str, requests: Collection[tuple[str, str]]) -> None:
    """Put what was found at a moment into the file. Addresses that are gone leave it, and new ones come into it."""
    rows = {
        (address, method): {*listed().get((address, method), ())} - {moment}
        | ({moment} if (address, method) in requests else set())
        for address in every_address(admin=True)
        for method in METHODS
    }
    lines = ["\t".join((address, *(_said(rows[address, method]) for method in METHODS))) for address, _ in rows]
    FILE.write_text("".join(f"{line}\n" for line in sorted(set(lines))), encoding="utf-8")
    listed.cache_clear()


def _said(moments: Collection[str]) -> str:
    if set(moments) == set(EVERY_MOMENT):
        return ALWAYS
    return ", ".join(name for name in EVERY_MOMENT if name in moments) or NEVER
