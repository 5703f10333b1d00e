"""Lists of members: reading a list with its faults, and adding its members, which can be taken back."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Club, MemberImport, Person
from clubsite.clubs.people.member_columns import ColumnRole, ListLine, lines_of, named_by, roles_guessed, roles_of_head
from clubsite.clubs.selectors import people_of
from clubsite.clubs.services import club_locked, name_as_kept, person_add
from clubsite.core.names import fold
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from games.notation.file_bytes import decode_text, foreign_kind

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


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a list, with its assumed role and the first two different values in it."""

    role: ColumnRole
    samples: list[str]


def text_of(data: bytes) -> str:
    """Return a file's text. Raise Refused if the file is not a text file."""
    text, kind = decode_text(data), foreign_kind(data)
    if kind or "\0" in text:
        raise Refused(f"That is {kind or 'no text file'}. Choose a CSV file: in Excel “Save as”, then CSV.")
    return text


class MemberList:
    """A list of members, with or without a header. It has as many columns as most of its lines have.

    Raise Refused if nothing can be read or there are too many rows.
    """

    def __init__(self, text: str) -> None:
        found = lines_of(text)
        heads: list[ListLine] = []
        self.lines: list[ListLine] = []
        for line in found:
            known = [role for role in roles_of_head(line.cells) if role != ColumnRole.NONE]
            (heads if len(known) > 1 or (known and line is found[0]) else self.lines).append(line)
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

    def columns(self) -> list[ListColumn]:
        """Return the columns, with their roles as far as these are known."""
        rows = [line.cells for line in self.lines if line.divider == self.divider]
        guessed = [roles_guessed(cells) for cells in rows]
        columns = []
        for place in range(max(map(len, rows), default=len(self.head))):
            said = Counter(roles[place] for roles in guessed if place < len(roles))
            named = self.head[place] if place < len(self.head) else ColumnRole.NONE
            role = named if self.head else said.most_common(1)[0][0]
            held = dict.fromkeys(cells[place] for cells in rows if place < len(cells) and cells[place])
            columns.append(ListColumn(ColumnRole(role), list(held)[:2]))
        return columns

    def rows(self, chosen: Sequence[str] = ()) -> list[MemberRow]:
        """Return the rows. `chosen` has the role of each column, if a director has chosen the roles.

        A line that is divided differently, such as "Doe, Jane" among lines with tabs, is read separately.
        """
        shown: list[str] = [column.role for column in self.columns()]
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
    found = list(rows)
    for row in found:
        row.kind, row.why = _judge(row, names, numbers, earlier)
        if row.may_be_added:
            earlier.append(row)
    return found


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
            return (
                MemberRowKind.FAULTY,
                f"The same name as in line {other.line}. If they are two people give both a number.",
            )
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
        if (
            match.real_quick_ratio() >= MIN_LIKENESS
            and match.quick_ratio() >= MIN_LIKENESS
            and match.ratio() >= MIN_LIKENESS
        ):
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
        rows = [
            row
            for row in sorted_out(club, rows_of(text, roles))
            if row.line in lines and row.kind in (MemberRowKind.NEW, MemberRowKind.ALIKE)
        ]
        people = [person_add(club=club, name=row.name, number=row.number) for row in rows]
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
