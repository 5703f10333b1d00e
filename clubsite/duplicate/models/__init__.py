"""Sessions, boards, movements, and who sits where in which round with which boards."""

from clubsite.duplicate.models.boards import AuditedBoard, Board, BoardSet, SlipLink
from clubsite.duplicate.models.club_movements import ClubMovement
from clubsite.duplicate.models.contestants import Contestant, ContestantPerson, PlayedAs
from clubsite.duplicate.models.repairs import Repair, RepairKind, RepairPerson
from clubsite.duplicate.models.rounds import (
    OPEN_BOARD_STATES,
    Round,
    Seating,
    TableBoard,
    TableBoardSeat,
    TableBoardState,
)
from clubsite.duplicate.models.sessions import (
    ClaimChecking,
    Movement,
    Section,
    SectionKind,
    Session,
    SessionStatus,
    Table,
    TravellersShown,
    WatchDelay,
)
from clubsite.duplicate.models.teams import Team
from clubsite.duplicate.models.wrong_boards import WrongBoard
