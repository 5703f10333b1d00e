"""A session before publication, for its club's directors: the ranking so far and every score, but no cards."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, QuerySet
from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.models import ApiToken
from clubsite.core.responses import found_or_404
from clubsite.nights.models import Section, Session, TableBoard, TableBoardSeat, TableBoardState
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.sessions import session_by_id
from clubsite.rankings.models import BoardScore
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.selectors.rankings import settings_of
from clubsite.rankings.shapes import TravellerLine
from clubsite.scores.models import ScoreEntry, ScoreSource, ScoringRequest
from clubsite.scores.selectors.entries import latest_of, tells
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from scoring.lines import COMPARED_STATUSES
from scoring.session_scores import Outcome, worth_of

SCORE_WITHHELD = "The maker of this token has still to play board {}: its scores are told when they have."


def session_for_token(token: ApiToken, public_id: str) -> Session:
    """Return a session of the token's club, published or not. Raise Http404 for any other session."""
    session = session_by_id(public_id)
    if session.club_id != token.club_id:
        raise Http404("No such session")
    return session


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveLine(TravellerLine):
    """A line in its current state. `revision` increases with every score that is entered, and is 0 before the first
    one.

    `covered` means that there is a score that this reader may not see. `being_scored` means that the board has a
    newer score than those used for its points, so `points` is None.
    """

    row: TableBoard
    revision: int
    covered: bool
    being_scored: bool

    @property
    def withheld(self) -> str:
        """The reason why the score is hidden, or "" if it is shown or does not exist."""
        return SCORE_WITHHELD.format(self.board) if self.covered else ""


def live_lines(session: Session, user: User, *, board: int | None = None, pk: int | None = None) -> list[LiveLine]:
    """Return every line that counts, sorted by board, round and table, or only the lines of `board`, or only the line
    `pk`.

    Scores on a board that this director still has to play are hidden (SOLO-31).
    """
    rows = TableBoard.objects.filter(round__section__session=session).exclude(state=TableBoardState.VOID)
    if board is not None:
        rows = rows.filter(board__number=board)
    if pk is not None:
        rows = rows.filter(pk=pk)
    rows = rows.select_related("board", "table__section", "round__section", "ns", "ew").order_by(
        "board__number", "round__number", "round__section__name", "table__number"
    )
    return lines_now(session, user, rows)


def lines_now(session: Session, user: User, rows: Iterable[TableBoard]) -> list[LiveLine]:
    """Return the lines of these boards at tables as this director may see them. A hidden board has no points."""
    lines = list(rows)
    # In this order: points that are read after a score that is no longer being scored belong to it.
    latest = latest_of(lines)
    unscored = boards_being_scored(session)
    points = points_of(row.pk for row in lines)
    names = names_of([pk for row in lines for pk in (row.ns_id, row.ew_id)])
    owed = boards_hidden_from(user, session)
    covered = {row.pk for row in lines if row.board_id in owed and row.pk in latest and tells(latest[row.pk])}
    withheld = {row.board_id for row in lines if row.pk in covered}
    return [
        LiveLine(
            **row_facts(row, names),
            result=latest[row.pk].result if row.pk in latest and row.pk not in covered else None,
            points=points[row.pk].points if row.pk in points and row.board_id not in withheld | unscored else None,
            row=row,
            revision=latest[row.pk].pk if row.pk in latest else 0,
            covered=row.pk in covered,
            being_scored=row.board_id in unscored - withheld,
        )
        for row in lines
    ]


def row_facts(row: TableBoard, names: dict[int, str]) -> dict[str, Any]:
    """Return the fields of a row's TravellerLine that do not depend on its score. `names` may be empty."""
    return {
        "table_board": row.pk,
        "section": row.table.section.name,
        "table": row.table.label,
        "round": row.round.number,
        "board": row.board.number,
        "board_key": str(row.board.number),
        "ns": row.ns_id,
        "ew": row.ew_id,
        "south": names.get(row.ns_id, ""),
        "north": names.get(row.ew_id, ""),
        "four_handed": row.table.section.pairs,
    }


def boards_being_scored(session: Session) -> set[int]:
    """Return the ids of boards that have a score newer than their stored points."""
    requests = ScoringRequest.objects.filter(session=session, board__isnull=False)
    return set(requests.values_list("board_id", flat=True))


def points_of(table_board_ids: Iterable[int]) -> dict[int, BoardScore]:
    """Return a dict from TableBoard id to BoardScore, leaving out boards that have not been scored yet."""
    scores = BoardScore.objects.filter(table_board__in=list(table_board_ids))
    return {score.table_board_id: score for score in scores}


def table_boards_of(section: Section) -> list[TableBoard]:
    """Return every line of the section that counts, ordered by board and table."""
    rows = TableBoard.objects.filter(round__section=section).exclude(state=TableBoardState.VOID)
    rows = rows.select_related("board", "table__section", "round")
    return list(rows.order_by("board__number", "table__number"))


def published_lines(
    published: Published, *, board: str | None = None, player: str | None = None
) -> list[TravellerLine]:
    """Return all lines, sorted by board and table, or only those of one `board` (a key) or one `player` (a label)."""
    contestant = published.contestant(player)
    lines = [
        published.named(line)
        for sheet in published.boards
        if board in (None, sheet.key)
        for line in sheet.lines
        if player is None or (contestant is not None and line.side_of(contestant))
    ]
    return sorted(lines, key=lambda line: (line.board, line.board_key, line.round, str(line.table).rjust(5)))


def live_line(session: Session, user: User, pk: int) -> LiveLine:
    """Return the line for a board at a table. Raise Http404 if the session has no such line."""
    return found_or_404(next(iter(live_lines(session, user, pk=pk)), None), "No such board at that table")


@dataclass(frozen=True, slots=True)
class BoardSoFar:
    """The scored lines of one board, with the best result for N/S first."""

    lines: list[TravellerLine]
    imps: bool


def board_so_far(row: TableBoard) -> BoardSoFar:
    """Return this line's board with the current scores of all lines with which the line is compared.

    The caller has checked that the reader may see the board (SOLO-30).
    """
    section = row.round.section
    settings = settings_of(section.session)
    field = _field_of(section, apart=settings.field == "section")
    rows = list(field.filter(board=row.board_id).select_related("board", "table__section", "round"))
    latest = latest_of(rows)
    outcomes = {line.pk: _outcome(latest[line.pk]) for line in rows if line.pk in latest}
    worth = worth_of(Counter(outcomes.values()), _full(field, row, outcomes.values()), settings)
    names = names_of([pk for line in rows for pk in (line.ns_id, line.ew_id)])
    lines = [
        TravellerLine(
            **row_facts(line, names),
            result=latest[line.pk].result,
            points=worth[outcomes[line.pk]],
            corrected=line.play_id is not None and latest[line.pk].source == ScoreSource.DIRECTOR,
        )
        for line in rows
        if line.pk in latest and tells(latest[line.pk])
    ]
    return BoardSoFar(sorted(lines, key=lambda line: line.best_first), settings.imps)


def _field_of(section: Section, *, apart: bool) -> QuerySet[TableBoard]:
    """Return every line in the sections whose lines are compared with this section's lines."""
    lines = TableBoard.objects.exclude(state=TableBoardState.VOID)
    if apart:
        return lines.filter(round__section=section)
    return lines.filter(round__section__session=section.session_id, round__section__kind=section.kind)


def _full(field: QuerySet[TableBoard], row: TableBoard, outcomes: Iterable[Outcome]) -> int:
    """Return the number of results from which points are computed: that of the set's most often played board.

    The number is never smaller than the number of comparable results that this board already has.
    """
    lines = field.filter(board__board_set=row.board.board_set_id)
    seats = TableBoardSeat.objects.filter(table_board__in=lines, void=False).order_by().values("board")
    most = seats.annotate(players=Count("pk")).aggregate(most=Max("players"))["most"] or 0
    return max(most // 2, sum(outcome.status in COMPARED_STATUSES for outcome in outcomes))


def _outcome(entry: ScoreEntry) -> Outcome:
    return Outcome(entry.status, entry.ns_score, entry.ruling, entry.group)
