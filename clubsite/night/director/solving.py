"""How far the solver is with a night's boards. The director is told a count: never a card, never a value."""

from dataclasses import dataclass

from clubsite.duplicate.models import Session, SessionStatus
from clubsite.duplicate.selectors import section_of
from clubsite.results.selectors import solving_progress


@dataclass(frozen=True, slots=True)
class Solving:
    """Boards solved, of how many."""

    solved: int
    boards: int
    closed: bool

    @property
    def done(self) -> bool:
        return self.solved >= self.boards


def solving_of(session: Session) -> Solving | None:
    """None before there are boards."""
    board_set = section_of(session).board_set_id
    if board_set is None:
        return None
    return Solving(*solving_progress(board_set), closed=session.status == SessionStatus.ENDED)
