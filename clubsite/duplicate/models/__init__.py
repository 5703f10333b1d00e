"""Sessions, boards, movements, and who sits where in which round playing what."""

from clubsite.duplicate.models.boards import Board, BoardSet
from clubsite.duplicate.models.rounds import Round, Seating, TableBoard, TableBoardSeat, TableBoardState
from clubsite.duplicate.models.sessions import (
    ClaimChecking,
    Entry,
    EntryPerson,
    Kind,
    Movement,
    Section,
    Session,
    SessionStatus,
    Table,
)

__all__ = [
    "Board",
    "BoardSet",
    "ClaimChecking",
    "Entry",
    "EntryPerson",
    "Kind",
    "Movement",
    "Round",
    "Seating",
    "Section",
    "Session",
    "SessionStatus",
    "Table",
    "TableBoard",
    "TableBoardSeat",
    "TableBoardState",
]
