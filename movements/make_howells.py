"""Makes the Howells of `data/howells.json` again: `python -m movements.make_howells [--only T R]`.

Every stored movement carries its recipe: the rings of its turn and the seeds of `movements.making`. Without `--only`
all are made again.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence

from movements.balance import quality
from movements.howell import expanded, stored
from movements.making.recipes import Entry, Recipe, made


def remade(sizes: Iterable[str]) -> dict[str, dict[str, Entry]]:
    """The movements of these sizes ("8x11"), made again from their recipes."""
    return {size: {kind: made(Recipe.of(entry)) for kind, entry in stored()[size].items()} for size in sizes}


def as_text(found: Mapping[str, Mapping[str, Entry]]) -> str:
    """JSON with one size a line, by tables and rounds."""
    sizes = sorted(found, key=lambda size: [int(number) for number in size.split("x")])
    lines = (f'"{size}": {json.dumps(found[size], separators=(",", ":"))}' for size in sizes)
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the movements as JSON, and on stderr their Q; 1 if one is not what is stored."""
    parser = argparse.ArgumentParser(prog="python -m movements.make_howells", description=__doc__)
    parser.add_argument("--only", nargs=2, type=int, metavar=("T", "R"), help="tables and rounds")
    only = parser.parse_args(arguments).only
    sizes = list(stored()) if only is None else [f"{only[0]}x{only[1]}"]
    found = remade(sizes)
    for size, kinds in found.items():
        for kind, entry in kinds.items():
            same = "as stored" if entry == stored()[size][kind] else "NOT AS STORED"
            print(f"{size:>6} {kind:<6} Q {float(quality(expanded(entry))):6.2f}  {same}", file=sys.stderr)
    print(as_text(found), end="")
    return int(any(found[size] != stored()[size] for size in sizes))


if __name__ == "__main__":
    sys.exit(main())
