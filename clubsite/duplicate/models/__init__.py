"""Sessions, boards and movements, and who sits where and plays which boards in each round."""

from clubsite.duplicate.models.boards import AuditedBoard, Board, BoardSet, CommitmentLine, CommitmentStep, SlipLink
from clubsite.duplicate.models.contestants import Contestant, ContestantPerson, PlayedAs
from clubsite.duplicate.models.movements import ClubMovement, Movement, Team
from clubsite.duplicate.models.repairs import Repair, RepairKind, RepairPerson
from clubsite.duplicate.models.rounds import (
    OPEN_BOARD_STATES,
    Round,
    Seating,
    TableBoard,
    TableBoardSeat,
    TableBoardState,
    WrongBoard,
)
from clubsite.duplicate.models.sessions import (
    ClaimChecking,
    Section,
    SectionKind,
    Session,
    SessionStatus,
    Table,
    TravellersShown,
    WatchDelay,
)
