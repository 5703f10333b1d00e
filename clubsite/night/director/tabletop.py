"""One table for the director: chairs with their devices, boards of the round with what counts, and his two tools."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from clubsite.clubs.services import audit_add
from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.duplicate.selectors.tables import table_for
from clubsite.night.director.floor import Chair, Tile
from clubsite.night.director.progress import tile_of
from clubsite.play.models import Play, PlayStatus
from clubsite.play.seats import claim_release
from clubsite.play.services import director_act
from clubsite.results.models import ScoreEntry
from clubsite.results.selectors import latest_of

MOVED_ON = "The table has moved on since this page was shown. Ask the players, then press again."
FREED = "The director has freed this seat. Join the table again with its code."


@dataclass(slots=True)
class BoardRow:
    """A board of this table; the newest round first."""

    row: TableBoard
    entry: ScoreEntry | None

    @property
    def word(self) -> str:
        words = {
            TableBoardState.WAITING: "To be played",
            TableBoardState.LIVE: "On the table",
            TableBoardState.UNPLAYED: "Not played",
        }
        return words.get(TableBoardState(self.row.state), "")


@dataclass(slots=True)
class Tabletop:
    """The page of a table."""

    tile: Tile | None
    now: list[BoardRow]
    earlier: list[BoardRow]
    live: Play | None


def tabletop_of(session: Session, label: str) -> Tabletop:
    """Everything of a table but its cards. Raises Http404."""
    table = table_for(session, label)
    rows = TableBoard.objects.filter(table=table).exclude(state=TableBoardState.VOID)
    found = list(rows.select_related("board", "round", "play").order_by("-round__number", "board__number"))
    latest = latest_of(found)
    lines = [BoardRow(row, latest.get(row.pk)) for row in found]
    at = table.section.round_number
    return Tabletop(
        tile=tile_of(session, table.label),
        now=[line for line in lines if line.row.round.number == at],
        earlier=[line for line in lines if line.row.round.number != at],
        live=next((r.play for r in found if r.play is not None and r.play.status == PlayStatus.LIVE), None),
    )


def seat_free(*, session: Session, label: str, player: str, user: Any) -> str | None:
    """End the claim on a side of the table. Returns whose seat it was, None if no device held it."""
    tile = tile_of(session, table_for(session, label).label)
    chair: Chair | None = next((c for c in tile.chairs if c.player == player), None) if tile else None
    if chair is None or chair.claim is None:
        return None
    with transaction.atomic():
        claim_release(claim=chair.claim, why=FREED)
        audit_add(
            club=session.club,
            verb="freed a seat",
            subject=f"table {label}, {chair.side}: {chair.name}",
            session_ref=session.public_id,
            user=user,
        )
    return chair.name


def take_back(*, session: Session, label: str, seen: str, user: Any) -> str:
    """Take back the last call or card of the play on the table. Returns why not, or nothing.

    `seen` is "<play>/<seq>" of the page that asks: pressed twice, or after the players have gone on, it does nothing.
    """
    table = table_for(session, label)
    play = table.room.play
    if play is None or play.status != PlayStatus.LIVE:
        return "No board is being played at that table."
    of_play, _, seq = seen.partition("/")
    if of_play != play.public_id or not seq.isdecimal():
        return MOVED_ON
    with transaction.atomic():
        answer = director_act(play=play, user=user, action="undo", seq=int(seq))
        if answer.code == "stale":
            return MOVED_ON
        if not answer.ok:
            return f"{answer.reason.rstrip('.')}."
        audit_add(
            club=session.club,
            verb="took back an action",
            subject=f"table {label}, board {play.setup['board']}",
            session_ref=session.public_id,
            user=user,
        )
    return ""
