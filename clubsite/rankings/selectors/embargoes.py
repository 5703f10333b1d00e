"""Facts about deals that another session still has to play, for the rule in `clubsite.secrecy` (SOLO-31).

The other session must have had the deal BEFORE the board was published here. If a director puts already
published boards into a session, anyone may have seen their cards, so they are not hidden from anyone.
Between two clubs, see `_holds`.
"""

import datetime
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Min, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from clubsite.clubs.time_zones import zone_of
from clubsite.nights.models import Board, BoardSet, Session, SessionStatus
from clubsite.nights.selectors.boards import same_deals
from clubsite.rankings.models import Publication
from clubsite.scores.selectors.owed import held_for_event, never_played, perhaps_owed, still_late, still_to_play

LONGEST_HOLD = datetime.timedelta(days=8)  # of the boards of another club
DRAFT_HOLD = datetime.timedelta(days=1)  # after the draft's date, of the boards of another club
First = dict[tuple[int, int], datetime.datetime]


def holds_on(boards: Iterable[int]) -> list[tuple[int, Board]]:
    """Return the ids of these boards that are hidden because another session still has to play the same deal, each with
    the board of that session. Usually there are none.

    A session that has not ended is treated as still having to play all its boards, except a draft with boards of an
    event that is over, because nobody can start it any more.
    """
    ids = set(boards)
    rows = Board.objects.filter(pk__in=ids)
    alike = list(same_deals(rows).select_related("board_set__session__club"))
    dealt = Counter(board.fingerprint for board in alike if board.pk in ids)
    others = [board for board in alike if board.pk not in ids or dealt[board.fingerprint] > 1]
    others = [board for board in others if not never_played(board)]
    ended = {other.pk for other in others if other.board_set.session.status == SessionStatus.ENDED}
    late = still_to_play(ended)
    owed = [other for other in others if other.pk not in ended or other.pk in late]
    if not owed:
        return []
    own = rows.filter(fingerprint__in={board.fingerprint for board in owed}).select_related("board_set__session")
    pairs = [
        (board, other)
        for board in own.order_by("pk")
        for other in owed
        if board.pk != other.pk and board.fingerprint == other.fingerprint
    ]
    published = first_published({board.pk for board, _ in pairs})
    opened = _first_opened(pairs)
    return [
        (board.pk, other)
        for board, other in pairs
        if (board.pk not in published or other.dealt_at < published[board.pk]) and _holds(board, other, opened)
    ]


def _holds(board: Board, other: Board, opened: First) -> bool:
    """True if `other`, which is still to be played, hides `board`.

    A running session of another club hides it for `LONGEST_HOLD` after this club first looked at any of that session's
    deals, a time that nobody else can change. A draft must be older than that look, because whoever looked could have
    made it.
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
    """Return {(session, club): when the club of a pair's first board first opened any deal of the second's session}."""
    times: First = {}
    clubs = {(board.board_set.session.club_id, other.board_set.session) for board, other in pairs}
    for club in {club for club, there in clubs if club != there.club_id}:
        alike = Board.objects.filter(fingerprint=OuterRef("fingerprint"), board_set__session__club=club)
        looked = Subquery(alike.exclude(opened_at=None).order_by("opened_at").values("opened_at")[:1])
        rows = Board.objects.filter(board_set__session__in={there.pk for _, there in clubs}).exclude(fingerprint="")
        first = rows.annotate(looked=looked).order_by().values_list("board_set__session").annotate(Min("looked"))
        times |= {(session, club): at for session, at in first if at is not None}
    return times


def owed_elsewhere(boards: set[int]) -> set[int]:
    """Return the boards that another session, in any club, still has to play: boards of an event that is not over in
    every club, and boards whose deal the other session had before they were published.
    """
    if not boards:
        return set()
    held = Board.objects.filter(held_for_event(), pk__in=boards).values_list("pk", flat=True)
    return {board for board, _ in holds_on(boards)} | set(held)


@dataclass(frozen=True, slots=True)
class OwedNow:
    """Ids of boards that somebody still has to play: `here` (at a table or late) and `elsewhere` (as the same deal).

    `sealed` holds the ids of those boards that nobody has opened.
    """

    here: set[int]
    elsewhere: set[int]
    sealed: set[int]


def owed_now(boards: QuerySet[Board]) -> OwedNow:
    """Return which of these boards somebody still has to play. If there are none, as usual, this takes one query."""
    perhaps = perhaps_owed(boards)
    alike = holds_on(perhaps.dealt_twice) if perhaps.dealt_twice else []
    elsewhere = perhaps.held | {board for board, _ in alike}
    return OwedNow(perhaps.open | still_late(perhaps.once_late), elsewhere, perhaps.sealed)


def first_published(boards: set[int]) -> dict[int, datetime.datetime]:
    """Return a dict from board id to the time when results with this board were first published, if they were.

    A board that was played late appears in no version before it has a score.
    """
    rows = Publication.objects.filter(session__board_sets__boards__in=boards, withdrawn=False).distinct()
    times: dict[int, datetime.datetime] = {}
    for payload, at in rows.order_by("version").values_list("payload", "at"):
        for section in payload["sections"]:
            for board in section["boards"]:
                times.setdefault(board["id"], at)
    return {pk: at for pk, at in times.items() if pk in boards}


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
    """Return the embargoes between this session and others: on its own boards, and on other sessions' boards because of
    it.

    A draft's own boards are not hidden from anyone, because no table has played them. A draft of another club is left
    out until it begins: its director could only have guessed these cards, and would learn here that the guess is right.
    """
    mine = {board.pk: board for board in Board.objects.filter(board_set__session=session)}
    alike = Board.objects.filter(fingerprint__in={board.fingerprint for board in mine.values()} - {""})
    played = alike.exclude(board_set__session__status=SessionStatus.DRAFT).exclude(pk__in=mine)
    waits: dict[tuple[Session, bool], set[int]] = {}
    if session.status != SessionStatus.DRAFT:
        for pk, held_by in holds_on(mine):
            other = held_by.board_set.session
            if other.club_id == session.club_id or other.status != SessionStatus.DRAFT:
                waits.setdefault((other, True), set()).add(mine[pk].number)
    theirs = {board.pk: board for board in played.select_related("board_set__session__club")}
    for pk, held_by in holds_on(theirs):
        if held_by.board_set.session_id == session.pk:
            waits.setdefault((theirs[pk].board_set.session, False), set()).add(held_by.number)
    return [
        Embargo(other, tuple(sorted(numbers)), other.club_id == session.club_id, ours)
        for (other, ours), numbers in waits.items()
        if other != session
    ]


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
    alike = list(others.order_by("board_set__session__date", "pk").distinct())
    late, held = still_to_play({board.pk for board in alike}), owed_elsewhere({board.pk for board in alike})
    newest = Publication.objects.filter(published__isnull=False, session__status=SessionStatus.ENDED)
    out = set(newest.filter(session__board_sets__boards__in=alike).values_list("session", flat=True))
    groups: dict[tuple[Known, Session | None], dict[int, Board]] = {}
    for board in alike:
        if _of_an_event(board_set, mine[board.fingerprint]) and _of_an_event(board.board_set, board):
            continue  # the event hides its boards until it is over in every club
        session = board.board_set.session
        if session.status != SessionStatus.ENDED or board.pk in late:
            known = Known.OWED
        else:
            known = Known.PUBLISHED if session.pk in out and board.pk not in held else Known.PLAYED
        own = session if session.club_id == board_set.session.club_id else None
        groups.setdefault((known, own), {})[mine[board.fingerprint].pk] = mine[board.fingerprint]
    return [
        Alike(known, session, sorted(boards.values(), key=lambda board: board.number))
        for (known, session), boards in groups.items()
    ]


def _of_an_event(board_set: BoardSet, board: Board) -> bool:
    return board.number <= board_set.event_boards
