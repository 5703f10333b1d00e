"""`python -m movements list | show | choose | balance | check`: print or check movements.

The movements are printed as JSON for other programs.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.command_line import EXIT_DONE, FILE_HELP, Parser, Refusal, add_command, read_text, run
from games.wording import group_name
from movements import catalogue
from movements.aims import Aim
from movements.balance import competition, quality
from movements.check_words import fault_text, note_text
from movements.choose import Option, options
from movements.errors import MovementError
from movements.faults import faults
from movements.files import read_plan
from movements.notes import notes, plays
from movements.plan import Plan

EXIT_UNSOUND = 1
MOST_SENTENCES = 40
GUIDE_CARDS = "Howells in which everybody follows the same number all night"
EXAMPLES = """\
examples:
  python -m movements choose --contestants 18 --boards 30 --minutes 220
  python -m movements show mitchell --tables 9 --arrow-switch 1 > ours.json
  python -m movements balance ours.json
  python -m movements check < ours.json

Ends with 0, with 1 if `check` finds that a plan cannot be played, or with 2 and what is wrong on stderr.
`COMMAND --help` says more."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. If the movement does not exist or cannot be read, print the reason on stderr and return 2."""
    return run(_parser(), argv, (MovementError,))


def _list(arguments: argparse.Namespace) -> int:
    for name, family in catalogue.FAMILIES.items():
        print(f"{name:<14} {family.sizes:<54} {family.told(*_groups(arguments))}")
    return EXIT_DONE


def _show(arguments: argparse.Namespace) -> int:
    print(json.dumps(_built(arguments).to_json()))
    return EXIT_DONE


def _groups(arguments: argparse.Namespace) -> tuple[str, str]:
    """Return the names for the side that stays in a Mitchell and for the side that moves (SOLO-25)."""
    return group_name("NS", arguments.pairs), group_name("EW", arguments.pairs)


def _choose(arguments: argparse.Namespace) -> int:
    stay, move = _groups(arguments)
    offers = options(
        arguments.contestants,
        arguments.boards_per_round,
        arguments.boards,
        stay=stay,
        move=move,
        minutes=arguments.minutes,
        minutes_per_board=arguments.minutes_per_board,
        live=not arguments.no_copies,
        physical=arguments.guide_cards,
        aim=arguments.aim,
    )
    print(json.dumps([_option(option) for option in offers], indent=1))
    return EXIT_DONE


def _balance(arguments: argparse.Namespace) -> int:
    plan = _of_file(arguments) if arguments.tables is None else _built(arguments)
    print(json.dumps(_balance_of(plan)))
    return EXIT_DONE


def _of_file(arguments: argparse.Namespace) -> Plan:
    """Return the plan from a file. Raise MovementError if it cannot be played.

    Options apply only to a movement given by name, because a file contains the whole movement.
    """
    if arguments.name in catalogue.FAMILIES:
        raise Refusal(f"--tables is needed: how many tables the {arguments.name} has.")
    if arguments.rounds or arguments.contestants or arguments.arrow_switch or arguments.guide_cards:
        raise Refusal("Only a movement by its name takes such options, and it needs --tables.")
    arguments.file = arguments.name
    plan = _read(arguments.file)
    unsound = faults(plan)
    if unsound:
        raise MovementError(f"This cannot be played, so it has no balance. {fault_text(unsound[0])}")
    return plan


def _check(arguments: argparse.Namespace) -> int:
    plan = _read(arguments.file)
    problems = faults(plan)
    if not problems:
        sentences = [note_text(note) for note in notes(plan)]
        print(
            f"It can be played: {plan.name}, {len(plan.present)} contestants, {plan.tables} tables, "
            f"{plan.rounds} rounds, {plan.board_sets} board sets."
        )
    else:
        sentences = [fault_text(fault) for fault in problems]
    for sentence in sentences[:MOST_SENTENCES]:
        print(sentence)
    if len(sentences) > MOST_SENTENCES:
        print(f"And {len(sentences) - MOST_SENTENCES} more.")
    return EXIT_UNSOUND if problems else EXIT_DONE


def _built(arguments: argparse.Namespace) -> Plan:
    return catalogue.build(
        arguments.name,
        arguments.tables,
        arguments.rounds,
        arguments.contestants,
        arrow_switch=arguments.arrow_switch,
        cyclic=arguments.guide_cards,
    )


def _read(file: str | None) -> Plan:
    name = "" if file in (None, "-") else Path(str(file)).stem
    return read_plan(read_text(file), name).plan


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
        "shares": [{"round": s.round, "boardset": s.boardset, "tables": list(s.tables)} for s in plan.shares()],
        "plays": plays(plan),
    }


def _option(option: Option) -> dict[str, Any]:
    plan = option.plan
    return {
        "recommended": option.recommended,
        "title": option.title,
        "why": option.why,
        "placed": option.placed,
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
    about = "Movements of duplicate bridge: which there are, which suits a night, and whether one's own is sound."
    parser = Parser(prog="python -m movements", description=about, epilog=EXAMPLES)
    commands = parser.add_subparsers(required=True)
    _pairs_argument(add_command(commands, "list", "name the movements there are", _list))
    _size_arguments(add_command(commands, "show", "print one movement as JSON", _show), required=True)
    choose = add_command(commands, "choose", "print what would do for a field, best first, as JSON", _choose)
    _choose_arguments(choose)
    _pairs_argument(choose)
    balance = add_command(commands, "balance", "print how evenly everybody competes with everybody, as JSON", _balance)
    _size_arguments(balance, required=False)
    check = add_command(commands, "check", "say whether a movement can be played, and what to know of it", _check)
    check.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help=f"JSON as `show` prints it, `.asc`, or rows with headings {FILE_HELP}",
    )
    return parser


def _pairs_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pairs", action="store_true", help="write of N/S and E/W, not of South and North players")


def _size_arguments(parser: argparse.ArgumentParser, *, required: bool) -> None:
    names = ", ".join(catalogue.FAMILIES)
    if required:
        parser.add_argument("name", metavar="NAME", help=names)
    else:
        words = f"with --tables one of {names}; without it JSON as `show` prints it {FILE_HELP}"
        parser.add_argument("name", nargs="?", metavar="NAME|FILE", help=words)
    parser.add_argument("--tables", type=int, required=required, metavar="T", help="how many tables")
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
    parser.add_argument("--contestants", type=int, required=True, metavar="N", help="how many players or pairs")
    parser.add_argument("--boards", type=int, metavar="B", help="boards that there are; default: enough")
    parser.add_argument("--minutes", type=int, metavar="M", help="the longest the night may take; default: enough")
    parser.add_argument("--boards-per-round", type=int, metavar="K", help="default: what suits each movement best")
    parser.add_argument("--minutes-per-board", type=int, default=8, metavar="M", help="default: 8")
    parser.add_argument(
        "--aim", type=Aim, choices=list(Aim), default=Aim.USUAL, help="what comes first; default: usual"
    )
    parser.add_argument("--no-copies", action="store_true", help="a board can be at one table only at a time")
    parser.add_argument("--guide-cards", action="store_true", help=f"{GUIDE_CARDS} are offered too")


if __name__ == "__main__":
    sys.exit(main())
