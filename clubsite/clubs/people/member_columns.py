"""The columns of a list of members: its lines divided into cells, and the role of each column."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import TextChoices

from clubsite.core.refused import Refused

NAME = {"name", "full name", "player", "member", "nom", "naam"}
FIRST = {"first name", "firstname", "first", "forename", "given name", "vorname", "prénom", "voornaam"}
LAST = {"last name", "lastname", "last", "surname", "family name", "nachname", "achternaam"}
NUMBER = {"number", "no", "no.", "nr", "nr.", "member number", "membership number", "member no", "nummer"}
MAIL = {"e-mail", "email", "mail", "e-mail address", "email address"}
DIVIDERS = ("\t", ";", ",")
BEFORE = r"(?P<before>[#№]?\d[\w/-]*)[.):]?\s+(?P<last>\D+)"
AFTER = r"(?P<first>\D+?)[\s(#]+(?P<after>\d[\w/-]*)\)?"
NUMBER_BESIDE = re.compile(f"{BEFORE}|{AFTER}")


class ColumnRole(TextChoices):
    """The kinds of content that a column of a member list can have."""

    NAME = "name", "Name"
    FIRST = "first", "First name"
    LAST = "last", "Surname"
    NUMBER = "number", "Number"
    MAIL = "mail", "E-mail (not kept)"
    NONE = "none", "Leave out"


HEADS = {
    **dict.fromkeys(NAME, ColumnRole.NAME),
    **dict.fromkeys(FIRST, ColumnRole.FIRST),
    **dict.fromkeys(LAST, ColumnRole.LAST),
    **dict.fromkeys(NUMBER, ColumnRole.NUMBER),
    **dict.fromkeys(MAIL, ColumnRole.MAIL),
}


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line that is not blank: its number from 1, its separator ("" if it has only one cell), and its cells."""

    number: int
    divider: str
    cells: list[str]


def lines_of(text: str) -> list[ListLine]:
    """Return the lines that are not blank. Raise Refused if there are none.

    A line is divided at its tabs if it has any, else at the header's separator, else at its semicolons or commas.
    """
    found: list[ListLine] = []
    signs: tuple[str, ...] = DIVIDERS
    for number, written in enumerate(text.splitlines(), start=1):
        divider = next((sign for sign in signs if sign in written), ",")
        rows = csv.reader([written], delimiter=divider, skipinitialspace=True)
        cells = [cell.strip() for row in rows for cell in row]
        if not any(cells):
            continue
        if not found and roles_of_head(cells):
            signs = ("\t", divider, *DIVIDERS)
        found.append(ListLine(number, divider if len(cells) > 1 else "", cells))
    if not found:
        raise Refused("There is no name in it. Paste one member a line, or choose a file.")
    return found


def roles_of_head(cells: list[str]) -> list[ColumnRole]:
    """Return the roles that a header line names for its columns, or [] if it is not a header."""
    roles = [HEADS.get(cell.casefold(), ColumnRole.NONE) for cell in cells]
    return roles if {ColumnRole.NAME, ColumnRole.FIRST, ColumnRole.LAST} & set(roles) else []


def roles_guessed(cells: list[str]) -> list[ColumnRole]:
    """Return the likely roles of the cells of one line in a list without a header.

    A cell with a single word that has a digit is a number. The first of two names is the surname, as in "Smith,
    John".
    """
    roles = [_likely(cell) for cell in cells]
    names = [place for place, role in enumerate(roles) if role == ColumnRole.NAME]
    if len(names) > 1:
        roles[names[0]], roles[names[1]] = ColumnRole.LAST, ColumnRole.FIRST
        for place in names[2:]:
            roles[place] = ColumnRole.NONE
    if ColumnRole.NUMBER in roles:
        first = roles.index(ColumnRole.NUMBER)
        roles[first + 1 :] = [ColumnRole.NONE if role == ColumnRole.NUMBER else role for role in roles[first + 1 :]]
    return roles


def _likely(cell: str) -> ColumnRole:
    if not cell:
        return ColumnRole.NONE
    if "@" in cell:
        return ColumnRole.MAIL
    if any(sign.isdigit() for sign in cell) and " " not in cell:
        return ColumnRole.NUMBER
    return ColumnRole.NAME


def named_by(cells: list[str], roles: Sequence[str]) -> tuple[str, str]:
    """Return the name and number in a line whose columns have these roles. Either may be empty."""
    held: dict[str, str] = {}
    for cell, role in zip(cells, roles, strict=False):
        if cell:
            held.setdefault(role, cell)
    number = held.get(ColumnRole.NUMBER, "")
    for role in (ColumnRole.NAME, ColumnRole.LAST, ColumnRole.FIRST):
        if not number and (beside := NUMBER_BESIDE.fullmatch(held.get(role, ""))):
            held[role] = (beside["last"] or beside["first"]).strip(" ,-")
            number = (beside["before"] or beside["after"]).lstrip("#№")
    if ColumnRole.FIRST in held or ColumnRole.LAST in held:
        parts = (held.get(ColumnRole.FIRST), held.get(ColumnRole.LAST))
        return " ".join(part.strip(" ,") for part in parts if part), number
    name = held.get(ColumnRole.NAME, "")
    if name.count(",") == 1:
        last, first = (part.strip() for part in name.split(","))
        name = f"{first} {last}".strip()
    return name, number
