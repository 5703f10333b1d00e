"""Making a stored Howell from a recipe (rings and seeds)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from movements.howell import expanded
from movements.making.designs import Meeting, Orbit, RingTurn, design
from movements.making.orientation import Directions, anneal, best_of_all
from movements.making.squares import from_squares

Entry = dict[str, Any]  # as in `data/howells.json`


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a movement is made. `design` is the design's seed, or None for the construction from squares (`squares`).

    Tables are then turned (N/S and E/W change seats): table by table if `steps` is not 0, or else orbit by orbit.
    """

    turn: RingTurn
    design: int | None
    heat: int = 0
    steps: int = 0
    seed: int = 0

    @classmethod
    def of(cls, entry: Entry) -> "Recipe":
        """Return the recipe of a stored movement."""
        loose = frozenset((r - 1, b - 1) for r, b in entry.get("loose", ()))
        halves = tuple(entry.get("halves", ()))
        turn = RingTurn(tuple(entry["contestants"]), tuple(entry["rounds"]), halves, loose)
        return cls(turn, **entry["made"])


def made(recipe: Recipe) -> Entry:
    """Return the movement made from a recipe. This takes up to a minute for the largest sizes."""
    contestants = sum(recipe.turn.contestants)
    if recipe.design is None:
        return _entry(recipe, from_squares(recipe.turn))
    orbits = _in_order(design(recipe.turn, recipe.design), recipe.turn)
    meetings = [meeting for orbit in orbits for meeting in orbit]
    directions = Directions(meetings, contestants)
    if recipe.steps:
        anneal(directions, meetings, recipe.heat, recipe.steps, recipe.seed)
        return _entry(recipe, orbits) | {"turned": _turned(_entry(recipe, orbits), directions)}
    best_of_all(directions, orbits)
    return _entry(recipe, [_seated(orbit, directions) for orbit in orbits])


def _in_order(orbits: Sequence[Orbit], turn: RingTurn) -> list[Orbit]:
    """Renumber the sets so that a fixed highest contestant plays set 1 in round 1, and put that orbit last."""
    highest, ring = sum(turn.contestants) - 1, turn.rounds[0]
    last = next(orbit for orbit in orbits if any(ns == highest for _, _, ns, _ in orbit))
    start = next(b for r, b, ns, _ in last if r == 0) if turn.contestants[-1] == 1 and not turn.loose else 0
    return [
        tuple((r, (b - start) % ring if max(b, start) < ring else b, ns, ew) for r, b, ns, ew in orbit)
        for orbit in (*(orbit for orbit in orbits if orbit is not last), last)
    ]


def _seated(orbit: Orbit, directions: Directions) -> Orbit:
    return tuple((r, b, ew, ns) if directions.is_turned((r, b, ns, ew)) else (r, b, ns, ew) for r, b, ns, ew in orbit)


def _entry(recipe: Recipe, orbits: Sequence[Orbit]) -> Entry:
    turn = recipe.turn
    seeds: Entry = {"design": recipe.design}
    if recipe.steps:
        seeds |= {"heat": recipe.heat, "steps": recipe.steps, "seed": recipe.seed}
    entry: Entry = {"made": seeds, "contestants": list(turn.contestants), "rounds": list(turn.rounds)}
    if turn.halves:
        entry["halves"] = list(turn.halves)
    if turn.loose:
        entry["loose"] = sorted([r + 1, b + 1] for r, b in turn.loose)
    return entry | {"orbits": sorted([number + 1 for number in min(orbit)] for orbit in orbits)}


def _turned(entry: Entry, directions: Directions) -> list[int]:
    """Return the tables that are turned in each round, as one number per round whose lowest bit is table 1."""
    plan = expanded(entry)
    turned = [0] * plan.rounds
    for p in plan.schedule:
        meeting: Meeting = (p.round - 1, p.boardset - 1, p.ns - 1, p.ew - 1)
        if directions.is_turned(meeting):
            turned[p.round - 1] |= 1 << (p.table - 1)
    return turned
