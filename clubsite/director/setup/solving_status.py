"""How many of a session's boards have been solved. The director sees a count, never a card or a value."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from django.contrib import messages
from django.http import HttpResponse

from clubsite.accounts.requests import SignedInRequest
from clubsite.analysis.selectors.solutions import solving_progress
from clubsite.analysis.services.solving import boards_unsolved
from clubsite.nights.models import BoardSet, SectionKind, Session, SessionStatus
from solver.thread_engines import solves_whole_deals

SOLVER_BEGINS_AGAIN = (
    "The solver was still working on the former boards. It begins again as soon as the new boards have cards."
)


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


def solving_told(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Tell the director if a view replaces boards on which the solver is still working."""

    @wraps(view)
    def told(request: SignedInRequest, session: Session) -> HttpResponse:
        sets = BoardSet.objects.filter(session=session)
        unsolved = set(sets.filter(boards__in=boards_unsolved().values("pk")).values_list("pk", flat=True))
        answer = view(request, session)
        if solves_whole_deals() and unsolved.difference(sets.values_list("pk", flat=True)):
            messages.info(request, SOLVER_BEGINS_AGAIN)
        return answer

    return told
