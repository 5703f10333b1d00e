"""Last week's session: every board played by scripted players, from their own views, without the network."""

import uuid
from random import Random
from typing import Any

from clubsite.accounts.models import User
from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.duplicate.selectors.sessions import section_for
from clubsite.duplicate.services.directing import session_end
from clubsite.duplicate.services.rounds import round_check
from clubsite.duplicate.services.tables import board_play_open, seatings_finish
from clubsite.play.models import Play, PlayEvent
from clubsite.play.services import play_finish
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.sweep import results_sweep
from games.registry import rules_for
from games.robots import choose


def past_session_play(*, session: Session, user: User, progress: Any = None) -> None:
    """Play, score, end and publish a whole session."""
    section = section_for(session)
    rng = Random(session.public_id)
    for number in range(1, section.rounds.count() + 1):
        rows = TableBoard.objects.filter(round__section=section, round__number=number, state=TableBoardState.WAITING)
        for row in rows.select_related("board", "table__room", "round__section__session"):
            _board_play(board_play_open(table_board=row), rng)
            if progress is not None:
                progress.update(1)
        section.refresh_from_db()
        seatings_finish(section=section)
        round_check(section_id=section.pk)
    session_end(session=session, user=user)
    results_sweep()
    publish(session=session, user=user)


def _board_play(play: Play, rng: Random) -> None:
    """Fold a play to its end in memory, then store its log at once."""
    rules = rules_for(play.game)
    state = rules.start(play.setup, play.options)
    events: list[PlayEvent] = []
    while rules.outcome(state) is None:
        player = rules.turn(state) or ""
        action = choose(rules.view(state, player), lambda options: rng.choice(list(options)))
        if action is None:
            raise RuntimeError(f"The scripted player of {player} has nothing to do in {play}")
        state = rules.apply(state, player, action)
        events.append(PlayEvent(play=play, seq=len(events) + 1, client_id=uuid.uuid4(), actor=player, action=action))
    PlayEvent.objects.bulk_create(events)
    play.seq = len(events)
    play_finish(play=play, outcome=rules.outcome(state) or {})
