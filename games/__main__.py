"""`python -m games`: a recorded play as text, and files of deals checked and converted. No site is needed."""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from games.errors import GameError
from games.notation.deal_files import FORMATS, read_deals, write_deals
from games.players import DIRECTOR, PLAYER_NAME, PLAYERS
from games.registry import names, rules_for
from games.transcript import transcript

VIEWERS = {**dict(zip(PLAYERS, PLAYERS, strict=True)), "all": DIRECTOR}


def main(arguments: list[str] | None = None) -> int:
    """0 if all is well, 1 with sentences on stderr if the file is not."""
    options = _parser().parse_args(arguments)
    try:
        for line in options.run(options):
            print(line)
        sys.stdout.flush()
    except BrokenPipeError:
        # A reader such as `head` has seen enough. What is still in the buffer must not be tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (OSError, UnicodeDecodeError, GameError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games", description=__doc__)
    commands = parser.add_subparsers(required=True)
    replay = commands.add_parser("replay", help="print the transcript of a recorded play")
    replay.add_argument("game", choices=names())
    replay.add_argument("file", type=Path, help='JSON: {"setup": {...}, "options": {...}, "log": [...]}')
    replay.add_argument("--viewer", choices=VIEWERS, default="all", help="whose view (default: all cards)")
    replay.set_defaults(run=_replay)
    check = commands.add_parser("check", help="read a file of deals and say what is wrong with it")
    check.add_argument("file", type=Path)
    check.set_defaults(run=_check)
    convert = commands.add_parser("convert", help="write a file of deals in another format")
    convert.add_argument("file", type=Path)
    convert.add_argument("to", type=Path, help=f"its ending says the format: {', '.join(FORMATS).lower()}")
    convert.set_defaults(run=_convert)
    return parser


def _replay(options: argparse.Namespace) -> list[str]:
    record = _record(options.file)
    rules = rules_for(options.game)
    viewer = VIEWERS[options.viewer]
    if viewer not in (*rules.players, DIRECTOR):
        there = ", ".join((*rules.players, "all"))
        raise GameError(f"Nobody sits {PLAYER_NAME[viewer]} in this game; there are {there}")
    chosen = record.get("options") or {}
    return list(transcript(rules, record["setup"], chosen, record.get("log") or [], viewer))


def _record(path: Path) -> dict[str, Any]:
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise GameError(f"{path} is not JSON: {error}") from None
    if not isinstance(record, dict) or not isinstance(record.get("setup"), dict):
        raise GameError(
            f'{path} holds no play: {{"setup": {{...}}, "options": {{...}}, "log": [...]}} is needed'
        )
    return record


def _check(options: argparse.Namespace) -> list[str]:
    found = read_deals(options.file.read_bytes(), options.file.name)
    with_sequences = sum(board.sequences for board in found.boards)
    kind = "" if found.format == "PBN" else f" ({found.format})"
    return [f"{len(found.boards)} boards{kind}, {with_sequences} of them with both dummies' sequences"]


def _convert(options: argparse.Namespace) -> list[str]:
    wanted = options.to.suffix.upper().removeprefix(".")
    if wanted not in FORMATS:
        raise GameError(f"{options.to} says no format by its ending: {', '.join(FORMATS).lower()}")
    found = read_deals(options.file.read_bytes(), options.file.name)
    options.to.write_bytes(write_deals(wanted, found.boards))
    lost = "" if wanted == "PBN" else " Only PBN keeps the dummies' order."
    return [f"{len(found.boards)} boards written to {options.to}.{lost}"]


if __name__ == "__main__":
    sys.exit(main())
