"""A list of members as clubs have one: pasted lines, or a CSV file of Excel or another program, read into rows."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from clubsite.clubs.models import Club, Person
from clubsite.clubs.selectors import people_of
from clubsite.clubs.services import name_as_kept

MOST_ROWS, MOST_BYTES, MOST_NAME, MOST_NUMBER = 500, 40_000, 80, 20
ALIKE = 0.82  # of SequenceMatcher, of names without capitals: "jon smith" and "john smith" are 0.95
NAME = {"name", "full name", "player", "member", "nom", "naam"}
FIRST = {"first name", "firstname", "forename", "given name", "vorname", "prénom", "voornaam"}
LAST = {"last name", "lastname", "surname", "family name", "nachname", "achternaam"}
NUMBER = {"number", "no", "no.", "nr", "nr.", "member number", "membership number", "member no", "nummer"}


class ListFault(ValueError):
    """Why a list as a whole cannot be read."""


class Kind(StrEnum):
    """What a row comes to."""

    NEW = "new"
    KNOWN = "known"
    ALIKE = "alike"
    FAULTY = "faulty"


@dataclass(slots=True)
class Row:
    """A line of the list, its number from 1. `why`: what it is like, or what is wrong with it."""

    line: int
    name: str
    number: str
    kind: Kind = Kind.NEW
    why: str = ""


def text_of(data: bytes) -> str:
    """A file's text: UTF-16 with its mark, UTF-8, else Latin-1 as Windows has it. Raises ListFault."""
    try:
        text = data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if "\0" in text or data.startswith(b"PK"):
        raise ListFault("That is no text file. In Excel choose “Save as”, then CSV.")
    return text


def rows_of(text: str) -> list[Row]:
    """The rows of a list, with or without a head. Raises ListFault."""
    lines = [
        [cell.strip() for cell in row] for row in csv.reader(text.splitlines(), delimiter=_divider(text))
    ]
    found = [(line, cells) for line, cells in enumerate(lines, start=1) if any(cells)]
    if not found:
        raise ListFault("There is no name in it. Paste one member a line, or choose a file.")
    columns = _columns(found[0][1])
    if columns is not None:
        found = found[1:]
    if len(found) > MOST_ROWS:
        raise ListFault(f"These are {len(found)} rows. Take at most {MOST_ROWS} at once.")
    return [_row(line, cells, columns or ([0], 1)) for line, cells in found]


def sorted_out(club: Club, rows: Iterable[Row]) -> list[Row]:
    """Each row with what it comes to in this club: new, known, alike, or faulty."""
    people = [person for person in people_of(club) if not person.guest]
    names = {_plain(person.name): person for person in people}
    numbers = {person.number.casefold(): person for person in people if person.number}
    seen: dict[str, Row] = {}
    found = list(rows)
    for row in found:
        row.kind, row.why = _judge(row, names, numbers, seen)
        if row.kind in (Kind.NEW, Kind.ALIKE):
            seen[_plain(row.name)] = row
            if row.number:
                seen[f"number {row.number.casefold()}"] = row
    return found


def _judge(
    row: Row, names: dict[str, Person], numbers: dict[str, Person], seen: dict[str, Row]
) -> tuple[Kind, str]:
    if fault := _fault(row):
        return Kind.FAULTY, fault
    name, holder = _plain(row.name), numbers.get(row.number.casefold()) if row.number else None
    if holder is not None and _plain(holder.name) != name:
        return Kind.FAULTY, f"Number {row.number} is {holder.name}’s."
    known = names.get(name)
    if known is not None and (not row.number or known.number in ("", row.number)):
        return Kind.KNOWN, "On the list already."
    if earlier := seen.get(name):
        return Kind.FAULTY, f"The same name as in line {earlier.line}."
    if row.number and (earlier := seen.get(f"number {row.number.casefold()}")):
        return Kind.FAULTY, f"The same number as in line {earlier.line}."
    if known is not None:
        return Kind.ALIKE, f"{known.name} with number {known.number} is on the list."
    if like := _like(name, names):
        return Kind.ALIKE, f"{names[like].name} is on the list."
    if like := _like(name, {key: None for key in seen if not key.startswith("number ")}):
        return Kind.ALIKE, f"{seen[like].name} is in line {seen[like].line}."
    return Kind.NEW, ""


def _fault(row: Row) -> str:
    if not any(letter.isalpha() for letter in row.name):
        return "There is no name in this line."
    if len(row.name) > MOST_NAME:
        return f"A name has at most {MOST_NAME} characters."
    if len(row.number) > MOST_NUMBER:
        return f"A number has at most {MOST_NUMBER} characters."
    return ""


def _like(name: str, others: Iterable[str]) -> str:
    """The first of the other names that may be meant by this one; empty for none."""
    match = SequenceMatcher(None, b=name)
    for other in others:
        match.set_seq1(other)
        if match.real_quick_ratio() >= ALIKE and match.quick_ratio() >= ALIKE and match.ratio() >= ALIKE:
            return other
    return ""


def _plain(name: str) -> str:
    """For comparing: no capitals, commas and hyphens, the words in the order of the alphabet."""
    return " ".join(sorted(name.casefold().replace(",", " ").replace("-", " ").split()))


def _divider(text: str) -> str:
    """What stands between the cells: a tab, a semicolon, or a comma."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max("\t;,", key=first.count)


def _columns(head: list[str]) -> tuple[list[int], int] | None:
    """Where a head says that the name (its parts in order) and the number stand; None where it is no head."""
    words = [cell.casefold() for cell in head]
    whole = [place for place, word in enumerate(words) if word in NAME]
    parts = [place for names in (FIRST, LAST) for place, word in enumerate(words) if word in names]
    if not whole and not parts:
        return None
    number = next((place for place, word in enumerate(words) if word in NUMBER), -1)
    return (parts or whole[:1]), number


def _row(line: int, cells: list[str], columns: tuple[list[int], int]) -> Row:
    names, number = columns
    name = " ".join(cells[place] for place in names if place < len(cells))
    kept = name_as_kept(name) if len(name) <= MOST_NAME else name
    return Row(line, kept, cells[number] if 0 <= number < len(cells) else "")
