"""What the command lines of all the libraries share: where input comes from, how they refuse, how they end."""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

DONE, REFUSED, INTERRUPTED = 0, 2, 130
STANDARD_INPUT = "-"
FILE_HELP = "(standard input if it is - or left out)"
ENDING = "Ends with 0, or with 2 and what is wrong on stderr."


class Refusal(Exception):
    """What cannot be done, in a sentence that names by itself what it is about: a file that cannot be opened."""


class NotJson(ValueError):
    """Text that is no JSON; the sentence names the line where there is one."""


class _Help(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)


class Parser(argparse.ArgumentParser):
    """Bad arguments are one sentence on stderr; what is written about a command keeps its lines."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": _Help, **settings})

    def error(self, message: str) -> Any:
        """Ends the process with 2."""
        self.exit(REFUSED, f"{self.prog}: {message.removesuffix('.')}. --help says more.\n")


def add_command(
    commands: Any, name: str, about: str, work: Callable[[argparse.Namespace], int], more: str = ""
) -> argparse.ArgumentParser:
    """One command of several: `about` stands in their list and, with `more`, above its own help; `work` does it."""
    description = f"{about[0].upper()}{about[1:]}.\n\n{more}".strip()
    parser: argparse.ArgumentParser = commands.add_parser(name, help=about, description=description)
    parser.set_defaults(run=work)
    return parser


def run(
    parser: argparse.ArgumentParser, argv: Sequence[str] | None, refusals: tuple[type[Exception], ...]
) -> int:
    """Does `arguments.run(arguments)`, which prints and gives the exit code, and returns that.

    One of `refusals` becomes a line on stderr, or one for each of its `sentences`, behind the name of the file
    (`arguments.file`) or of the program, and 2.
    """
    arguments = parser.parse_args(argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What is read is UTF-8, so is what is printed, whatever the terminal's usual encoding.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # A reader such as `head` has seen enough. What is still in the buffer must not be tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Refusal as error:
        print(error, file=sys.stderr)
        return REFUSED
    except refusals as error:
        place = input_name(arguments.file) if "file" in arguments else parser.prog
        for sentence in getattr(error, "sentences", None) or str(error).splitlines():
            print(f"{place}: {sentence}", file=sys.stderr)
        return REFUSED
    return code


def input_name(file: str | None) -> str:
    """What a file is called in a sentence."""
    return "standard input" if file in (None, STANDARD_INPUT) else str(file)


def read_bytes(file: str | None) -> bytes:
    """The whole of a file, or of standard input for None and `-`. Raises Refusal."""
    try:
        if file is not None and file != STANDARD_INPUT:
            return Path(file).read_bytes()
        if sys.stdin is None:
            raise Refusal("There is no standard input to read.")
        if sys.stdin.isatty():
            print("Reading what is typed here, until Ctrl-D on a line of its own.", file=sys.stderr)
        return sys.stdin.buffer.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refusal(f"{input_name(file)} cannot be read: {reason}.") from None


def read_text(file: str | None) -> str:
    """The same as text, in UTF-8 with or without a byte order mark. Raises Refusal naming the line."""
    try:
        return read_bytes(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise Refusal(
            f"{input_name(file)}: line {line}: this is no UTF-8 text. Save the file as UTF-8."
        ) from None


def parsed_json(text: str) -> Any:
    """What a text of JSON says. Raises NotJson."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise NotJson(f"line {error.lineno}, column {error.colno}: this is no JSON: {error.msg}.") from None
    except (RecursionError, ValueError):
        raise NotJson(
            "this is no JSON that can be read: it is nested too deep or a number is too long."
        ) from None
