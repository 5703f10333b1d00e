"""Boards that somebody still has to play, now, in a coming round or late: facts for the rule in `clubsite.secrecy`."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet
from django.utils import timezone

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import User
from clubsite.nights.models import (
    OPEN_BOARD_STATES,
    Board,
    Contestant,
    Seating,
    Section,
    Session,
    SessionStatus,
    TableBoard,
    TableBoardSeat,
    TableBoardState,
)
from clubsite.nights.selectors.boards import same_deals
from clubsite.nights.selectors.played_as import contestants_played_by
from clubsite.scores.models import ScoreEntry, ScoreStatus
from clubsite.scores.selectors.entries import latest_entries
from clubsite.secrecy.facts import Owes


def still_to_play(boards: set[int]) -> set[int]:
    """Return the boards that someone still has to play, at a table or as a late play."""
    if not boards:
        return set()
    owed = TableBoard.objects.filter(board__in=boards, state__in=OPEN_BOARD_STATES).values_list("board", flat=True)
    return set(owed) | still_late(boards)


def still_late(boards: set[int]) -> set[int]:
    """Return the boards that someone is due to play after the session has ended."""
    return _late(TableBoard.objects.filter(board__in=boards).exclude(state=TableBoardState.VOID)) if boards else set()


def _late(rows: QuerySet[TableBoard]) -> set[int]:
    """Return the boards of these rows that are due as late plays."""
    of_row = dict(rows.filter(score_entries__status=ScoreStatus.LATE).order_by().values_list("pk", "board_id"))
    latest = latest_entries(of_row) if of_row else {}
    return {of_row[pk] for pk, entry in latest.items() if entry.status == ScoreStatus.LATE}


@dataclass(frozen=True, slots=True)
class PerhapsOwed:
    """Ids of boards that are `open`, were ever late, share a deal, are `sealed`, or are `held` for an event."""

    open: set[int]
    once_late: set[int]
    dealt_twice: set[int]
    sealed: set[int]
    held: set[int]


def held_for_event() -> Q:
    """Return the condition for boards of an event that is not over in every club."""
    return Q(board_set__held_until__gt=timezone.now(), number__lte=F("board_set__event_boards"))


def never_played(board: Board) -> bool:
    """True if this is an event's board in a draft that can no longer start, because the event is over."""
    board_set = board.board_set
    of_draft = board_set.session.status == SessionStatus.DRAFT and board.number <= board_set.event_boards
    return of_draft and (board_set.held_until is None or board_set.held_until <= timezone.now())


def perhaps_owed(boards: QuerySet[Board]) -> PerhapsOwed:
    """Find the boards that somebody may still have to play, or that nobody has opened, using a single query."""
    open_row = TableBoard.objects.filter(board=OuterRef("pk"), state__in=OPEN_BOARD_STATES)
    late = ScoreEntry.objects.filter(table_board__board=OuterRef("pk"), status=ScoreStatus.LATE)
    alike = Board.objects.filter(fingerprint=OuterRef("fingerprint")).exclude(pk=OuterRef("pk"))
    suspects = boards.annotate(
        is_open=Exists(open_row),
        once_late=Exists(late),
        dealt_twice=~Q(fingerprint="") & Exists(alike),
        held=ExpressionWrapper(held_for_event(), BooleanField()),
    ).filter(Q(is_open=True) | Q(once_late=True) | Q(dealt_twice=True) | ~Q(sealed="") | Q(held=True))
    rows = list(suspects.order_by().values_list("pk", "is_open", "once_late", "dealt_twice", "sealed", "held"))
    return PerhapsOwed(*({row[0] for row in rows if row[place]} for place in (1, 2, 3, 4, 5)))


def due_in_coming_rounds(sets: set[int]) -> set[int]:
    """Return the boards in these sets that a table is due to play in a round that has not begun."""
    due: set[int] = set()
    sections = Section.objects.filter(board_set__in=sets).select_related("session")
    for section in sections.exclude(session__status=SessionStatus.ENDED):
        begun = Seating.objects.filter(round__section=section, round__number__gt=section.round_number)
        groups = set(begun.filter(board_group__gt=0).values_list("board_group", flat=True))
        boards = Board.objects.filter(board_set=section.board_set_id).order_by("number")
        for place, pk in enumerate(boards.values_list("pk", flat=True)):
            if place // section.boards_per_round + 1 in groups:
                due.add(pk)
    return due


def owed_by(user: AnyUser | None, session: Session) -> dict[int, Owes]:
    """Return {board id: when this user has to play the board, or its deal in another session} for a session."""
    if user is None or not user.is_authenticated:
        return {}
    others = same_deals(Board.objects.filter(board_set__session=session)).order_by().values("board_set")
    holds = Q(section__session=session) | Q(section__board_set__in=others)
    return owed_by_contestants(contestants_played_by(user).filter(holds).select_related("section__session"), session)


def owed_by_contestants(contestants: Iterable[Contestant], session: Session) -> dict[int, Owes]:
    """Return {board id: when a player of any of these contestants still has to play the board} for a session."""
    everywhere = owed_everywhere(list(contestants))
    here = {
        owes: boards_alike(owed).filter(board_set__session=session).values_list("pk", flat=True)
        for owes, owed in everywhere.items()
        if owed
    }
    return {pk: owes for owes in Owes for pk in here.get(owes, ())}


def owed_everywhere(contestants: list[Contestant]) -> dict[Owes, set[int]]:
    """Return the ids of the boards that these contestants still have to play, grouped by when they must play them."""
    rows = TableBoard.objects.filter(seats__void=False, seats__contestant__in=contestants)
    owed: dict[Owes, set[int]] = {Owes.LATE: _late(rows)} if contestants else {}
    for contestant in contestants:
        status = contestant.section.session.status
        if status != SessionStatus.ENDED:
            owes = Owes.PLANNED if status == SessionStatus.DRAFT else Owes.COMING
            owed.setdefault(owes, set()).update(_not_met(contestant))
    return owed


def owed_anywhere(user: User) -> dict[Owes, QuerySet[Board]]:
    """Return all boards that this user still has to play, and all boards with the same deals, grouped by when."""
    mine = list(contestants_played_by(user).select_related("section__session"))
    return {owes: boards_alike(owed) for owes, owed in owed_everywhere(mine).items()}


def boards_alike(owed: set[int]) -> QuerySet[Board]:
    """Return the boards with these ids and every other board that has one of their deals."""
    dealt = Board.objects.filter(pk__in=owed).exclude(fingerprint="").values("fingerprint")
    return Board.objects.filter(Q(pk__in=owed) | Q(fingerprint__in=dealt))


def _not_met(contestant: Contestant) -> set[int]:
    """Return the ids of all boards in the contestant's section for which the contestant has no score."""
    met = TableBoardSeat.objects.filter(contestant=contestant, void=False)
    over = met.exclude(table_board__state__in=OPEN_BOARD_STATES).values("board_id")
    rows = Board.objects.filter(board_set=contestant.section.board_set_id).exclude(pk__in=over)
    return set(rows.values_list("pk", flat=True))
