"""The receipts of a seat, and the receipts that were handed in for a session."""

import datetime
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from clubsite.chains.facts import plain
from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.play.models import SeatKind, SeatTicket
from clubsite.receipts.models import ReceiptCollection
from clubsite.receipts.signing import receipt_signed
from clubsite.scores.models import OrderCheck, ScoreEntry
from clubsite.scores.selectors.entries import latest_of, tells
from clubsite.scores.selectors.order_checks import foulings_of
from clubsite.secrecy.facts import What
from clubsite.visibility.selectors import SPECTATOR, seen_by
from scoring.lines import Status
from scoring.result import BoardResult

RECEIPT_FORMAT = 1
LINE_PATHS = ("round__section__session__club", "table", "board", "ns", "ew")


class LineKey(NamedTuple):
    """The key of a line, the same in every session that is played by the same movement."""

    section: str
    round: int
    table: int
    board: int
    ns: int
    ew: int

    @classmethod
    def of(cls, row: TableBoard) -> "LineKey":
        """Return the key of a board at a table."""
        at = (row.round.section.name, row.round.number, row.table.number, row.board.number)
        return cls(*at, row.ns.number, row.ew.number)


@dataclass(frozen=True, slots=True)
class LostNight:
    """The receipts from one lost session: its name and date, the newest receipt for each line, and the number of rows
    of the new session that they `fit`.
    """

    public_id: str
    name: str
    date: datetime.date
    lines: dict[LineKey, dict[str, Any]]
    fit: int


def receipts_of(ticket: SeatTicket) -> list[dict[str, str]] | None:
    """Return signed receipts for the scores on the boards that this seat has played, or None outside a session.

    If a device stays at its table, other players sit there in the next round. The device then gets a board's
    receipt only once nobody may still have to play the deal (SOLO-31).
    """
    if ticket.seat.kind == SeatKind.HOME:
        return None
    of_seat = (
        Q(table=ticket.seat_id) if ticket.seat.kind == SeatKind.TABLE else Q(ns=ticket.seat_id) | Q(ew=ticket.seat_id)
    )
    rows = list(TableBoard.objects.filter(of_seat, state=TableBoardState.FINISHED).select_related(*LINE_PATHS))
    if ticket.seat.kind == SeatKind.TABLE:
        played_out = seen_by(SPECTATOR, [row.board for row in rows], What.SCORE)
        rows = [row for row in rows if row.board_id in played_out]
    entries, foulings = latest_of(rows), foulings_of(rows)
    scored = [row for row in rows if row.pk in entries and tells(entries[row.pk])]
    return [receipt_signed(_says(row, entries[row.pk], foulings[row.pk])) for row in scored]


def _says(row: TableBoard, entry: ScoreEntry, foulings: list[OrderCheck]) -> dict[str, Any]:
    """Return the content of a receipt. `fouling` is the report in force for a fouled board at this table, or None."""
    session = row.round.section.session
    night = {"session": session.public_id, "club": session.club.slug, "name": session.name, "date": plain(session.date)}
    return {
        "format": RECEIPT_FORMAT,
        **night,
        **LineKey.of(row)._asdict(),
        **asdict(entry.result),
        "fouling": next((_fouling(check) for check in reversed(foulings) if not check.undone_at), None),
        "at": plain(max([entry.at, *(check.undone_at or check.at for check in foulings)])),
    }


def _fouling(check: OrderCheck) -> dict[str, str]:
    """Return a report as the arguments with which `order_answer` can store the report again."""
    return {name: getattr(check, name) for name in ("moment", "answer", "side", "group")}


def result_of(says: dict[str, Any]) -> BoardResult:
    """Return the result recorded in a receipt."""
    names = ("contract", "declarer", "lead", "tricks", "ns_score", "ruling", "group")
    return BoardResult(Status(says["status"]), **{name: says[name] for name in names})


def key_of(says: dict[str, Any]) -> LineKey:
    """Return the line that a receipt is about."""
    return LineKey(*(says[name] for name in LineKey._fields))


def collections_open() -> QuerySet[ReceiptCollection]:
    """Return the sessions for which devices may hand in receipts now."""
    return ReceiptCollection.objects.filter(closed_at=None).select_related("session__club").order_by("-opened_at")


def rows_of(session: Session) -> dict[LineKey, TableBoard]:
    """Return the session's boards at its tables, by line."""
    rows = TableBoard.objects.filter(round__section__session=session).exclude(state=TableBoardState.VOID)
    return {LineKey.of(row): row for row in rows.select_related(*LINE_PATHS)}


def lost_nights(collection: ReceiptCollection) -> list[LostNight]:
    """Return the receipts that were handed in, grouped by the session they came from."""
    rows = rows_of(collection.session)
    nights: dict[str, list[dict[str, Any]]] = {}
    for receipt in collection.receipts.order_by("lost", "pk"):
        nights.setdefault(receipt.lost, []).append(receipt.says)
    return [_lost_night(lost, said, rows) for lost, said in nights.items()]


def _lost_night(lost: str, said: Iterable[dict[str, Any]], rows: dict[LineKey, TableBoard]) -> LostNight:
    newest = sorted(said, key=lambda says: str(says["at"]))
    lines = {key_of(says): says for says in newest}
    last = newest[-1]
    fit = len(lines.keys() & rows.keys())
    return LostNight(lost, last["name"], datetime.date.fromisoformat(last["date"]), lines, fit)
