"""Boards in a session that other sessions also have, for the session's director and the audit log."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q

from clubsite.nights.models import Board, BoardSet, Session, SessionStatus
from clubsite.rankings.selectors.embargoes import owed_elsewhere
from clubsite.rankings.selectors.published import newest
from clubsite.scores.selectors.owed import still_to_play


class Known(StrEnum):
    """The state of a deal in another session: still to be played, visible to anyone, or played."""

    OWED = "owed"
    PUBLISHED = "published"
    PLAYED = "played"


@dataclass(frozen=True, slots=True)
class Alike:
    """Boards in a set that also occur in another session.

    `session` is None for a session of another club, because this director may not learn whose boards they are.
    """

    known: Known
    session: Session | None
    boards: list[Board]


def alike_of(board_set: BoardSet) -> list[Alike]:
    """Return the other sessions that have deals from this set. All sessions of other clubs are counted as one session.

    A draft of another club is left out until it begins, so that nobody learns from the answer that a guess is right.
    A session whose boards are in different states (`Known`) is listed once per state. Return [] for new deals.
    """
    mine = {board.fingerprint: board for board in board_set.boards.exclude(fingerprint="").order_by("number")}
    others = Board.objects.filter(fingerprint__in=mine, board_set__sections__isnull=False)
    others = others.exclude(board_set__session=board_set.session_id).select_related("board_set__session")
    begun = ~Q(board_set__session__status=SessionStatus.DRAFT)
    others = others.filter(begun | Q(board_set__session__club=board_set.session.club_id))
    found = list(others.order_by("board_set__session__date", "pk").distinct())
    late, held = still_to_play({board.pk for board in found}), owed_elsewhere({board.pk for board in found})
    out = set(newest().filter(session__board_sets__boards__in=found).values_list("session", flat=True))
    groups: dict[tuple[Known, Session | None], dict[int, Board]] = {}
    for board in found:
        if _of_an_event(board_set, mine[board.fingerprint]) and _of_an_event(board.board_set, board):
            continue  # the event hides its boards until it is over in every club
        session = board.board_set.session
        known = _known(board, session, late, out if board.pk not in held else set())
        own = session if session.club_id == board_set.session.club_id else None
        groups.setdefault((known, own), {})[mine[board.fingerprint].pk] = mine[board.fingerprint]
    return [
        Alike(known, session, sorted(boards.values(), key=lambda board: board.number))
        for (known, session), boards in groups.items()
    ]


def _of_an_event(board_set: BoardSet, board: Board) -> bool:
    return board.number <= board_set.event_boards


def _known(board: Board, session: Session, late: set[int], out: set[int]) -> Known:
    if session.status != SessionStatus.ENDED or board.pk in late:
        return Known.OWED
    return Known.PUBLISHED if session.pk in out else Known.PLAYED
