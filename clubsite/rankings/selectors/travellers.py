"""A night before it is published, for its club's directors: the ranking so far, and every score. Never a card."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import Http404

from clubsite.accounts.models import User
from clubsite.clubs.models import ApiToken
from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.duplicate.selectors.sessions import session_by_id
from clubsite.rankings.models import BoardScore, Frequency
from clubsite.rankings.selectors.published import Published, Score, score_of
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.entries import boards_owed_by, latest_entries, tells

WITHHELD = "The maker of this token has still to play board {}: its scores are told when they have."


def session_for_token(token: ApiToken, public_id: str) -> Session:
    """A session of the token's club, published or not. Raises Http404 for every other."""
    session = session_by_id(public_id)
    if session.club_id != token.club_id:
        raise Http404("No such session")
    return session


@dataclass(slots=True)
class TravellerLine:
    """A board at a table: who plays it, how it stands, and the score that counts now."""

    row: TableBoard
    south: str
    north: str
    entry: ScoreEntry | None
    points: Frequency | None
    revision: int
    """Grows with every score that is entered; 0 before the first."""
    withheld: str
    """Why the score is not told; empty where it is, or where there is none."""


def live_traveller_lines(
    session: Session, user: User, *, board: int | None = None, pk: int | None = None
) -> list[TravellerLine]:
    """Every board at every table that counts, by board, round and table; of one board, or one line, if asked.

    As this director may see it: how others fared on a board that they have still to play is withheld (SOLO-31).
    """
    rows = TableBoard.objects.filter(round__section__session=session).exclude(state=TableBoardState.VOID)
    if board is not None:
        rows = rows.filter(board__number=board)
    if pk is not None:
        rows = rows.filter(pk=pk)
    found = list(
        rows.select_related("board", "table__section", "round__section", "ns", "ew").order_by(
            "board__number", "round__number", "round__section__name", "table__number"
        )
    )
    ids = [row.pk for row in found]
    latest, points, names = (
        latest_entries(ids),
        points_of(ids),
        names_of([pk for row in found for pk in (row.ns_id, row.ew_id)]),
    )
    owed = boards_owed_by(user, session)
    lines = []
    for row in found:
        entry = latest.get(row.pk)
        line = TravellerLine(row, names[row.ns_id], names[row.ew_id], entry, points.get(row.pk), 0, "")
        line.revision = entry.pk if entry else 0
        if row.board_id in owed and entry and tells(entry):
            line.entry, line.points, line.withheld = None, None, WITHHELD.format(row.board.number)
        lines.append(line)
    return lines


def live_traveller_line(session: Session, user: User, pk: int) -> TravellerLine:
    """One of them. Raises Http404."""
    found = live_traveller_lines(session, user, pk=pk)
    if not found:
        raise Http404("No such board at that table")
    return found[0]


def points_of(table_board_ids: Iterable[int]) -> dict[int, Frequency]:
    """table_board id -> its result and what it is worth; a board that was not scored yet is not in it."""
    scores = BoardScore.objects.filter(table_board__in=list(table_board_ids)).select_related("frequency")
    return {score.table_board_id: score.frequency for score in scores}


def traveller_lines(
    published: Published, *, board: str | None = None, player: str | None = None
) -> list[Score]:
    """Lines of all boards, by board and table, of one board by its key or of one contestant by its label if asked."""
    contestant = published.contestant(player)
    lines = [
        score_of(line, one, published.names, None)
        for one in published.boards
        if board in (None, one["key"])
        for line in one["lines"]
        if player is None or contestant in (line["ns"], line["ew"])
    ]
    return sorted(lines, key=lambda line: (line.board, line.board_key, line.round, str(line.table).rjust(5)))
