"""The search for good recipes: many designs are improved briefly, and the best of them are then improved for longer."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from movements.balance import quality
from movements.howell import expanded
from movements.making.designs import RingTurn, design
from movements.making.recipes import Recipe, made
from movements.making.sizes import cyclic_turns, free_turns

ATTEMPTS_PER_TURN = 2  # attempts at a design before its turn counts as having none
FIRST_STEPS = 60_000  # steps of annealing at first
Longer = Sequence[tuple[int, int]]
NEXT_STEPS: Longer = ((4, 400_000), (1, 1_000_000))  # number of the best designs that go on, and their steps


def best_cyclic(tables: int, rounds: int, seeds: Iterable[int]) -> Recipe | None:
    """Return the most even cyclic recipe among the designs with these seeds, or None if no recipe was found."""
    recipes = [Recipe(turn, seed) for turn in possible(cyclic_turns(tables, rounds)) for seed in seeds]
    return max(recipes, key=_quality, default=None)


def best_free(
    tables: int,
    rounds: int,
    seeds: Iterable[int],
    short: int = FIRST_STEPS,
    longer: Longer = NEXT_STEPS,
) -> Recipe:
    """Return the most even recipe among the designs with these seeds, with tables turned one at a time."""
    turns = possible(free_turns(tables, rounds))
    recipes = [Recipe(turn, seed, heat=tables, steps=short, seed=1) for turn in turns for seed in seeds]
    ranking = [(_quality(recipe), recipe) for recipe in recipes]
    for kept, steps in longer:
        ranking = sorted(ranking, key=lambda pair: -pair[0])[:kept]
        again = [
            replace(recipe, heat=heat, steps=steps, seed=seed)
            for _, recipe in ranking
            for seed in (1, 2)
            for heat in (tables // 2 + 1, tables)
        ]
        ranking += [(_quality(recipe), recipe) for recipe in again]
    return max(ranking, key=lambda pair: pair[0])[1]


def possible(turns: Iterable[RingTurn]) -> list[RingTurn]:
    """Return the turns for which a design is found quickly."""
    ring_turns = []
    for turn in turns:
        with suppress(LookupError):
            design(turn, 1, ATTEMPTS_PER_TURN)
            ring_turns.append(turn)
    return ring_turns


def _quality(recipe: Recipe) -> Fraction:
    return quality(expanded(made(recipe)))
