"""Reading a results file for a session, and importing it as typed scores: all or nothing. Importing it again changes
nothing.

Future rounds are opened along the way, so that a session played on paper can be imported at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import Person
from clubsite.clubs.selectors import people_of
from clubsite.core.names import fold
from clubsite.core.refused import Refused
from clubsite.files.services.import_preview import ImportPlace, ImportRow, incoming
from clubsite.nights.models import Board, Contestant, Session, TableBoard, TableBoardState
from clubsite.nights.models.boards import fingerprint_of
from clubsite.nights.services.locks import rooms_locked, session_locked
from clubsite.nights.services.rounds import round_force
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.scores.models import ScoreSource
from clubsite.scores.services.entries import score_enter
from games.cards import cards_text
from games.notation.records import BareBoard, DealRecord
from scoring.errors import FileError
from scoring.files.bws_writing import NAME_SHOWN
from scoring.files.model import FileContestant, FileSection, ResultFile
from scoring.files.reading import read_results


def results_import(*, session: Session, sections: Sequence[FileSection], file_name: str, user: User) -> int:
    """Store every line that is not stored already, in one transaction, and return how many were stored.

    Raise scoring.errors.FileError for lines without a place, or Refused if a score cannot be stored. In either case
    nothing is stored.
    """
    with transaction.atomic():
        locked = session_locked(session)
        list(locked.sections.select_for_update().order_by("pk"))  # sections, then rooms, as everywhere
        rooms_locked(locked)
        todo = [row for row in incoming(locked, sections, user).rows if not row.same]
        todo.sort(key=lambda row: (row.place.section.name, row.place.round, row.place.board.number))
        rounds = _Rounds(user)
        for row in todo:
            _enter(row, rounds, file_name, user)
        session_audit_add(locked, AuditAction.RESULTS_IMPORTED, file_name[:200], user=user, scores=len(todo))
    return len(todo)


class _Rounds:
    """The boards at the tables in future rounds. A round is opened when the first score in it is stored."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.opened: dict[tuple[int, int], dict[tuple[int, str], TableBoard]] = {}

    def row(self, place: ImportPlace) -> TableBoard:
        """Return the row for the board at its table. Raise Refused if the session is paused."""
        key = place.section.pk, place.round
        if key not in self.opened:
            self._open(place)
            rows = TableBoard.objects.filter(round__section=place.section, round__number=place.round)
            table_boards = rows.exclude(state=TableBoardState.VOID).select_related("table__section")
            self.opened[key] = {(row.board_id, row.table.label): row for row in table_boards}
        row = self.opened[key].get((place.board.pk, place.table))
        if row is None:
            raise Refused(f"Board {place.board.number} has gone from table {place.table}: read the file again.")
        return row

    def _open(self, place: ImportPlace) -> None:
        section = place.section
        section.refresh_from_db(fields=["round_number"])
        while section.round_number < place.round:
            round_force(section=section, user=self.user, number=section.round_number)
            section.refresh_from_db(fields=["round_number"])


def _enter(row: ImportRow, rounds: _Rounds, file_name: str, user: User) -> None:
    score_enter(
        table_board=row.place.row or rounds.row(row.place),
        result=row.typed,
        user=user,
        facts={"file": file_name},
        source=ScoreSource.TYPED,
    )


MOST_BYTES = 5_000_000
MOST_LINES = 10_000


def lines_alone(result_file: ResultFile) -> tuple[FileSection, ...]:
    """Return the file's sections with their lines but without the people."""
    return tuple(FileSection(section.name, (), section.lines) for section in result_file.sections)


def file_read(*, session: Session, data: bytes) -> ResultFile:
    """Return the content of a file. Raise FileError listing every fault, such as cards from another session."""
    boards = list(Board.objects.filter(board_set__sections__session=session).distinct())
    result_file = file_of_one_evening(data, {board.number: board.vulnerability for board in boards})
    strangers = [record.number for record in result_file.boards if _of_another_session(record, boards)]
    if strangers:
        raise FileError([f"board {number}: its cards are not those of this session." for number in strangers])
    return result_file


def file_of_one_evening(data: bytes, vulnerabilities: dict[int, str]) -> ResultFile:
    """Return the content of a file that is played with these vulnerabilities. Raise FileError listing every fault."""
    if len(data) > MOST_BYTES:
        raise FileError(["the file is larger than 5 MB. A file of one evening is far smaller."])
    result_file = read_results(data, vulnerabilities)
    if len(result_file.lines) > MOST_LINES:
        raise FileError([f"the file has {len(result_file.lines)} lines, more than {MOST_LINES}."])
    return result_file


def _of_another_session(record: DealRecord | BareBoard, boards: list[Board]) -> bool:
    """True if the session has different cards for the board with this number."""
    known = [board for board in boards if board.number == record.number and board.known]
    if not isinstance(record, DealRecord) or not known:
        return False
    fingerprint = fingerprint_of(*map(cards_text, record.deal.all_hands))
    return all(board.fingerprint != fingerprint for board in known)


@dataclass(frozen=True, slots=True)
class NameRow:
    """A contestant whose name differs in the file. `member` means that the file names a person in the club."""

    label: str
    here: str
    there: str
    member: bool


def names_that_differ(session: Session, sections: Iterable[FileSection]) -> list[NameRow]:
    """Return the contestants whose names differ in the file.

    A member's number or name identifies that member, however the name is spelt and even if it is cut off.
    """
    contestants = _contestants(session)
    people = list(people_of(session.club))
    differing: list[NameRow] = []
    for part in sections:
        for other in part.contestants:
            contestant = contestants.get(f"{part.name.upper()}{other.number}") or contestants.get(other.number)
            if contestant is None or contestant.robot:
                continue
            persons = [row.person for row in contestant.persons.all()]
            here = {person.pk for person in persons}
            who = [person for _, _, person in people_in_file(people, other)]
            if not who or all(person and person.pk in here for person in who):
                continue
            there = " & ".join(
                person.name if person else name or f"number {number}"
                for name, number, person in people_in_file(people, other)
            )
            named = " & ".join(person.name for person in persons)
            differing.append(NameRow(contestant.label, named, there, all(who)))
    return differing


def _contestants(session: Session) -> dict[str, Contestant]:
    rows = Contestant.objects.filter(section__session=session)
    return {row.label: row for row in rows.select_related("section").prefetch_related("persons__person")}


def people_in_file(people: list[Person], contestant: FileContestant) -> list[tuple[str, str, Person | None]]:
    """Return the name and number of each person of a contestant, with the one among `people` who is meant, or None."""
    return [(name, number, _member(people, name, number)) for name, number in _typed(contestant.names, contestant.ids)]


def _typed(names: tuple[str, ...], numbers: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return each person's name and number, if the file has at least one of the two."""
    filled = [*numbers, *[""] * (len(names) - len(numbers))]
    return [(name, number) for name, number in zip(names, filled, strict=False) if name or number]


def _member(people: list[Person], name: str, number: str) -> Person | None:
    """Return the only club person with this number, else this name, else a name that begins with it; or None."""
    key = fold(name)
    for candidates in (
        [person for person in people if number and person.number.casefold() == number.casefold()],
        [person for person in people if name and person.name.casefold() == name.casefold()],
        [person for person in people if name and person.name_key == key],
        [person for person in people if len(name) == NAME_SHOWN and person.name_key.startswith(key)],
    ):
        if len(candidates) == 1:
            return candidates[0]
    return None
