"""Cards that a director or keeper who plays may not see (SOLO-31), based on `owed` and `clubsite.secrecy`."""

from collections.abc import Iterable
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.nights.models import Board, Session, TableBoard
from clubsite.play.models import SeatTicket
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.entries import latest_of, tells
from clubsite.scores.selectors.owed import held_for_event, owed_anywhere, owed_by
from clubsite.secrecy.facts import BoardFacts, Owes, What
from clubsite.secrecy.rule import WhyNot, may_see, why_not

FILE_REFUSALS = {
    WhyNot.PROMISE: "You are one of the players: say that you will not look into the file, or let another director "
    "take it.",
    WhyNot.OWED_BY_READER: "You are one of the players yourself, and this shows cards of boards that you have still to "
    "play. Another director of the club can do it.",
}
HELD_IN_FILE = (
    "The club has cards of an event’s boards that other clubs have still to play. The file can be made here once the "
    "event is over in every club, at the latest on {}."
)


def boards_hidden_from(user: AnyUser | None, session: Session) -> frozenset[int]:
    """Return the ids of the session's boards whose cards and scores this director may not see."""
    owed = owed_by(user, session)
    return frozenset(pk for pk in owed if not may_see(BoardFacts(directs=True, owes=owed[pk]), What.SCORE))


def boards_hidden_from_keeper(user: User) -> QuerySet[Board]:
    """Return the boards whose scores the admin does not show to the site's keeper."""
    hidden = Board.objects.none()
    for owes, boards in owed_anywhere(user).items():
        if not may_see(BoardFacts(keeps_site=True, owes=owes), What.SCORE):
            hidden = hidden | boards
    return hidden


def files_refusal(user: AnyUser, session: Session, *, promised: bool | None = None) -> str:
    """Return why this director may not have the cards on paper or in a file. `promised` is None if no promise helps."""
    owed = set(owed_by(user, session).values())
    reasons = {why_not(BoardFacts(directs=True, owes=owes, promised=promised), What.FILE) for owes in owed}
    worst = WhyNot.OWED_BY_READER if WhyNot.OWED_BY_READER in reasons else next(iter(reasons), None)
    return FILE_REFUSALS[worst] if worst is not None else ""


def club_file_refusal(user: User, club: Club) -> str:
    """Return why this owner may not have all the club's opened boards in a file, or "" if they may.

    Boards of sessions that have not begun are sealed in the file. The owner knows the passphrase, so the file is
    refused while boards are held for an event.
    """
    held = Board.objects.filter(held_for_event(), board_set__session__club=club, known=True)
    if last := held.order_by("-board_set__held_until").values_list("board_set__held_until", flat=True).first():
        return HELD_IN_FILE.format(date_format(timezone.localtime(last), "j F Y, H:i"))
    for owes, boards in owed_anywhere(user).items():
        here = boards.filter(board_set__session__club=club)
        here = here.exclude(opened_at=None) if owes is Owes.PLANNED else here
        if not may_see(BoardFacts(directs=True, owes=owes), What.FILE) and here.exists():
            return FILE_REFUSALS[WhyNot.OWED_BY_READER]
    return ""


def latest_seen_by(
    user: AnyUser, session: Session, rows: Iterable[TableBoard]
) -> tuple[dict[int, ScoreEntry], set[int]]:
    """Return {table_board id: score that counts} as this director may see it, and ids of hidden rows (SOLO-31)."""
    lines, owed = list(rows), boards_hidden_from(user, session)
    latest = latest_of(lines)
    covered = {row.pk for row in lines if row.board_id in owed and row.pk in latest and tells(latest[row.pk])}
    return {pk: entry for pk, entry in latest.items() if pk not in covered}, covered


def last_ticket(contestant_id: int) -> SeatTicket | None:
    """Return the newest ticket for a contestant's seat, whether or not the ticket is in force, or None."""
    tickets = SeatTicket.objects.filter(seat=contestant_id).select_related("freed_by")
    return tickets.order_by(F("revoked_at").desc(nulls_first=True), "-pk").first()


def freed_by_player(ticket: SeatTicket | None, session: Session) -> Any:
    """Return the director who ended this ticket and still has to play boards of the session, or None."""
    if ticket is None or ticket.revoked_at is None or ticket.freed_by is None:
        return None
    return ticket.freed_by if boards_hidden_from(ticket.freed_by, session) else None
