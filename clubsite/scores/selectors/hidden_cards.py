"""The cards of a session that directors may not see because they are playing themselves (SOLO-31).

Every page, file, print and list for directors that can show a card asks `boards_owed_by` or `files_refusal`.
`card_facts` collects the facts, and `CardFacts` applies the rule. No other code makes this decision.
`freed_by_player` finds seats that such a director has freed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q, QuerySet

from clubsite.accounts.models import User
from clubsite.accounts.requests import AnyUser
from clubsite.duplicate.models import (
    OPEN_BOARD_STATES,
    Board,
    Contestant,
    Session,
    SessionStatus,
    TableBoard,
    TableBoardSeat,
)
from clubsite.duplicate.selectors.boards import same_deals
from clubsite.duplicate.selectors.played_as import contestants_played_by
from clubsite.play.models import SeatTicket
from clubsite.scores.models import ScoreEntry, ScoreStatus
from clubsite.scores.selectors.entries import latest_entries, latest_of, tells

DIRECTOR_PLAYS = (
    "You are one of the players yourself, and this shows cards of boards that you have still to play. "
    "Another director of the club can do it."
)
PROMISE_ASKED = "You are one of the players: say that you will not look into the file, or let another director take it."


@dataclass(frozen=True, slots=True)
class CardFacts:
    """Facts about one director and one session: the ids of the session's boards that the director still has to play.

    `planned` boards belong to a draft, here or elsewhere, `coming` boards to a session that has begun, and `late`
    boards are to be played after the end.
    """

    planned: frozenset[int] = frozenset()
    coming: frozenset[int] = frozenset()
    late: frozenset[int] = frozenset()

    @property
    def hidden(self) -> frozenset[int]:
        """The boards whose cards and scores the director does not see."""
        return self.planned | self.coming | self.late

    @property
    def promise_will_do(self) -> bool:
        """True if the director may take a card file unread, as no session that they play in has begun."""
        return not self.coming and not self.late


def boards_owed_by(user: AnyUser | None, session: Session) -> frozenset[int]:
    """Return the ids of the session's boards that this user still has to play, in their round or late.

    The user sees neither the cards of these boards nor the results of others on them.
    """
    return card_facts(user, session).hidden


def every_board_owed_by(user: User) -> QuerySet[Board]:
    """Return the boards whose cards and scores this user does not see, for lists that cover all sessions."""
    mine = list(contestants_played_by(user).select_related("section__session"))
    going_on = [one for one in mine if one.section.session.status != SessionStatus.ENDED]
    owed = _late(mine).union(*(_not_met(one) for one in going_on))
    dealt = Board.objects.filter(pk__in=owed).exclude(fingerprint="").values("fingerprint")
    return Board.objects.filter(Q(pk__in=owed) | Q(fingerprint__in=dealt))


def files_refusal(user: AnyUser, session: Session, *, promised: bool | None = None) -> str:
    """Return why this director may not have all the session's cards on paper or in a file, or "" if they may.

    `promised` says whether the director promised not to look at the cards. It is None if the cards are meant to be
    read, so that a promise would not help.
    """
    facts = card_facts(user, session)
    if not facts.hidden:
        return ""
    if promised is None or not facts.promise_will_do:
        return DIRECTOR_PLAYS
    return "" if promised else PROMISE_ASKED


def card_facts(user: AnyUser | None, session: Session) -> CardFacts:
    """Collect the facts, including whether the user still has to play the same deal in another session."""
    if user is None or not user.is_authenticated:
        return CardFacts()
    boards = Board.objects.filter(board_set__session=session)
    mine = contestants_played_by(user).filter(_holds(boards, session))
    return facts_of(mine.select_related("section__session"), session)


def facts_of(contestants: Iterable[Contestant], session: Session) -> CardFacts:
    """Collect the facts about a person who plays as each of these contestants, in this session or another."""
    mine = list(contestants)
    if not mine:
        return CardFacts()
    boards = Board.objects.filter(board_set__session=session)
    planned, coming = set[int](), set[int]()
    for contestant in mine:
        status = contestant.section.session.status
        if status != SessionStatus.ENDED:
            (planned if status == SessionStatus.DRAFT else coming).update(_not_met(contestant))
    found = {"planned": planned, "coming": coming, "late": _late(mine)}
    return CardFacts(**{name: _here(owed, boards) for name, owed in found.items()})


def latest_seen_by(
    user: AnyUser, session: Session, rows: Iterable[TableBoard]
) -> tuple[dict[int, ScoreEntry], set[int]]:
    """Return {table_board id: the score that counts}, as this director may see it, and the ids of covered scores.

    The score of a board that the director still has to play is covered (SOLO-31).
    """
    found, owed = list(rows), boards_owed_by(user, session)
    latest = latest_of(found)
    covered = {row.pk for row in found if row.board_id in owed and row.pk in latest and tells(latest[row.pk])}
    return {pk: entry for pk, entry in latest.items() if pk not in covered}, covered


def _holds(boards: QuerySet[Board], session: Session) -> Q:
    """Return a filter for contestants of this session, or of any other session that has a deal of these boards."""
    others = same_deals(boards).order_by().values("board_set")
    return Q(section__session=session) | Q(section__board_set__in=others)


def _not_met(contestant: Contestant) -> set[int]:
    """Return every board in the contestant's section for which the contestant has no score."""
    met = TableBoardSeat.objects.filter(contestant=contestant, void=False)
    over = met.exclude(table_board__state__in=OPEN_BOARD_STATES).values("board_id")
    rows = Board.objects.filter(board_set=contestant.section.board_set_id).exclude(pk__in=over)
    return set(rows.values_list("pk", flat=True))


def _late(contestants: list[Contestant]) -> set[int]:
    rows = TableBoard.objects.filter(seats__void=False, seats__contestant__in=contestants)
    rows = rows.filter(score_entries__status=ScoreStatus.LATE)
    of_row = dict(rows.order_by().values_list("pk", "board_id"))
    return {of_row[pk] for pk, entry in latest_entries(of_row).items() if entry.status == ScoreStatus.LATE}


def _here(owed: set[int], boards: QuerySet[Board]) -> frozenset[int]:
    """Return the session's boards that are among `owed` or share a deal with one of them."""
    if not owed:
        return frozenset()
    dealt = Board.objects.filter(pk__in=owed).exclude(fingerprint="").values("fingerprint")
    return frozenset(boards.filter(Q(pk__in=owed) | Q(fingerprint__in=dealt)).values_list("pk", flat=True))


def last_ticket(contestant_id: int) -> SeatTicket | None:
    """Return the newest ticket for a contestant's seat, in force or not, or None if there is none."""
    tickets = SeatTicket.objects.filter(seat=contestant_id).select_related("freed_by")
    return tickets.order_by(F("revoked_at").desc(nulls_first=True), "-pk").first()


def freed_by_player(ticket: SeatTicket | None, session: Session) -> Any:
    """Return the director who ended this ticket and still has boards of the session to play, or None."""
    if ticket is None or ticket.revoked_at is None or ticket.freed_by is None:
        return None
    return ticket.freed_by if boards_owed_by(ticket.freed_by, session) else None
