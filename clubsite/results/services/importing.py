"""A file of results into a session, as typed scores: all of it or nothing, and twice is as good as once.

Rounds that have not come yet are opened on the way, so that a night played with cardboard can be brought in at once.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from clubsite.clubs.services import audit_add
from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.duplicate.services.locks import rooms_locked
from clubsite.duplicate.services.rounds import round_force
from clubsite.duplicate.services.setup import Refused
from clubsite.results.models import ScoreSource, ScoreStatus
from clubsite.results.services.entries import score_enter
from clubsite.results.services.incoming import Place, Row, incoming
from scoring.files.model import FileSection


def results_import(*, session: Session, sections: Iterable[FileSection], file_name: str, user: Any) -> int:
    """Store every line that is not there already, in one transaction; returns how many.

    Raises scoring.errors.FileError or Refused; then nothing of it counts.
    """
    with transaction.atomic():
        locked = Session.objects.select_for_update(of=("self",)).select_related("club").get(pk=session.pk)
        list(
            locked.sections.select_for_update().order_by("pk")
        )  # before the rooms, as a round that moves on does
        rooms_locked(locked)
        todo = [row for row in incoming(locked, sections).rows if not row.same]
        for row in sorted(
            todo, key=lambda one: (one.place.section.name, one.place.round, one.place.board.number)
        ):
            _enter(row, file_name, user)
        audit_add(
            club=locked.club,
            verb="imported results",
            subject=file_name[:200],
            session_ref=locked.public_id,
            user=user,
            scores=len(todo),
        )
    return len(todo)


def _enter(row: Row, file_name: str, user: Any) -> None:
    typed = row.typed
    score_enter(
        table_board=row.place.row or _opened(row.place, row, user),
        user=user,
        status=typed.status,
        contract=typed.contract,
        declarer=typed.declarer,
        tricks=typed.tricks,
        lead=typed.lead,
        artificial=typed.artificial or (str(typed.ns_score) if typed.status == ScoreStatus.ASSIGNED else ""),
        group=typed.group,
        why=f"from the file {file_name}",
        source=ScoreSource.TYPED,
    )


def _opened(place: Place, row: Row, user: Any) -> TableBoard:
    """The board at its table, its round being opened if it has not come yet. Raises Refused if the session rests."""
    section = place.section
    section.refresh_from_db(fields=["round_number"])
    while section.round_number < place.round:
        round_force(section=section, user=user, number=section.round_number)
        section.refresh_from_db(fields=["round_number"])
    rows = TableBoard.objects.filter(round__section=section, round__number=place.round, board=place.board)
    for found in rows.exclude(state=TableBoardState.VOID).select_related("table__section"):
        if found.table.label == place.table:
            return found
    raise Refused(f"Board {place.board.number} has gone from table {place.table}: read the file again.")
