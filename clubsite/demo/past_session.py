"""The demo club's past sessions.

In last week's session, scripted players played every board from their own views, without the network. The earlier
sessions were played with real cards, and the director typed the scores.
"""

import datetime
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from clubsite.accounts.models import User
from clubsite.clubs.models import Club, Person
from clubsite.nights.models import Session, TableBoard, TableBoardState
from clubsite.nights.selectors.sessions import section_for
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.movement import contestant_assign, movement_accept
from clubsite.nights.services.rounds import round_check
from clubsite.nights.services.setup import session_create
from clubsite.nights.services.tables import board_play_open, seatings_finish
from clubsite.play.models import Play, PlayEvent
from clubsite.play.services import events_after, play_finish
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.services.entries import score_enter
from games.registry import rules_for
from games.robots import choose
from movements.plan import Plan
from scoring.contracts import BOOK
from scoring.result import BoardResult

EARLIER_SESSIONS = 3
"""The number of sessions, a week apart."""
LEVELS = ("1N", "2H", "2S", "3N", "4H", "4S", "3D", "5C")


def earlier_dates(last: datetime.date) -> list[datetime.date]:
    return [last - datetime.timedelta(weeks=weeks) for weeks in range(EARLIER_SESSIONS, 0, -1)]


def named_draft(
    club: Club, user: User, people: Sequence[str], plan: Plan, titles: tuple[str, str], **facts: Any
) -> Session:
    """Set up a session with these people of the club, and a movement with its name and title, as a director does."""
    session = session_create(club=club, user=user, players=len(people), **facts)
    movement_accept(session=session, plan=plan, name=titles[0], title=titles[1], user=user)
    for number, name in enumerate(people, start=1):
        contestant_assign(session=session, number=number, person=Person.objects.get(club=club, name=name))
    return session


def past_session_play(*, session: Session, user: User, seed: str = "", progress: Any = None) -> None:
    """Play, score, end and publish the whole of a past session. All acts follow from `seed`, usually the session's."""
    rng = Random(seed or session.public_id)

    def play(row: TableBoard) -> None:
        _board_play(board_play_open(table_board=row), rng)
        if progress is not None:
            progress.update(1)

    _session_finish(session, user, play)


def earlier_session_play(*, session: Session, user: User) -> None:
    """Score, end and publish a session that has begun, with contracts and tricks from a seeded random generator.

    The contestant with the lower number takes an extra trick more often, so that the season averages differ.
    """
    rng = Random(f"{session.name} {session.date}")

    def score(row: TableBoard) -> None:
        contract, declarer = rng.choice(LEVELS), rng.choice("SN")
        better = row.ns.number < row.ew.number
        more = rng.random() < (0.7 if better == (declarer == "S") else 0.4)
        tricks = min(13, BOOK + int(contract[0]) - rng.choice((0, 0, 1, 2)) + more)
        result = BoardResult.of_contract(contract, declarer, tricks, row.board.vulnerability)
        score_enter(table_board=row, result=result, user=user)

    _session_finish(session, user, score)


def _session_finish(session: Session, user: User, board_finish: Callable[[TableBoard], None]) -> None:
    rounds_play(session, section_for(session).rounds.count(), board_finish)
    session_end(session=session, user=user)
    results_sweep()
    publish(session=session, user=user)


def rounds_play(session: Session, rounds: int, board_finish: Callable[[TableBoard], Any]) -> None:
    """Finish each board in the first rounds of a session, and end these rounds."""
    section = section_for(session)
    for number in range(1, rounds + 1):
        rows = TableBoard.objects.filter(round__section=section, round__number=number, state=TableBoardState.WAITING)
        for row in rows.select_related("board", "ns", "ew", "table__room", "round__section__session"):
            board_finish(row)
        section.refresh_from_db()
        seatings_finish(section=section)
        round_check(section_id=section.pk)


def _board_play(play: Play, rng: Random) -> None:
    """Play a board to its end in memory, then store its whole log at once."""
    rules = rules_for(play.game)
    state = rules.start(play.setup, play.options)
    acted: list[tuple[str, str]] = []
    while rules.outcome(state) is None:
        player = rules.turn(state) or ""
        action = choose(rules.view(state, player), lambda options: rng.choice(list(options)))
        if action is None:
            raise RuntimeError(f"The scripted player of {player} has nothing to do in {play}")
        state = rules.apply(state, player, action)
        acted.append((player, action))
    PlayEvent.objects.bulk_create(events_after(play, acted))
    play_finish(play=play, outcome=rules.outcome(state) or {})
