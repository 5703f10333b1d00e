"""Faults planted in the source, to learn whether the tests notice them.

`try` plants each fault in a copy of the tree, runs the tests that may notice it, and compares with the tests noted in
the file. `note` does the same with the faults that have no note, and writes what it finds into the file.

    python -m tests.planted try                        the faults of tests/planted/faults.json
    python -m tests.planted try --faults other.json    another set of the same shape
"""

import argparse
import tempfile
import time
from pathlib import Path

from tests.planted.planting import PlaceGoneError, read_faults, write_faults
from tests.planted.trying import OutOfTimeError, copy_tree, failures, noticed_by

ROOT = Path(__file__).resolve().parents[2]
OWN = Path(__file__).parent / "faults.json"
AT_LAST_SECONDS = 3600
"""For the noticing tests in the unchanged tree, all in one run: who fails there has noticed nothing."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("try", "note"))
    parser.add_argument("--faults", type=Path, default=OWN, metavar="FILE", help="the set of faults")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout whose source and tests are tried")
    parser.add_argument("--limit", type=float, default=600, help="seconds for the tests of one fault")
    given = parser.parse_args()
    return tried(given.tree, given.faults, given.limit, noting=given.command == "note")


def tried(tree: Path, file: Path, limit: float, *, noting: bool) -> int:
    """Try the faults of a file. Return 1 if fewer are noticed than are noted."""
    faults = read_faults(file)
    chosen = [fault for fault in faults if fault.noticed_by is None] if noting else faults
    before, noticed = sum(bool(fault.noticed_by) for fault in chosen), []
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        copy = Path(folder) / "tree"
        copy_tree(tree.resolve(), copy)
        for number, fault in enumerate(chosen, 1):
            started, test, hindered = time.monotonic(), "", ""
            try:
                test = noticed_by(copy, fault, limit)
            except (PlaceGoneError, OutOfTimeError) as error:
                hindered = str(error)
            took = time.monotonic() - started
            print(
                f"{number} {fault.kind}, {fault.name}: {test or hindered or 'not noticed'} ({took:.0f} s)", flush=True
            )
            noticed += [test] if test else []
            if noting and not hindered:
                fault.noticed_by = test
                write_faults(file, faults)
        wrong = failures(copy, sorted({test for test in noticed if "::" in test}), AT_LAST_SECONDS)
    for test in wrong:
        print(f"This test fails without a fault too: {test}")
    count = sum(test not in wrong for test in noticed)
    print(f"{count} of {len(chosen)} noticed, {before} before")
    return int(count < before)


if __name__ == "__main__":
    raise SystemExit(main())
