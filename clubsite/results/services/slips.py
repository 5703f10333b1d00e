"""Scores typed at a table with cards on it: one side types, the other confirms, then it counts."""

from typing import Any

from django.db import transaction

from clubsite.clubs.services import audit_add
from clubsite.duplicate.models import SessionStatus, TableBoard, TableBoardState
from clubsite.duplicate.selectors.entries import names_of
from clubsite.play.models import Room, SeatClaim
from clubsite.play.services import room_touch
from clubsite.results.models import ScoreEntry, ScoreSource, ScoreStatus, Slip
from clubsite.results.services.entries import score_enter
from clubsite.results.services.typed import ScoreRefused, understand

OTHER = {"NS": "EW", "EW": "NS"}
COLUMNS = ("status", "contract", "declarer", "lead", "tricks", "ns_score")
AT_TABLES = (ScoreStatus.PLAYED, ScoreStatus.PASSED_OUT)


def slip_type(
    *,
    table_board: TableBoard,
    side: str,
    claim: SeatClaim | None,
    status: str = ScoreStatus.PLAYED,
    contract: str = "",
    declarer: str = "",
    tricks: int | str | None = None,
    lead: str = "",
) -> Slip:
    """The score as `side` types it, instead of what was typed before. Raises ScoreRefused."""
    with transaction.atomic():
        row = _locked(table_board)
        typed = understand(
            board=row.board,
            status=status,
            contract=contract,
            declarer=declarer,
            tricks=tricks,
            lead=lead,
            artificial="",
            four_handed=row.round.section.pairs,
        )
        if typed.status not in AT_TABLES:
            raise ScoreRefused({"status": "A board that was not played is for the director."})
        Slip.objects.filter(table_board=row).delete()
        facts = typed.columns()
        slip = Slip.objects.create(
            table_board=row, side=side, by_claim=claim, **{name: facts[name] for name in COLUMNS}
        )
        room_touch(room_id=row.table.room_id)
    return slip


def slip_confirm(*, table_board: TableBoard, key: str, side: str, claim: SeatClaim | None) -> ScoreEntry:
    """The other side says that it is so: it counts. `key` is of the slip that was shown. Raises ScoreRefused."""
    with transaction.atomic():
        row = _locked(table_board)
        slip = _shown(row, key)
        if side != OTHER[slip.side]:
            raise ScoreRefused({"key": "The other side confirms it: who typed it cannot."})
        entry = score_enter(
            table_board=row,
            user=None,
            status=slip.status,
            contract=slip.contract,
            declarer=slip.declarer,
            tricks=slip.tricks,
            lead=slip.lead,
            source=ScoreSource.TYPED,
            claim=slip.by_claim or claim,
            actor=_who(row, slip),
        )
        slip.delete()
    return entry


def slip_refuse(*, table_board: TableBoard, key: str, side: str) -> None:
    """The other side says that it is not so: whoever typed it types again. Raises ScoreRefused."""
    with transaction.atomic():
        row = _locked(table_board)
        slip = _shown(row, key)
        if side != OTHER[slip.side]:
            raise ScoreRefused({"key": "The other side answers: who typed it can type it again."})
        slip.disputed = True
        slip.save(update_fields=["disputed"])
        room_touch(room_id=row.table.room_id)
        session = row.round.section.session
        audit_add(
            club=session.club,
            verb="refused a typed score",
            subject=f"board {row.board.number}, table {row.table.label}",
            session_ref=session.public_id,
            actor=names_of([row.ns_id, row.ew_id])[row.ns_id if side == "NS" else row.ew_id],
        )


def slip_drop(*, table_board: TableBoard, key: str, side: str) -> None:
    """Whoever typed it takes it back. Gone already is no error."""
    with transaction.atomic():
        row = _locked(table_board)
        Slip.objects.filter(table_board=row, key=key, side=side).delete()
        room_touch(room_id=row.table.room_id)


def slip_carry(*, new: TableBoard) -> None:
    """A line stands anew after a repair: what these two had typed of this board, not yet confirmed, goes on with it.

    Wherever it was typed in the round, and whoever sits on which side now. A score that counts already is stronger.
    """
    if new.score_entries.exists() or Slip.objects.filter(table_board=new).exists():
        return
    typed = Slip.objects.filter(table_board__round=new.round_id, table_board__board=new.board_id)
    for slip in typed.select_related("table_board").order_by("-at"):
        was = slip.table_board
        if {was.ns_id, was.ew_id} == {new.ns_id, new.ew_id}:
            slip.side = slip.side if was.ns_id == new.ns_id else OTHER[slip.side]
            slip.table_board = new
            slip.save(update_fields=["side", "table_board"])
            return


def _locked(table_board: TableBoard) -> TableBoard:
    """The board at its table, its room locked, if a score may be typed there now. Raises ScoreRefused."""
    Room.objects.select_for_update().get(pk=table_board.table.room_id)
    rows = TableBoard.objects.select_related("board", "table__section", "ns", "ew")
    row = rows.select_related("round__section__session__club").get(pk=table_board.pk)
    section = row.round.section
    if row.live:
        raise ScoreRefused({"status": "This board is played on the site, where it scores itself."})
    if section.session.status != SessionStatus.RUNNING:
        raise ScoreRefused({"status": "The session is not running. The director can type the score."})
    if row.state == TableBoardState.VOID or row.round.number != section.round_number:
        raise ScoreRefused({"board": "The round has moved on. The director can still type this score."})
    return row


def _shown(row: TableBoard, key: str) -> Slip:
    slip = Slip.objects.filter(table_board=row, key=key).first()
    if not Slip.objects.filter(table_board=row).exists() and row.score_entries.exists():
        raise ScoreRefused({"key": f"The score of board {row.board.number} is in already."})
    if slip is None or row.score_entries.filter(at__gte=slip.at).exists():
        Slip.objects.filter(table_board=row, key=key).delete()
        raise ScoreRefused(
            {"key": "This score has been typed again since it was shown. Look at it once more."}
        )
    return slip


def _who(row: TableBoard, slip: Slip) -> str:
    names: dict[int, Any] = names_of([row.ns_id, row.ew_id])
    sides = {"NS": names[row.ns_id], "EW": names[row.ew_id]}
    return f"{sides[slip.side]}, confirmed by {sides[OTHER[slip.side]]}"
