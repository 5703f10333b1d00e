"""The demo club's sessions before last week's: played with cards, with scores typed by the director."""

import datetime
from random import Random

from clubsite.accounts.models import User
from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.duplicate.selectors.sessions import section_for
from clubsite.duplicate.services.directing import session_end
from clubsite.duplicate.services.rounds import round_check
from clubsite.duplicate.services.tables import seatings_finish
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.services.entries import score_enter
from scoring.contracts import BOOK
from scoring.result import BoardResult

EARLIER_SESSIONS = 5
"""The number of sessions, a week apart."""
LEVELS = ("1N", "2H", "2S", "3N", "4H", "4S", "3D", "5C")


def earlier_dates(last: datetime.date) -> list[datetime.date]:
    """Return the days of the sessions before this one, oldest first."""
    return [last - datetime.timedelta(weeks=weeks) for weeks in range(EARLIER_SESSIONS, 0, -1)]


def earlier_session_play(*, session: Session, user: User) -> None:
    """Score, end and publish a session that has begun, with contracts and tricks from a seeded generator.

    The first contestants of the field take a trick more now and then, so that seasons differ.
    """
    section = section_for(session)
    rng = Random(f"{session.name} {session.date}")
    for number in range(1, section.rounds.count() + 1):
        rows = TableBoard.objects.filter(round__section=section, round__number=number, state=TableBoardState.WAITING)
        for row in rows.select_related("board", "ns", "ew", "table__room", "round__section__session"):
            contract, declarer = rng.choice(LEVELS), rng.choice("SN")
            better = row.ns.number < row.ew.number
            more = rng.random() < (0.7 if better == (declarer == "S") else 0.4)
            tricks = min(13, BOOK + int(contract[0]) - rng.choice((0, 0, 1, 2)) + more)
            result = BoardResult.of_contract(contract, declarer, tricks, row.board.vulnerability)
            score_enter(table_board=row, result=result, user=user)
        section.refresh_from_db()
        seatings_finish(section=section)
        round_check(section_id=section.pk)
    session_end(session=session, user=user)
    results_sweep()
    publish(session=session, user=user)
