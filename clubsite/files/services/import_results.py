"""Importing a results file into a session as typed scores: all or nothing. Importing it again changes nothing.

Future rounds are opened along the way, so that a session played on paper can be imported at once.
"""

from collections.abc import Sequence

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.refused import Refused
from clubsite.files.services.import_preview import ImportPlace, ImportRow, incoming
from clubsite.nights.models import Session, TableBoard, TableBoardState
from clubsite.nights.services.locks import rooms_locked, session_locked
from clubsite.nights.services.rounds import round_force
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.scores.models import ScoreSource
from clubsite.scores.services.entries import score_enter
from scoring.files.model import FileSection


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
            found = rows.exclude(state=TableBoardState.VOID).select_related("table__section")
            self.opened[key] = {(row.board_id, row.table.label): row for row in found}
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
        why=f"from the file {file_name}",
        source=ScoreSource.TYPED,
    )
