"""Lists of members: reading a list and the roles of its columns, and adding its members, which can be undone."""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from django.db import transaction
from django.db.models import ProtectedError, TextChoices
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, MemberImport, Person
from clubsite.clubs.selectors import people_of
from clubsite.clubs.services import club_locked, name_as_kept, person_add
from clubsite.core.names import fold
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from games.notation.file_bytes import decode_text, foreign_kind

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
    """Return the non-blank lines, split at tabs, the header's sign, semicolons or commas. Raise Refused if none."""
    lines: list[ListLine] = []
    signs: tuple[str, ...] = DIVIDERS
    for number, written in enumerate(text.splitlines(), start=1):
        divider = next((sign for sign in signs if sign in written), ",")
        rows = csv.reader([written], delimiter=divider, skipinitialspace=True)
        cells = [cell.strip() for row in rows for cell in row]
        if not any(cells):
            continue
        if not lines and roles_of_head(cells):
            signs = ("\t", divider, *DIVIDERS)
        lines.append(ListLine(number, divider if len(cells) > 1 else "", cells))
    if not lines:
        raise Refused("There is no name in it. Paste one member a line, or choose a file.")
    return lines


def roles_of_head(cells: list[str]) -> list[ColumnRole]:
    """Return the roles that a header line names for its columns, or [] if it is not a header.

    A header names a column for names, or has a head that cannot be a name; names are then in its first other column. Of
    several numbers, such as "No" and "EBU No", the more specific one counts.
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


MOST_ROWS, MOST_BYTES, MOST_NAME, MOST_NUMBER = 500, 40_000, 80, 20
MIN_LIKENESS = 0.82  # of SequenceMatcher, for lower-case names: "jon smith" and "john smith" have 0.95


class MemberRowKind(StrEnum):
    """A row's kind, which says what the row means for the club's list."""

    NEW = "new"
    KNOWN = "known"
    ALIKE = "alike"
    FAULTY = "faulty"


@dataclass(slots=True)
class MemberRow:
    """A line of the list, numbered from 1. `why` names the person that it resembles, or says what is wrong with it."""

    line: int
    name: str
    number: str
    kind: MemberRowKind = MemberRowKind.NEW
    why: str = ""

    @property
    def may_be_added(self) -> bool:
        """True if a director may tick this row."""
        return self.kind in (MemberRowKind.NEW, MemberRowKind.ALIKE)

    @property
    def note(self) -> str:
        """The words shown below the name on the page."""
        return {
            MemberRowKind.NEW: f"New. {self.why}" if self.why else "New",
            MemberRowKind.KNOWN: self.why,
            MemberRowKind.ALIKE: f"A similar name: {self.why} Tick it if it is somebody else.",
            MemberRowKind.FAULTY: f"Line {self.line} is not taken: {self.why}",
        }[self.kind]


def text_of(data: bytes) -> str:
    """Return a file's text. Raise Refused if the file is not a text file."""
    text, kind = decode_text(data), foreign_kind(data)
    if kind or "\0" in text:
        raise Refused(f"That is {kind or 'no text file'}. Choose a CSV file: in Excel “Save as”, then CSV.")
    return text


class MemberList:
    """A list of members, with or without a header. Raise Refused if nothing can be read or there are too many rows."""

    def __init__(self, text: str) -> None:
        lines = lines_of(text)
        heads: list[ListLine] = []
        self.lines: list[ListLine] = []
        for line in lines:
            known = [role for role in roles_of_head(line.cells) if role != ColumnRole.NONE]
            (heads if len(known) > 1 or (known and line is lines[0]) else self.lines).append(line)
        head = roles_of_head(heads[0].cells) if heads else []
        if len(self.lines) > MOST_ROWS:
            raise Refused(f"These are {len(self.lines)} rows. Take at most {MOST_ROWS} at once.")
        dividers = Counter(line.divider for line in self.lines if line.divider)
        self.head = head if len(head) > 1 else []
        common = dividers.most_common(1)[0][0] if dividers else ""
        self.divider = heads[0].divider if self.head else common

    @property
    def mixed(self) -> bool:
        """True if some lines are divided by a different separator from the rest of the list."""
        return any(line.divider != self.divider for line in self.lines)

    def columns(self) -> list[tuple[ColumnRole, list[str]]]:
        """Return each column's role, as far as it is known, and the first two different values in it."""
        rows = [line.cells for line in self.lines if line.divider == self.divider]
        guessed = [roles_guessed(cells) for cells in rows]
        columns = []
        for place in range(max(map(len, rows), default=len(self.head))):
            counts = Counter(roles[place] for roles in guessed if place < len(roles))
            named = self.head[place] if place < len(self.head) else ColumnRole.NONE
            role = named if self.head else counts.most_common(1)[0][0]
            held = dict.fromkeys(cells[place] for cells in rows if place < len(cells) and cells[place])
            columns.append((ColumnRole(role), list(held)[:2]))
        return columns

    def rows(self, chosen: Sequence[str] = ()) -> list[MemberRow]:
        """Return the rows. `chosen` has the role of each column, if a director has chosen the roles.

        A line that is divided differently, such as "Doe, Jane" among lines with tabs, is read separately.
        """
        shown: list[str] = [role for role, _ in self.columns()]
        return [_row(line, self._roles(line, shown, chosen)) for line in self.lines]

    def _roles(self, line: ListLine, shown: list[str], chosen: Sequence[str]) -> Sequence[str]:
        guessed = roles_guessed(line.cells)
        if line.divider != self.divider:
            return guessed
        if self.head or not chosen:
            return chosen or self.head or guessed
        length = len(line.cells)
        return chosen if length == len(shown) or guessed == shown[:length] else guessed


def rows_of(text: str, roles: Sequence[str] = ()) -> list[MemberRow]:
    """Return a list's rows. `roles` are the roles chosen by a director, if any. Raise Refused as MemberList does."""
    return MemberList(text).rows(roles)


def sorted_out(club: Club, rows: Iterable[MemberRow]) -> list[MemberRow]:
    """Return each row with its kind for this club: new, known, alike, or faulty."""
    people = [person for person in people_of(club) if not person.guest]
    names: dict[str, list[Person]] = defaultdict(list)
    for person in people:
        names[_plain(person.name)].append(person)
    numbers = {person.number.casefold(): person for person in people if person.number}
    earlier: list[MemberRow] = []
    all_rows = list(rows)
    for row in all_rows:
        row.kind, row.why = _judge(row, names, numbers, earlier)
        if row.may_be_added:
            earlier.append(row)
    return all_rows


def _judge(
    row: MemberRow, names: dict[str, list[Person]], numbers: dict[str, Person], earlier: list[MemberRow]
) -> tuple[MemberRowKind, str]:
    if fault := _fault(row):
        return MemberRowKind.FAULTY, fault
    name, number = _plain(row.name), row.number.casefold()
    holder = numbers.get(number) if number else None
    if holder is not None and _plain(holder.name) != name:
        return MemberRowKind.FAULTY, f"Number {row.number} is {holder.name}’s."
    same = names.get(name, [])
    if same and (not number or holder is not None or any(not person.number for person in same)):
        return MemberRowKind.KNOWN, "On the list already."
    for other in earlier:
        if number and other.number.casefold() == number:
            return MemberRowKind.FAULTY, f"The same number as in line {other.line}."
        if _plain(other.name) == name and not (number and other.number):
            why = f"The same name as in line {other.line}. If they are two people give both a number."
            return MemberRowKind.FAULTY, why
    if same:
        return MemberRowKind.NEW, f"There is another {same[0].name} on the list, with number {same[0].number}."
    if twin := next((other for other in earlier if _plain(other.name) == name), None):
        return MemberRowKind.NEW, f"There is another {twin.name} in line {twin.line}, with number {twin.number}."
    if like := _like(name, names):
        return MemberRowKind.ALIKE, f"{names[like][0].name} is on the list. Is this the same person?"
    others = {_plain(other.name): other for other in earlier}
    if like := _like(name, others):
        return (MemberRowKind.ALIKE, f"{others[like].name} is in line {others[like].line}. Is this the same person?")
    return MemberRowKind.NEW, ""


def _fault(row: MemberRow) -> str:
    if not any(letter.isalpha() for letter in row.name):
        return "There is no name in this line."
    if len(row.name) > MOST_NAME:
        return f"A name has at most {MOST_NAME} characters."
    if len(row.number) > MOST_NUMBER:
        return f"A number has at most {MOST_NUMBER} characters."
    return ""


def _like(name: str, others: Iterable[str]) -> str:
    """Return the first of `others` that may be the same person's name, ignoring accents, or "" if there is none."""
    match = SequenceMatcher(None, b=_folded(name))
    for other in others:
        match.set_seq1(_folded(other))
        if all(ratio() >= MIN_LIKENESS for ratio in (match.real_quick_ratio, match.quick_ratio, match.ratio)):
            return other
    return ""


def _folded(name: str) -> str:
    return " ".join(sorted(fold(name).split()))


def _plain(name: str) -> str:
    """Return the name in a form for comparing: no capitals, commas or hyphens, and words in alphabetical order."""
    return " ".join(sorted(name.casefold().replace(",", " ").replace("-", " ").split()))


def _row(line: ListLine, roles: Sequence[str]) -> MemberRow:
    name, number = named_by(line.cells, roles)
    return MemberRow(line.number, name_as_kept(name) if len(name) <= MOST_NAME else name, number)


def members_import(*, club: Club, text: str, lines: set[int], user: User, roles: Sequence[str] = ()) -> list[Person]:
    """Add and return the people on these lines who are new to the list, even if they resemble somebody on it."""
    with transaction.atomic():
        club_locked(club.pk)
        ticked = [row for row in sorted_out(club, rows_of(text, roles)) if row.line in lines and row.may_be_added]
        people = [person_add(club=club, name=row.name, number=row.number) for row in ticked]
        if people:
            MemberImport.objects.create(club=club).people.set(people)
            audit_add(club=club, action=AuditAction.MEMBERS_IMPORTED, user=user, count=len(people))
    return people


def last_import(club: Club) -> MemberImport | None:
    """Return the club's latest import, which can be undone, or None if it has already been undone."""
    last = club.imports.last()
    return last if last is not None and last.undone_at is None else None


def import_take_back(*, club: Club, import_id: int, user: User) -> tuple[int, int]:
    """Undo the last import if `import_id` is its id. Return how many people were deleted and how many remain."""
    with transaction.atomic():
        club_locked(club.pk)
        last = last_import(club)
        if last is None or last.pk != import_id:
            return 0, 0
        last.undone_at = timezone.now()
        last.save(update_fields=["undone_at"])
        deletion_lock(last.people.all())
        people = list(last.people.filter(forgotten_at=None))
        gone = sum(_gone(person) for person in people)
        audit_add(club=club, action=AuditAction.MEMBERS_TAKEN_BACK, user=user, count=gone)
    return gone, len(people) - gone


def _gone(person: Person) -> bool:
    if person.user_id is not None:
        return False
    try:
        with transaction.atomic():
            person.delete()
    except ProtectedError:
        return False
    return True
