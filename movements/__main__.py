"""`python -m movements list` and `python -m movements show NAME --tables T --rounds R [--contestants N]`."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from movements import howell, mitchell
from movements.errors import MovementError
from movements.plan import Plan, with_sit_out


@dataclass(frozen=True, slots=True)
class Family:
    """A movement by name: how it is made, how many rounds it has at most, and a line for `list`."""

    make: Callable[[int, int], Plan]
    most_rounds: Callable[[int], int]
    sizes: str
    about: str


FAMILIES = {
    "mitchell": Family(
        mitchell.straight,
        mitchell.straight_rounds,
        f"1-{mitchell.MAX_TABLES} tables, up to T rounds (T odd) or T/2 (T even)",
        "N/S stay, E/W go up one table, boards go down one; two winners",
    ),
    "skip-mitchell": Family(
        mitchell.skip,
        mitchell.skip_rounds,
        f"2-{mitchell.MAX_TABLES} tables (even), up to T-1 rounds",
        "as mitchell, E/W go up two tables after round T/2; two winners",
    ),
    "howell": Family(
        howell.howell,
        howell.howell_rounds,
        f"{howell.MIN_TABLES}-{howell.MAX_TABLES} tables, 2T-1 rounds or fewer",
        "everybody meets everybody once; one winner (2 and 3 tables share boards)",
    ),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Prints a plan as JSON or the list of names; 2 and a sentence on stderr if there is no such movement."""
    try:
        code = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        # A reader such as `head` has seen enough. What is still in the buffer must not be tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _run(argv: Sequence[str] | None) -> int:
    arguments = _parser().parse_args(argv)
    if arguments.command == "list":
        for name, family in FAMILIES.items():
            print(f"{name:<14} {family.sizes:<54} {family.about}")
        return 0
    try:
        plan = _wanted(arguments.name, arguments.tables, arguments.rounds, arguments.contestants)
    except MovementError as error:
        print(f"python -m movements: {error}", file=sys.stderr)
        return 2
    print(json.dumps(plan.to_json()))
    return 0


def _wanted(name: str, tables: int, rounds: int | None, contestants: int | None) -> Plan:
    family = FAMILIES.get(name)
    if family is None:
        raise MovementError(f"There is no movement called {name!r}. There are: {', '.join(FAMILIES)}.")
    plan = family.make(tables, family.most_rounds(tables) if rounds is None else rounds)
    if contestants is None or contestants == plan.contestants:
        return plan
    if contestants == plan.contestants - 1:
        return with_sit_out(plan, plan.contestants)
    raise MovementError(
        f"{tables} tables are for {plan.contestants} contestants, "
        f"or {plan.contestants - 1} with a sit-out, not {contestants}."
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m movements", description="Movements of duplicate.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="the movements there are")
    show = commands.add_parser("show", help="one movement as JSON")
    show.add_argument("name", metavar="NAME", help=", ".join(FAMILIES))
    show.add_argument("--tables", type=int, required=True, metavar="T")
    show.add_argument("--rounds", type=int, metavar="R", help="default: as many as there can be")
    show.add_argument("--contestants", type=int, metavar="N", help="2T, or 2T-1: number 2T is then absent")
    return parser


if __name__ == "__main__":
    sys.exit(main())
