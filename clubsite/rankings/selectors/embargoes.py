"""Facts about deals that another session still has to play, for the rule in `clubsite.secrecy` (SOLO-31).

The other session must have had the deal BEFORE the board was published here. If a director puts already
published boards into a session, anyone may have seen their cards, so they are not hidden from anyone.
Between two clubs, see `_holds`.
"""

import datetime
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Min, OuterRef, QuerySet, Subquery
from django.utils import timezone

from clubsite.clubs.time_zones import zone_of
from clubsite.nights.models import Board, Session, SessionStatus
from clubsite.nights.selectors.boards import same_deals
from clubsite.rankings.models import Publication
from clubsite.scores.selectors.owed import held_for_event, never_played, perhaps_owed, still_late, still_to_play

LONGEST_HOLD = datetime.timedelta(days=8)  # of the boards of another club
DRAFT_HOLD = datetime.timedelta(days=1)  # after the draft's date, of the boards of another club
First = dict[tuple[int, int], datetime.datetime]


@dataclass(frozen=True, slots=True)
class Hold:
    """A board that is hidden because the session of another board still has to play the same deal."""

    board: int
    other: Board


def holds_on(boards: Iterable[int]) -> list[Hold]:
    """Return the holds that currently hide these boards from readers; usually there are none.

    A session that has not ended is treated as still having all its boards to play, but for a draft with boards of an
    event that is over: nobody can start it any more.
    """
    ids = set(boards)
    rows = Board.objects.filter(pk__in=ids)
    found = list(same_deals(rows).select_related("board_set__session__club"))
    dealt = Counter(board.fingerprint for board in found if board.pk in ids)
    others = [board for board in found if board.pk not in ids or dealt[board.fingerprint] > 1]
    others = [board for board in others if not never_played(board)]
    ended = {other.pk for other in others if other.board_set.session.status == SessionStatus.ENDED}
    late = still_to_play(ended)
    owed = [other for other in others if other.pk not in ended or other.pk in late]
    if not owed:
        return []
    own = rows.filter(fingerprint__in={board.fingerprint for board in owed}).select_related("board_set__session")
    pairs = [(board, other) for board in own.order_by("pk") for other in owed if _alike(board, other)]
    published = first_published({board.pk for board, _ in pairs})
    opened = _first_opened(pairs)
    return [
        Hold(board.pk, other)
        for board, other in pairs
        if (board.pk not in published or other.dealt_at < published[board.pk]) and _holds(board, other, opened)
    ]


def _holds(board: Board, other: Board, opened: First) -> bool:
    """True if `other`, which is still to be played, hides `board`.

    In another club a running night hides it for `LONGEST_HOLD` from the first look there at any deal of that night,
    which nobody else can move. A draft needs to be older than that look: whoever has looked could have made it.
    """
    here, there = board.board_set.session, other.board_set.session
    if here.club_id == there.club_id:
        return True
    first = opened.get((there.pk, here.club_id))
    since = first or here.started_at
    if since is None or there.status == SessionStatus.ENDED or timezone.now() >= since + LONGEST_HOLD:
        return False
    in_time = timezone.localdate(timezone=zone_of(there.club)) <= there.date + DRAFT_HOLD
    return there.status != SessionStatus.DRAFT or (in_time and (first is None or other.dealt_at < first))


def _first_opened(pairs: list[tuple[Board, Board]]) -> First:
    """Return when the club of a pair's first board first opened any deal of the other's session, by (session, club)."""
    found: First = {}
    clubs = {(board.board_set.session.club_id, other.board_set.session) for board, other in pairs}
    for club in {club for club, there in clubs if club != there.club_id}:
        alike = Board.objects.filter(fingerprint=OuterRef("fingerprint"), board_set__session__club=club)
        looked = Subquery(alike.exclude(opened_at=None).order_by("opened_at").values("opened_at")[:1])
        rows = Board.objects.filter(board_set__session__in={there.pk for _, there in clubs}).exclude(fingerprint="")
        first = rows.annotate(looked=looked).order_by().values_list("board_set__session").annotate(Min("looked"))
        found |= {(session, club): at for session, at in first if at is not None}
    return found


def owed_elsewhere(boards: set[int]) -> set[int]:
    """Return the boards that another session, in any club, still has to play: boards of an event that is not over in
    every club, and boards whose deal the other session had before they were published.
    """
    if not boards:
        return set()
    held = Board.objects.filter(held_for_event(), pk__in=boards).values_list("pk", flat=True)
    return {hold.board for hold in holds_on(boards)} | set(held)


@dataclass(frozen=True, slots=True)
class OwedNow:
    """Ids of boards that somebody still has to play: `here` (at a table or late) and `elsewhere` (as the same deal).

    `sealed` holds the ids of those boards that nobody has opened.
    """

    here: set[int]
    elsewhere: set[int]
    sealed: set[int]


def owed_now(boards: QuerySet[Board]) -> OwedNow:
    """Return which of these boards somebody still has to play. Usually there are none, which takes one query."""
    perhaps = perhaps_owed(boards)
    alike = holds_on(perhaps.dealt_twice) if perhaps.dealt_twice else []
    elsewhere = perhaps.held | {hold.board for hold in alike}
    return OwedNow(perhaps.open | still_late(perhaps.once_late), elsewhere, perhaps.sealed)


def first_published(boards: set[int]) -> dict[int, datetime.datetime]:
    """Return a dict from board id to the time when results with this board were first published, if they were.

    A board that was played late appears in no version before it has a score.
    """
    rows = Publication.objects.filter(session__board_sets__boards__in=boards, withdrawn=False).distinct()
    found: dict[int, datetime.datetime] = {}
    for payload, at in rows.order_by("version").values_list("payload", "at"):
        for section in payload["sections"]:
            for board in section["boards"]:
                found.setdefault(board["id"], at)
    return {pk: at for pk, at in found.items() if pk in boards}


@dataclass(frozen=True, slots=True)
class Embargo:
    """Boards of a session, by number, that are hidden because of the session `other`, or boards of `other` that are
    hidden because of this session.

    `own` is True if `other` is in the same club, and `ours` if the hidden boards are this session's.
    """

    other: Session
    numbers: tuple[int, ...]
    own: bool
    ours: bool


def embargoes_of(session: Session) -> list[Embargo]:
    """Return the embargoes between this session and others: on its own boards, and on other sessions' boards because
    of it.

    A draft's own boards are not hidden from anyone, because no table has played them. A draft of another club is left
    out until it begins: its director could only have guessed these cards, and would learn here that they are right.
    """
    mine = {board.pk: board for board in Board.objects.filter(board_set__session=session)}
    alike = Board.objects.filter(fingerprint__in={board.fingerprint for board in mine.values()} - {""})
    played = alike.exclude(board_set__session__status=SessionStatus.DRAFT).exclude(pk__in=mine)
    waits: dict[tuple[Session, bool], set[int]] = {}
    if session.status != SessionStatus.DRAFT:
        for hold in holds_on(mine):
            other = hold.other.board_set.session
            if other.club_id == session.club_id or other.status != SessionStatus.DRAFT:
                waits.setdefault((other, True), set()).add(mine[hold.board].number)
    theirs = {board.pk: board for board in played.select_related("board_set__session__club")}
    for hold in holds_on(theirs):
        if hold.other.board_set.session_id == session.pk:
            other = theirs[hold.board].board_set.session
            waits.setdefault((other, False), set()).add(hold.other.number)
    return [
        Embargo(other, tuple(sorted(numbers)), other.club_id == session.club_id, ours)
        for (other, ours), numbers in waits.items()
        if other != session
    ]


def _alike(board: Board, other: Board) -> bool:
    return board.pk != other.pk and board.fingerprint == other.fingerprint
