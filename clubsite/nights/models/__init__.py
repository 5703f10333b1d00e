"""Sessions, boards and movements, and who sits where and plays which boards in each round."""

from clubsite.nights.models.boards import AuditedBoard, Board, BoardSet, CommitmentLine, CommitmentStep, SlipLink
from clubsite.nights.models.movements import (
    ClubMovement,
    Contestant,
    ContestantPerson,
    Movement,
    PlayedAs,
    Repair,
    RepairKind,
    RepairPerson,
    Team,
)
from clubsite.nights.models.rounds import (
    OPEN_BOARD_STATES,
    Round,
    Seating,
    TableBoard,
    TableBoardSeat,
    TableBoardState,
    WrongBoard,
)
from clubsite.nights.models.sessions import (
    ClaimChecking,
    Section,
    SectionKind,
    Session,
    SessionStatus,
    Table,
    TravellersShown,
    WatchDelay,
)
