"""Rules for the JSON that another server sends. Each rule reads a value, or refuses it with a sentence.

A refused value is never repeated, since it may contain any characters. Unknown, missing and repeated keys are refused.
"""

import datetime
import json
import re
import unicodedata
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple

from clubsite.core.refused import Refused


class Text(NamedTuple):
    """One line of printable text in Unicode's form NFKC. If there is a `pattern` (of `re`), all of it matches."""

    longest: int
    pattern: str = ""
    empty: bool = True

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or len(value) > self.longest or not value.isprintable():
            raise ValueError(f"Write text in one line of at most {self.longest} characters.")
        if unicodedata.normalize("NFKC", value) != value or value != value.strip():
            raise ValueError("Write the text in Unicode’s form NFKC, without blanks at its ends.")
        if not value and not self.empty:
            raise ValueError("Write a text that is not empty.")
        if value and self.pattern and not re.fullmatch(self.pattern, value, re.ASCII):
            raise ValueError(f"Write a text of the form {self.pattern}")
        return value


class Word(NamedTuple):
    """One of several words."""

    words: Collection[str]

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise ValueError("Write one of: " + ", ".join(f"“{word}”" for word in self.words) + ".")
        return value


class Whole(NamedTuple):
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def read(self, value: Any) -> int:
        if type(value) is not int or not self.least <= value <= self.most:
            raise ValueError(f"Write a whole number from {self.least} to {self.most}.")
        return value


class Yes:
    """True or false."""

    def read(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError("Write true or false.")
        return value


class FreeObject:
    """An object with any keys, whose values have this JSON schema if one is given."""

    def __init__(self, **values: Any) -> None:
        self.schema = {"type": "object", "additionalProperties": values}

    def read(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValueError("Write an object.")
        return value


class TextsByKey(FreeObject):
    """An object of at most `most` texts. Its keys have one form, and its values have another."""

    def __init__(self, key: Text, text: Text, most: int) -> None:
        super().__init__(type="string", maxLength=text.longest)
        self.key, self.text, self.most = key, text, most

    def read(self, value: Any) -> dict[str, str]:
        if not isinstance(value, dict) or len(value) > self.most:
            raise ValueError(f"Write an object with at most {self.most} keys.")
        if not all(re.fullmatch(self.key.pattern, key, re.ASCII) for key in value):
            raise ValueError(f"The keys of this object have the form {self.key.pattern}")
        return {key: self.text.read(text) for key, text in value.items()}


class Moment:
    """A time in UTC of this century."""

    kind: ClassVar[Any] = datetime.datetime
    form = r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ"
    words = "a time in UTC, such as 2026-11-26T18:00:00Z"

    def read(self, value: Any) -> Any:
        with suppress(TypeError, ValueError):
            if re.fullmatch(self.form, value, re.ASCII):
                return self.kind.fromisoformat(value)
        raise ValueError(f"Write {self.words}.")


class Day(Moment):
    """A day of this century."""

    kind, form, words = datetime.date, r"20\d\d-\d\d-\d\d", "a day such as 2026-11-26"


class Rows(NamedTuple):
    """A list of at least `least` and at most `most` values, each by the same rule."""

    rule: Any
    most: int
    least: int = 0


class Maybe(NamedTuple):
    """A value by a rule, or null."""

    rule: Any


Fields = Mapping[str, Any]
"""The rules of an object with exactly these keys. One that ends with `?` may be left out.

A rule is an object with a method `read`, which returns the value as Python has it or raises ValueError with a sentence;
or `Rows`, `Maybe`, or `Fields`.
"""


def moment_text(at: datetime.datetime | None) -> str | None:
    """Return a time in the form that `Moment` reads: in UTC, to the second."""
    return None if at is None else f"{at.astimezone(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"


def json_loaded(data: bytes) -> Any:
    """Return the value of a JSON text. Raise Refused for any other text, NaN, or an object with a repeated key."""
    try:
        return json.loads(data.decode(), object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError:
        raise Refused("Lists and objects are nested too deeply.") from None
    except ValueError as no:
        detail = str(no) if type(no) is ValueError and str(no).isprintable() else ""
        raise Refused(f"This is not JSON in UTF-8. {detail}".strip()) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(data := dict(pairs)) < len(pairs):
        raise ValueError("An object has the same key twice.")
    return data


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not a number.")


def json_tidied(value: Any) -> Any:
    """Return JSON with each text on one line, in Unicode's form NFKC, without unprintable characters."""
    if isinstance(value, str):
        return said_text(unicodedata.normalize("NFKC", value), len(value)) if not value.isascii() else value
    if isinstance(value, list):
        return [json_tidied(part) for part in value]
    return {name: json_tidied(part) for name, part in value.items()} if isinstance(value, dict) else value


def said_text(value: Any, most: int = 600) -> str:
    """Return another server's text in a form that may be shown: on one line, without unprintable characters."""
    if not isinstance(value, str):
        return ""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in value[:most]).split())


def json_read(rules: Fields, data: Any) -> Any:
    """Return the values in a JSON object, read by its rules. Raise Refused with a sentence for each field at fault."""
    values = _value(rules, data, "", faults := dict[str, str]())
    if faults:
        raise Refused(faults)
    return values


def _value(rule: Any, data: Any, where: str, faults: dict[str, str]) -> Any:
    if len(faults) >= 20:
        return None
    if isinstance(rule, Maybe):
        return None if data is None else _value(rule.rule, data, where, faults)
    if isinstance(rule, Mapping):
        return _object(rule, data, where, faults)
    if isinstance(rule, Rows):
        if isinstance(data, list) and rule.least <= len(data) <= rule.most:
            return [_value(rule.rule, row, f"{where}.{at}".lstrip("."), faults) for at, row in enumerate(data)]
        least = f"at least {rule.least} and " if rule.least else ""
        faults[where] = f"Write a list of {least}at most {rule.most} rows."
        return None
    try:
        return rule.read(data)
    except ValueError as no:
        faults[where] = str(no)
        return None


def _object(rules: Fields, data: Any, where: str, faults: dict[str, str]) -> Any:
    if not isinstance(data, dict):
        faults[where or "body"] = f"Write an object with the keys {', '.join(name.rstrip('?') for name in rules)}."
        return None
    known = {name.rstrip("?"): rule for name, rule in rules.items()}
    if unknown := [name for name in data if name not in known]:
        faults[where or "body"] = f"The key {unknown[0][:40]!a} is not known here; known are: {', '.join(known)}."
    dot = f"{where}." if where else ""
    missing = [name for name in rules if not name.endswith("?") and name not in data]
    faults.update(dict.fromkeys([f"{dot}{name}" for name in missing], "This key is missing."))
    return {name: _value(rule, data[name], f"{dot}{name}", faults) for name, rule in known.items() if name in data}
