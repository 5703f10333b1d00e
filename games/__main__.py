"""`python -m games`: print a recorded play as text, and check and convert deal files. The site is not needed."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from games.command_line import (
    ENDING,
    EXIT_DONE,
    FILE_HELP,
    NotJson,
    Parser,
    Refusal,
    add_command,
    parsed_json,
    read_bytes,
    read_text,
    run,
)
from games.errors import GameError
from games.notation.deal_files import CARDS_ONLY, FORMATS, read_deals, write_deals
from games.players import DIRECTOR, PLAYERS
from games.registry import names, rules_for
from games.transcript import transcript
from games.wording import seat_name

VIEWERS = {**dict(zip(PLAYERS, PLAYERS, strict=True)), "all": DIRECTOR}
RECORD = '{"setup": {...}, "options": {...}, "log": [...]}'
ENDINGS = ", ".join(FORMATS).lower()
EXAMPLES = f"""\
examples:
  python -m games replay solo play.json --viewer S
  python -m games check < evening.pbn
  python -m games convert evening.pbn evening.dup

{ENDING} `COMMAND --help` says more."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. Return 0, or 2 after writing the faults in the file to stderr as sentences."""
    return run(_parser(), argv, (GameError, NotJson))


def _parser() -> argparse.ArgumentParser:
    about = "A recorded play as text; files of deals checked and written in another format."
    parser = Parser(prog="python -m games", description=about, epilog=EXAMPLES)
    commands = parser.add_subparsers(required=True)
    replay = add_command(commands, "replay", "print what a recorded play looked like", _replay)
    replay.add_argument("game", choices=names(), metavar="GAME", help=", ".join(names()))
    replay.add_argument("file", nargs="?", metavar="FILE", help=f"{RECORD} {FILE_HELP}")
    replay.add_argument("--viewer", choices=VIEWERS, default="all", help="whose view (default: all cards)")
    check = add_command(commands, "check", "say how many boards a file of deals has, or what is wrong", _check)
    check.add_argument("file", nargs="?", metavar="FILE", help=f"{ENDINGS} {FILE_HELP}")
    convert = add_command(commands, "convert", "write a file of deals in another format", _convert)
    convert.add_argument("file", metavar="FILE", help=f"{ENDINGS} (- is standard input)")
    convert.add_argument("--first", type=int, metavar="N", help="number of the first board, for DUP, BRI and DGE")
    convert.add_argument("to", type=Path, metavar="TO", help="the new file; its ending says the format")
    return parser


def _replay(given: argparse.Namespace) -> int:
    record = _record(given.file)
    rules = rules_for(given.game)
    viewer = VIEWERS[given.viewer]
    if viewer not in (*rules.players, DIRECTOR):
        there = ", ".join((*rules.players, "all"))
        raise Refusal(f"Nobody sits {seat_name(viewer)} in this game; there are {there}")
    return _print(transcript(rules, record["setup"], record["options"], record["log"], viewer))


def _record(file: str | None) -> dict[str, Any]:
    """Return the `setup`, `options` and `log` of a recorded play. A recording may omit `options` and `log`."""
    record = parsed_json(read_text(file))
    play = record if isinstance(record, dict) else {}
    setup, options, log = play.get("setup"), play.get("options") or {}, play.get("log") or []
    if not (isinstance(setup, dict) and isinstance(options, dict) and isinstance(log, list)):
        raise GameError(f"This is no play: {RECORD} is needed.")
    return {"setup": setup, "options": options, "log": log}


def _check(given: argparse.Namespace) -> int:
    deals = read_deals(read_bytes(given.file), Path(given.file or "").name)
    with_sequences = sum(board.sequences for board in deals.boards)
    kind = "" if deals.format == "PBN" else f" ({deals.format})"
    return _print([f"{len(deals.boards)} boards{kind}, {with_sequences} of them with both dummies' sequences"])


def _convert(given: argparse.Namespace) -> int:
    wanted = given.to.suffix.upper().removeprefix(".")
    if wanted not in FORMATS:
        raise Refusal(f"{given.to} says no format by its ending: {ENDINGS}")
    deals = read_deals(read_bytes(given.file), Path(given.file).name, given.first)
    if deals.asks_first and not given.first:
        raise Refusal(f"{deals.asks_first} Add --first and the number.")
    written = write_deals(wanted, deals.boards)
    try:
        given.to.write_bytes(written)
    except OSError as error:
        raise Refusal(f"{given.to} cannot be written: {error.strerror}.") from None
    lost = f" {wanted} keeps no dealer, vulnerability or order of the dummies." if wanted in CARDS_ONLY else ""
    return _print([f"{len(deals.boards)} boards written to {given.to}.{lost}"])


def _print(lines: Iterable[str]) -> int:
    """Print the lines once all of them have been produced.

    If the play or the file is faulty, nothing is printed.
    """
    for line in list(lines):
        print(line)
    return EXIT_DONE


if __name__ == "__main__":
    sys.exit(main())
