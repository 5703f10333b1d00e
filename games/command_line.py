"""Code shared by the command lines of all the libraries: reading input, refusing faulty input, and exit codes."""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from games.notation.file_bytes import decode_text

EXIT_DONE, EXIT_REFUSED, EXIT_INTERRUPTED = 0, 2, 130
STANDARD_INPUT = "-"
FILE_HELP = "(standard input if it is - or left out)"
ENDING = "Ends with 0, or with 2 and what is wrong on stderr."


class Refusal(Exception):
    """Raised for input that is refused, such as a file that cannot be opened. The message is one complete sentence."""


class NotJson(ValueError):
    """Raised for text that is not JSON. The message names the line if it is known."""


class _Help(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)


class Parser(argparse.ArgumentParser):
    """An argument parser that reports bad arguments in a sentence on stderr and keeps line breaks in descriptions."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": _Help, **settings})

    def error(self, message: str) -> Any:
        """Print the sentence and exit with code 2."""
        self.exit(EXIT_REFUSED, f"{self.prog}: {message.removesuffix('.')}. --help says more.\n")


def add_command(
    commands: Any, name: str, about: str, work: Callable[[argparse.Namespace], int], more: str = ""
) -> argparse.ArgumentParser:
    """Add a command. `about` is its line in the list of commands; `about` and `more` form its help. `work` runs it."""
    description = f"{about[0].upper()}{about[1:]}.\n\n{more}".strip()
    parser: argparse.ArgumentParser = commands.add_parser(name, help=about, description=description)
    parser.set_defaults(run=work)
    return parser


def run(parser: argparse.ArgumentParser, argv: Sequence[str] | None, refusals: tuple[type[Exception], ...]) -> int:
    """Call `arguments.run(arguments)`, which prints its output and returns the exit code, and return that code.

    If the call raises one of `refusals`, print the error on stderr and return 2. The error takes one line, or one
    line for each of its `sentences`. Each line begins with the name of the file (`arguments.file`) or program.
    """
    arguments = parser.parse_args(argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Input is read as UTF-8, so output is written as UTF-8, whatever the terminal's usual encoding.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough. Do not try to write the rest of the buffer at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_DONE
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Refusal as error:
        print(error, file=sys.stderr)
        return EXIT_REFUSED
    except refusals as error:
        place = input_name(arguments.file) if "file" in arguments else parser.prog
        for sentence in getattr(error, "sentences", None) or str(error).splitlines():
            print(f"{place}: {sentence}", file=sys.stderr)
        return EXIT_REFUSED
    return code


def input_name(file: str | None) -> str:
    """Return the name of a file, or "standard input", for use in a sentence."""
    return "standard input" if file in (None, STANDARD_INPUT) else str(file)


def read_bytes(file: str | None) -> bytes:
    """Return the bytes of a file, or of standard input for None and `-`. Raise Refusal if they cannot be read."""
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
    """Return the text of a file in UTF-8, UTF-16 or Windows-1252. Raise Refusal if the file cannot be read."""
    return decode_text(read_bytes(file))


def parsed_json(text: str) -> Any:
    """Return the value of a JSON string. Raise NotJson if the string is not valid JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise NotJson(f"line {error.lineno}, column {error.colno}: this is no JSON: {error.msg}.") from None
    except (RecursionError, ValueError):
        raise NotJson("this is no JSON that can be read: it is nested too deep or a number is too long.") from None
