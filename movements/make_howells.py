"""Makes the Howells of `data/howells.json` again, or looks for better ones.

    python -m movements.make_howells                          all of them from their recipes (about half an hour)
    python -m movements.make_howells --only 8 11              one size (tables, rounds)
    python -m movements.make_howells --only 8 11 --search 50  tries designs 1 to 50 of every turn: minutes, hours

Every stored movement carries its recipe: the rings of its turn and the seeds of `movements.making`.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence

from movements.balance import quality
from movements.howell import expanded, stored
from movements.making.recipes import Entry, Recipe, made
from movements.making.search import best_cyclic, best_free

Kinds = Mapping[str, Entry]  # "cyclic" and "free"; only "cyclic" where no free one is more even


def remade(sizes: Iterable[str]) -> dict[str, Kinds]:
    """The movements of these sizes ("8x11"), made again from their recipes."""
    return {size: {kind: made(Recipe.of(entry)) for kind, entry in stored()[size].items()} for size in sizes}


def searched(tables: int, rounds: int, seeds: int) -> Kinds:
    """The most even movements of a size among the designs of the seeds from 1, or those stored if they are better."""
    found = dict(stored()[f"{tables}x{rounds}"])
    recipes = {
        "cyclic": best_cyclic(tables, rounds, range(1, seeds + 1)),
        "free": best_free(tables, rounds, range(1, seeds + 1)),
    }
    for kind, recipe in recipes.items():
        entry = made(recipe) if recipe is not None else None
        if entry is not None and _q(entry) > max(_q(found[k]) for k in found if k in (kind, "cyclic")):
            found[kind] = entry
    return found


def as_text(found: Mapping[str, Kinds]) -> str:
    """JSON with one size a line, by tables and rounds."""
    sizes = sorted(found, key=lambda size: [int(number) for number in size.split("x")])
    lines = (f'"{size}": {json.dumps(found[size], separators=(",", ":"))}' for size in sizes)
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the movements as JSON and their Q on stderr; 1 if one is not what is stored."""
    parser = argparse.ArgumentParser(
        prog="python -m movements.make_howells", description="Makes the Howells."
    )
    parser.add_argument("--only", nargs=2, type=int, metavar=("T", "R"), help="tables and rounds")
    parser.add_argument("--search", type=int, metavar="SEEDS", help="look for more even ones; needs --only")
    told = parser.parse_args(arguments)
    if told.only is not None and "{}x{}".format(*told.only) not in stored():
        parser.error(
            "There are Howells of 2 to 14 tables, with at least as many rounds and fewer than twice as many."
        )
    if told.search is not None and (told.only is None or told.search < 1):
        parser.error("--search needs a size (--only T R) and at least one seed.")
    changed = False
    found: dict[str, Kinds] = {}
    for size in stored() if told.only is None else ["{}x{}".format(*told.only)]:
        found |= {size: searched(*told.only, told.search)} if told.search else remade([size])
        for kind, entry in found[size].items():
            same = entry == stored()[size].get(kind)
            changed = changed or not same
            print(
                f"{size:>6} {kind:<6} Q {_q(entry):6.2f}  {'as stored' if same else 'NEW'}", file=sys.stderr
            )
    print(as_text(found), end="")
    return int(changed)


def _q(entry: Entry) -> float:
    return float(quality(expanded(entry)))


if __name__ == "__main__":
    sys.exit(main())
