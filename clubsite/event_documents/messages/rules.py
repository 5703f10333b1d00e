"""Rules for the values of a document's fields: each reads a value from JSON and writes it again."""

import datetime
import re
from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Protocol, TypeVar, get_type_hints

from clubsite.event_documents.messages.faults import BadDocument

Part = TypeVar("Part")


class FieldRule(Protocol):
    """A rule for one field. `read` raises BadDocument for a value that it does not allow."""

    def read(self, value: Any, where: str) -> Any: ...

    def write(self, value: Any) -> Any: ...


class _Unchanged:
    def write(self, value: Any) -> Any:
        return value


@dataclass(frozen=True, slots=True)
class TextRule(_Unchanged):
    """One line of text. With a `pattern` (of `re`), the whole text has that form."""

    longest: int
    pattern: str = ""
    empty: bool = True

    def read(self, value: Any, where: str) -> str:
        good = isinstance(value, str) and len(value) <= self.longest and value.isprintable() and value == value.strip()
        if not good or (not value and not self.empty) or (value and self.pattern and not _matches(self.pattern, value)):
            raise _wrong(value, where, f"a text in one line of at most {self.longest} characters")
        return str(value)


@dataclass(frozen=True, slots=True)
class WordRule(_Unchanged):
    """One of several words."""

    words: Collection[str]

    def read(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise _wrong(value, where, "one of " + ", ".join(word or "an empty text" for word in self.words))
        return value


@dataclass(frozen=True, slots=True)
class NumberRule(_Unchanged):
    """A whole number from `least` to `most`. With `optional`, it may be null."""

    least: int
    most: int
    optional: bool = False

    def read(self, value: Any, where: str) -> int | None:
        if value is None and self.optional:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise _wrong(value, where, f"a whole number from {self.least} to {self.most}")
        return value


@dataclass(frozen=True, slots=True)
class YesRule(_Unchanged):
    """True or false."""

    def read(self, value: Any, where: str) -> bool:
        if not isinstance(value, bool):
            raise _wrong(value, where, "true or false")
        return value


@dataclass(frozen=True, slots=True)
class TimeRule:
    """A time in UTC, such as 2026-11-26T18:00:00Z. With `optional`, it may be null."""

    optional: bool = False

    def read(self, value: Any, where: str) -> datetime.datetime | None:
        if value is None and self.optional:
            return None
        if isinstance(value, str) and _matches(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", value):
            try:
                return datetime.datetime.fromisoformat(value)
            except ValueError:
                pass
        raise _wrong(value, where, "a time in UTC, such as 2026-11-26T18:00:00Z")

    def write(self, value: datetime.datetime | None) -> str | None:
        return None if value is None else f"{value.astimezone(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"


@dataclass(frozen=True, slots=True)
class WordsRule:
    """A list of different words out of `words`."""

    words: Collection[str]

    def read(self, value: Any, where: str) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(one, str) and one in self.words for one in value):
            raise _wrong(value, where, "a list of words out of " + ", ".join(self.words))
        return tuple(dict.fromkeys(value))

    def write(self, value: tuple[str, ...]) -> list[str]:
        return list(value)


@dataclass(frozen=True, slots=True)
class NumbersRule:
    """A list of whole numbers from 1 to `most`."""

    most: int

    def read(self, value: Any, where: str) -> tuple[int, ...]:
        if not isinstance(value, list) or len(value) > self.most:
            raise _wrong(value, where, f"a list of at most {self.most} numbers")
        rule = NumberRule(1, self.most)
        return tuple(rule.read(one, f"{where}[{at}]") or 0 for at, one in enumerate(value))

    def write(self, value: tuple[int, ...]) -> list[int]:
        return list(value)


@dataclass(frozen=True, slots=True)
class ObjectRule(_Unchanged):
    """An object with short keys, whose values are texts, numbers, true, false, or lists and objects of them."""

    most: int = 40

    def read(self, value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, dict) or len(value) > self.most or any(len(key) > 60 for key in value):
            raise _wrong(value, where, f"an object of at most {self.most} keys")
        return value


@dataclass(frozen=True, slots=True)
class PartsRule:
    """A list of at most `most` parts of a document, each an object."""

    kind: type
    most: int

    def read(self, value: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _wrong(value, where, "a list")
        if len(value) > self.most:
            raise BadDocument(f"“{where}” has {len(value)} rows, and at most {self.most} are possible.")
        return tuple(part_read(self.kind, one, f"{where}[{at}]") for at, one in enumerate(value))

    def write(self, value: tuple[Any, ...]) -> list[dict[str, Any]]:
        return [part_written(one) for one in value]


def part_read(kind: type[Part], value: Any, where: str) -> Part:
    """Return a part of a document from its JSON object. Raise BadDocument for missing, unknown and wrong fields."""
    if not isinstance(value, dict):
        raise _wrong(value, where, "an object")
    rules = rules_of(kind)  # type: ignore[arg-type]
    for name in rules:
        if name not in value:
            raise BadDocument(f"“{where}” has no field “{name}”.")
    for name in value:
        if name not in rules:
            raise BadDocument(f"“{where}” has a field “{name[:40]}” that this version does not know.")
    return kind(**{name: rule.read(value[name], f"{where}.{name}") for name, rule in rules.items()})


def part_written(part: Any) -> dict[str, Any]:
    """Return the JSON object of a part."""
    return {name: rule.write(getattr(part, name)) for name, rule in rules_of(type(part)).items()}  # type: ignore[arg-type]


@cache
def rules_of(kind: type) -> dict[str, FieldRule]:
    """Return the rules of a part's fields, in order. Each field is written as `Annotated[<its type>, <its rule>]`."""
    hints = get_type_hints(kind, include_extras=True)
    return {one.name: hints[one.name].__metadata__[0] for one in fields(kind)}


def _matches(pattern: str, value: str) -> bool:
    return re.fullmatch(pattern, value, re.ASCII) is not None


def _wrong(value: Any, where: str, wanted: str) -> BadDocument:
    kinds = {dict: "an object", list: "a list", type(None): "null"}
    shown = kinds.get(type(value)) or f"“{str(value)[:40]}”"
    return BadDocument(f"“{where}” is {shown}, and it has to be {wanted}.")
