"""How many of a session's boards have been solved. The director sees a count, never a card or a value."""

from dataclasses import dataclass

from clubsite.analysis.selectors.solutions import solving_progress
from clubsite.analysis.solver_available import solves_whole_deals
from clubsite.duplicate.models import BoardSet, SectionKind, Session, SessionStatus


@dataclass(frozen=True, slots=True)
class Solving:
    """The number of solved boards, and the total."""

    solved: int
    boards: int
    closed: bool
    possible: bool

    @property
    def done(self) -> bool:
        return self.solved >= self.boards


def solving_of(session: Session) -> Solving | None:
    """Return the solver's progress, or None if there are no boards yet."""
    played = BoardSet.objects.filter(sections__session=session, sections__kind=SectionKind.TWO_HANDED)
    sets = played.exclude(source="table").distinct()
    found = [solving_progress(pk) for pk in sets.values_list("pk", flat=True)]
    if not found:
        return None
    solved, boards = (sum(column) for column in zip(*found, strict=True))
    return Solving(solved, boards, closed=session.status == SessionStatus.ENDED, possible=solves_whole_deals())
