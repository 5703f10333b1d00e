"""The columns of a list of members: its lines divided into cells, and the role of each column."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import TextChoices

from clubsite.core.refused import Refused

NUMBER = ("number", "nummer", "no", "nr", "id")
MAIL = ("mail", "mail address")
# Words in the head of a column with a number or a name that is not the member's own.
OF_OTHERS = re.compile("pair|team|table|partner|club name|user|middle|phone|mobile|cell|tel|fax|street|house|paid|yes")
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


NAMES = {ColumnRole.NAME, ColumnRole.FIRST, ColumnRole.LAST}
ASIDE = re.compile(r"\([^()]*\)")  # as in "Forename(s)" and "Number (EBU)"
WHOLE_HEADS = {
    **dict.fromkeys(("player", "players", "member", "members", "name of player", "nom"), "name"),
    "first": "first",
    "prénom": "first",
    "last": "last",
}
ENDINGS = {
    "first": ("first name", "firstname", "forename", "given name", "known as", "vorname", "voornaam"),
    "last": ("last name", "lastname", "surname", "family name", "nachname", "achternaam"),
    "name": ("name", "naam"),
    "mail": MAIL,
    "number": NUMBER,
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
    """Return the roles that a header line names for its columns, or [] if it is not a header.

    A header names a column for names, or has a head that nobody is called; names are then in its first other column. Of
    several numbers, such as "No" and "EBU No", the one that says whose it is counts.
    """
    heads = [" ".join(ASIDE.sub("", cell.casefold()).split()).rstrip(".:").replace("names", "name") for cell in cells]
    roles = [_role_of(head) for head in heads]
    numbers = [place for place, role in enumerate(roles) if role == ColumnRole.NUMBER]
    if not NAMES & set(roles):
        others = [at for at, head in enumerate(heads) if head and roles[at] == "none" and not OF_OTHERS.search(head)]
        if not others or not any(head.endswith(("number", "nummer", *MAIL)) for head in heads):
            return []
        roles[others[0]] = ColumnRole.NAME
    for place in set(numbers) - {max(numbers, key=lambda at: heads[at] not in NUMBER, default=-1)}:
        roles[place] = ColumnRole.NONE
    return [] if any(cell.isdigit() or "@" in cell for cell in cells) else roles


def _role_of(head: str) -> ColumnRole:
    ending = next((role for role, ends in ENDINGS.items() if head.endswith(ends)), "none")
    return ColumnRole("none" if OF_OTHERS.search(head) else WHOLE_HEADS.get(head, ending))


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
