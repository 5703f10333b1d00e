"""The points and tricks that one player's calls and cards gave away in an analysed play, added up by kind.

Pure functions from the lists of a `PlayAnalysis` to figures. The costs are relative to perfect play by both
sides, so they do not depend on the results at other tables.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Costs:
    """The total cost of some decisions. `decisions` counts calls, cards, claims and answers to claims with two or more
    choices, `free` those without cost. `points` and `tricks` are the total amounts given away; calls give away no
    tricks.
    """

    decisions: int = 0
    free: int = 0
    points: int = 0
    tricks: int = 0


def costs_of(entries: Iterable[Entry], player: str) -> Costs:
    """Return the costs of the calls, or of the cards and claims, made by player S or N."""
    own = [entry for entry in entries if entry["by"] == player]
    chosen = [entry for entry in own if entry["of"] > 1]
    return Costs(
        decisions=len(chosen),
        free=sum(not _costs(entry) for entry in chosen),
        points=sum(entry["points"] for entry in own),
        tricks=sum(entry.get("tricks", 0) for entry in own),
    )


def _costs(entry: Entry) -> bool:
    """True if the decision cost something. A lost trick counts as a cost even if it did not change the score."""
    return bool(entry["points"] or entry.get("tricks"))
