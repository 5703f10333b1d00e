"""Reading a plan's JSON, one value at a time. Errors say where the fault is."""

import json
from collections.abc import Mapping
from typing import Any
from unicodedata import category

from movements.errors import MovementError

# More than any club has. Without a limit one number in a file could keep a computer busy for days.
MAX_NUMBER = 500
MAX_TEXT_LENGTH = 80


def parsed(source: str) -> Any:
    """Return the value of a JSON string. If it is not valid JSON, raise MovementError naming the line and column."""
    try:
        return json.loads(source)
    except json.JSONDecodeError as wrong:
        raise refused(f"line {wrong.lineno}, column {wrong.colno}: {wrong.msg}, so it is not JSON") from wrong
    except RecursionError as wrong:
        raise refused("lists stand inside lists without end") from wrong
    except ValueError as wrong:
        raise refused("a number in it has thousands of digits") from wrong


def mapping(value: Any, where: str) -> Mapping[str, Any]:
    """Return the value if it is an object with named fields. Otherwise raise MovementError."""
    if not isinstance(value, Mapping):
        raise refused(f"{where} must be an object such as {{...}}, not {_shown(value)}")
    return value


def listed(data: Mapping[str, Any], key: str, where: str = "", *, optional: bool = False) -> list[Any]:
    """Return the list in the field `key`. An optional list may be missing."""
    if optional and key not in data:
        return []
    value = field(data, key, where)
    if not isinstance(value, list | tuple):
        raise refused(f"{where}{key!r} must be a list such as [...], not {_shown(value)}")
    return list(value)


def field(data: Mapping[str, Any], key: str, where: str = "") -> Any:
    """Return the value of a field. Raise MovementError if it is missing."""
    if key not in data:
        raise refused(f"{where}{key!r} is missing")
    return data[key]


def whole(value: Any, where: str) -> int:
    """Return a whole number from 0 to HIGHEST. Raise MovementError for anything else."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise refused(f"{where} must be a whole number, not {_shown(value)}")
    if not 0 <= value <= MAX_NUMBER:
        raise refused(f"{where} must be from 0 to {MAX_NUMBER}, not {_shown(value)}")
    return value


def text(value: Any, where: str) -> str:
    """Return a string of at most LONGEST characters that can be shown and stored. Otherwise raise MovementError."""
    if not isinstance(value, str):
        raise refused(f"{where} must be text, not {_shown(value)}")
    if len(value) > MAX_TEXT_LENGTH:
        raise refused(f"{where} has {len(value)} characters, {MAX_TEXT_LENGTH} is the most")
    if any(category(character) in ("Cc", "Cs") for character in value):
        raise refused(f"{where} has a character in it that cannot be shown: {_shown(value)}")
    return value


def refused(reason: str) -> MovementError:
    """Return the error that says why something is not a movement."""
    return MovementError(f"This is no movement: {reason}.")


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:37]}..."
