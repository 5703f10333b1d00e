"""Booklets of fields that robots played: clauses confirmed and refused by the second reading, and CPU a page.

    python bench/booklet.py [--boards 24] [--tables 16] [--logs 16] [--seed bench] [--first 1] [--ends first_pass]
        [--text]

Every board is played at `--tables` tables by the robots of all strengths (`booklet_fields.py`). The first `--logs`
tables keep their logs. Prints every clause that was refused, the numbers by kind of clause, and with `--text` the
sentences. The exit code is 1 if a clause was refused.
"""

import argparse
import os
import sys
import time
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings.test")

import django

from bench.booklet_fields import RobotField
from solver import backend

if TYPE_CHECKING:
    from clubsite.booklet.pages import BookletPage

django.setup()
pages = import_module("clubsite.booklet.pages")  # the models that it imports need the set-up


def show(page: "BookletPage") -> None:
    """Print a page's sentences."""
    print(f"\nBoard {page.number}")
    for text in page.texts:
        print(f"  {text}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=24)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--logs", type=int, default=16)
    parser.add_argument("--first", type=int, default=1, help="the number of the first board")
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--ends", default="two_passes", choices=("two_passes", "first_pass"), help="of the auction")
    parser.add_argument("--text", action="store_true", help="print the sentences")
    args = parser.parse_args()
    print(backend(), flush=True)
    confirmed, refused, lengths = Counter[str](), Counter[str](), Counter[int]()
    playing = reading = 0.0
    for number in range(args.first, args.first + args.boards):
        began = time.process_time()
        board = RobotField(args.seed, number, args.ends).board(args.tables, args.logs)
        played = time.process_time()
        page = pages.booklet_page(board)
        playing, reading = playing + played - began, reading + time.process_time() - played
        confirmed.update(type(clause).__name__ for one in page.sentences for clause in one.clauses)
        refused.update(type(clause).__name__ for clause in page.refused)
        lengths[len(page.sentences)] += 1
        for clause in page.refused:
            print(f"board {number}, refused: {clause!r}", flush=True)
        if args.text:
            show(page)
    for kind in sorted({*confirmed, *refused}):
        print(f"{kind:16} {confirmed[kind]:7} confirmed {refused[kind]:5} refused")
    print(f"{'all':16} {confirmed.total():7} confirmed {refused.total():5} refused")
    print("sentences a page: " + ", ".join(f"{n}: {times}" for n, times in sorted(lengths.items())))
    print(f"CPU: {reading:.1f} s for {args.boards} pages, {reading / args.boards:.2f} s each; robots {playing:.1f} s")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
