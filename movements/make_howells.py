"""Make the Howells in `data/howells.json` again, or look for better ones.

    python -m movements.make_howells                          all Howells from their recipes (about half an hour)
    python -m movements.make_howells --only 8 11              one size (tables, rounds)
    python -m movements.make_howells --only 8 11 --search 50  try designs 1 to 50 of every turn: minutes to hours

Every movement is stored with its recipe: the rings of its turn and the seeds for `movements.making`.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence

from movements.balance import quality
from movements.howell import expanded, stored
from movements.making.recipes import Entry, Recipe, made
from movements.making.search import NEXT_STEPS, Longer, best_cyclic, best_free

Kinds = Mapping[str, Entry]  # "cyclic" and "free"; only "cyclic" if no free one is more even


def remade(sizes: Iterable[str]) -> dict[str, Kinds]:
    """Return the movements of these sizes ("8x11"), remade from their recipes."""
    return {size: {kind: made(Recipe.of(entry)) for kind, entry in stored()[size].items()} for size in sizes}


def searched(size: str, seeds: int, longer: Longer = NEXT_STEPS) -> Kinds:
    """Return the most even movements of a size among the designs with seeds 1 to `seeds`.

    If the stored movements are better, return the stored movements instead.
    """
    tables, rounds = map(int, size.split("x"))
    kinds = dict(stored()[size])
    cyclic = best_cyclic(tables, rounds, range(1, seeds + 1))
    free = best_free(tables, rounds, range(1, seeds + 1), longer=longer)
    for kind, recipe in (("cyclic", cyclic), ("free", free)):
        entry = made(recipe) if recipe is not None else None
        if entry is not None and (kind not in kinds or _q(entry) > _q(kinds[kind])):
            kinds[kind] = entry
    if "cyclic" in kinds and _q(kinds["cyclic"]) >= _q(kinds["free"]):
        del kinds["free"]
    return kinds


def as_text(howells: Mapping[str, Kinds]) -> str:
    """Return the movements as JSON, one size per line, ordered by tables and rounds."""
    sizes = sorted(howells, key=lambda size: [int(number) for number in size.split("x")])
    lines = (f'"{size}": {json.dumps(howells[size], separators=(",", ":"))}' for size in sizes)
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the movements as JSON, and their Q on stderr. Return 1 if any differs from the stored movement."""
    parser = argparse.ArgumentParser(prog="python -m movements.make_howells", description="Makes the Howells.")
    parser.add_argument("--only", nargs=2, type=int, metavar=("T", "R"), help="tables and rounds")
    parser.add_argument("--search", type=int, metavar="SEEDS", help="look for more even ones; needs --only")
    args = parser.parse_args(arguments)
    if args.search is not None and (args.only is None or args.search < 1):
        parser.error("--search needs a size (--only T R) and at least one seed.")
    sizes = list(stored()) if args.only is None else ["x".join(map(str, args.only))]
    if not stored().keys() >= set(sizes):
        parser.error("There are Howells of 2 to 14 tables, with at least as many rounds and fewer than twice as many.")
    changed = False
    howells: dict[str, Kinds] = {}
    for size in sizes:
        howells |= {size: searched(size, args.search)} if args.search else remade([size])
        for kind, entry in howells[size].items():
            same = entry == stored()[size].get(kind)
            changed = changed or not same
            print(f"{size:>6} {kind:<6} Q {_q(entry):6.2f}  {'as stored' if same else 'NEW'}", file=sys.stderr)
    print(as_text(howells), end="")
    return int(changed)


def _q(entry: Entry) -> float:
    return float(quality(expanded(entry)))


if __name__ == "__main__":
    sys.exit(main())
