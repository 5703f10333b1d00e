"""The search for good recipes: many designs, each turned round for a short while, the best ones for longer."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from movements.balance import quality
from movements.howell import expanded
from movements.making.designs import Turn, design
from movements.making.recipes import Recipe, made
from movements.making.sizes import cyclic_turns, free_turns

SHORT, LONG = 60_000, (400_000, 2_000_000)  # steps of annealing
KEPT = (5, 1)  # designs that are turned round for as long as that


def best_cyclic(tables: int, rounds: int, seeds: Iterable[int]) -> Recipe | None:
    """The most even of the designs of these seeds in which everybody follows; None if none was found."""
    recipes = [Recipe(turn, seed) for turn in possible(cyclic_turns(tables, rounds)) for seed in seeds]
    return max(recipes, key=_quality, default=None)


def best_free(tables: int, rounds: int, seeds: Iterable[int]) -> Recipe:
    """The most even found among the designs of these seeds, their tables turned round one by one."""
    found: list[tuple[Fraction, Recipe]] = []
    for turn in possible(free_turns(tables, rounds)):
        short = (Recipe(turn, seed, heat=tables, steps=SHORT, seed=1) for seed in seeds)
        found += [(_quality(recipe), recipe) for recipe in short]
    for kept, steps in zip(KEPT, LONG, strict=True):
        found.sort(key=lambda one: -one[0])
        longer = [
            replace(recipe, heat=heat, steps=steps, seed=seed)
            for _, recipe in found[:kept]
            for seed in (1, 2)
            for heat in (tables // 2 + 1, tables)
        ]
        found = found[:kept] + [(_quality(recipe), recipe) for recipe in longer]
    return max(found, key=lambda one: one[0])[1]


def possible(turns: Iterable[Turn]) -> list[Turn]:
    """The turns for which a design is found."""
    found = []
    for turn in turns:
        with suppress(LookupError):
            design(turn, 1)
            found.append(turn)
    return found


def _quality(recipe: Recipe) -> Fraction:
    return quality(expanded(made(recipe)))
