"""`python -m movements list | show | choose | balance | check`: movements as JSON for other programs, and checked."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from movements import catalogue
from movements.balance import competition, quality
from movements.checks import plays, problems
from movements.choose import Option, options
from movements.errors import MovementError
from movements.plan import Plan

SOUND, UNSOUND, IMPOSSIBLE = 0, 1, 2
MOST_SENTENCES = 40
GUIDE_CARDS = "Howells in which everybody follows the same number all night"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command. 2 and a sentence on stderr for what does not exist or cannot be read."""
    try:
        code = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        # A reader such as `head` has seen enough. What is still in the buffer must not be tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return SOUND
    return code


def _run(argv: Sequence[str] | None) -> int:
    arguments = _parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
    except MovementError as error:
        print(f"python -m movements: {error}", file=sys.stderr)
        return IMPOSSIBLE
    return code


def _list(arguments: argparse.Namespace) -> int:
    for name, family in catalogue.FAMILIES.items():
        print(f"{name:<14} {family.sizes:<54} {family.about}")
    return SOUND


def _show(arguments: argparse.Namespace) -> int:
    print(json.dumps(_built(arguments).to_json()))
    return SOUND


def _choose(arguments: argparse.Namespace) -> int:
    found = options(
        arguments.contestants,
        arguments.boards_per_round,
        arguments.boards,
        stay="N/S",
        move="E/W",
        minutes=arguments.minutes,
        minutes_per_board=arguments.minutes_per_board,
        live=not arguments.no_copies,
        physical=arguments.guide_cards,
    )
    print(json.dumps([_option(option) for option in found], indent=1))
    return SOUND


def _balance(arguments: argparse.Namespace) -> int:
    if arguments.tables is None:
        plan = _read(arguments.name)
        unsound = problems(plan)
        if unsound:
            raise MovementError(f"{arguments.name} is not sound, so it has no balance. {unsound[0]}")
    else:
        plan = _built(arguments)
    print(json.dumps(_balance_of(plan)))
    return SOUND


def _check(arguments: argparse.Namespace) -> int:
    plan = _read(arguments.file)
    found = problems(plan)
    if not found:
        q = float(quality(plan))
        print(
            f"Sound: {plan.name}, {len(plan.present)} contestants, {plan.tables} tables, {plan.rounds} rounds, "
            f"{plan.board_sets} board sets, Q {q:.1f}."
        )
        return SOUND
    for sentence in found[:MOST_SENTENCES]:
        print(sentence)
    if len(found) > MOST_SENTENCES:
        print(f"And {len(found) - MOST_SENTENCES} more.")
    return UNSOUND


def _built(arguments: argparse.Namespace) -> Plan:
    return catalogue.build(
        arguments.name,
        arguments.tables,
        arguments.rounds,
        arguments.contestants,
        arrow_switch=arguments.arrow_switch,
        cyclic=arguments.guide_cards,
    )


def _read(name: str) -> Plan:
    """A plan from a file; "-" is the standard input."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise MovementError(f"{name} is not UTF-8 text: byte {wrong.start} cannot be read.") from wrong
    except OSError as wrong:
        raise MovementError(f"{name} cannot be read: {wrong.strerror or wrong}.") from wrong
    return Plan.from_json(text)


def _balance_of(plan: Plan) -> dict[str, Any]:
    competitions = competition(plan).values()
    q = quality(plan)
    return {
        "name": plan.name,
        "tables": plan.tables,
        "rounds": plan.rounds,
        "contestants": len(plan.present),
        "winners": plan.winners,
        "q": round(float(q), 4),
        "q_exact": str(q),
        "least": min(competitions, default=0),
        "greatest": max(competitions, default=0),
        "shares": [
            {"round": s.round, "boardset": s.boardset, "tables": list(s.tables)} for s in plan.shares()
        ],
        "plays": plays(plan),
    }


def _option(option: Option) -> dict[str, Any]:
    plan = option.plan
    return {
        "recommended": option.recommended,
        "title": option.title,
        "why": option.why,
        "problem": option.problem,
        "name": plan.name,
        "tables": plan.tables,
        "rounds": option.rounds,
        "boards_per_round": option.boards_per_round,
        "boards_each": option.boards_each,
        "boards_needed": option.boards_needed,
        "sit_outs": option.sit_outs,
        "winners": option.winners,
        "arrow_switch": option.switched,
        "sections": [len(part.present) for part in option.parts],
        "q": round(float(option.quality), 4),
        "minutes": option.minutes,
        "shares": option.shares,
        "plan": plan.to_json(),
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m movements", description="Movements of duplicate.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="the movements there are").set_defaults(run=_list)
    show = commands.add_parser("show", help="one movement as JSON")
    show.set_defaults(run=_show)
    _size_arguments(show, required=True)
    choose = commands.add_parser("choose", help="what would do for a field, best first, as JSON")
    choose.set_defaults(run=_choose)
    _choose_arguments(choose)
    balance = commands.add_parser("balance", help="how evenly everybody competes with everybody, as JSON")
    balance.set_defaults(run=_balance)
    _size_arguments(balance, required=False)
    check = commands.add_parser("check", help="whether a club's own plan is sound")
    check.set_defaults(run=_check)
    check.add_argument("file", metavar="FILE", help="JSON as `show` prints it; - reads the standard input")
    return parser


def _size_arguments(parser: argparse.ArgumentParser, *, required: bool) -> None:
    names = ", ".join(catalogue.FAMILIES)
    if required:
        parser.add_argument("name", metavar="NAME", help=names)
    else:
        parser.add_argument("name", metavar="NAME|FILE", help=f"without --tables a file; otherwise {names}")
    parser.add_argument("--tables", type=int, required=required, metavar="T")
    parser.add_argument("--rounds", type=int, metavar="R", help="default: as many as there can be")
    parser.add_argument("--contestants", type=int, metavar="N", help="2T, or 2T-1: one number is then absent")
    parser.add_argument(
        "--arrow-switch",
        type=int,
        default=0,
        metavar="K",
        help="change seats in the last K rounds: one winner",
    )
    parser.add_argument("--guide-cards", action="store_true", help=GUIDE_CARDS)


def _choose_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--contestants", type=int, required=True, metavar="N")
    parser.add_argument("--boards", type=int, metavar="B", help="boards that there are; default: enough")
    parser.add_argument(
        "--minutes", type=int, metavar="M", help="the longest the night may take; default: enough"
    )
    parser.add_argument(
        "--boards-per-round", type=int, metavar="K", help="default: what suits each movement best"
    )
    parser.add_argument("--minutes-per-board", type=int, default=8, metavar="M", help="default: 8")
    parser.add_argument("--no-copies", action="store_true", help="a board can be at one table only at a time")
    parser.add_argument("--guide-cards", action="store_true", help=f"{GUIDE_CARDS} are offered too")


if __name__ == "__main__":
    sys.exit(main())
