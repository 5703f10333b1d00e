"""Boards whose line would change hands, and the score on each as the director may see it."""

from dataclasses import dataclass

from clubsite.accounts.models import User
from clubsite.duplicate.models import TableBoard
from clubsite.duplicate.selectors.repairs import RepairPreview
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.hidden_cards import latest_seen_by


@dataclass(frozen=True, slots=True)
class CarriedBoard:
    """A board whose line changes hands, and the score on it."""

    row: TableBoard
    table: str
    entry: ScoreEntry | None
    south: str
    north: str


def carried_of(shown: RepairPreview, user: User) -> list[CarriedBoard]:
    """Return the boards with a score. A director who has still to play a board does not see it."""
    now = shown.now
    latest, covered = latest_seen_by(user, now.section.session, shown.corrected)
    rows = {(row.round, row.table): row for row in shown.after.schedule}
    found = []
    for board in (board for board in shown.corrected if board.pk in latest or board.pk in covered):
        row = rows[board.round.number, board.table.number]
        found.append(
            CarriedBoard(
                board, now.section.label(row.table), latest.get(board.pk), now.name(row.ns), now.name(row.ew)
            )
        )
    return found
