"""A session with scores. South's result decides each score, so that percentages can be worked out by hand."""

import uuid
from functools import partial

import pytest
from django.test import TestCase

from clubsite.analysis.services.plays import play_analyse
from clubsite.nights.models import TableBoard, TableBoardState
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.tables import board_play_open
from clubsite.play.acts import play_act
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.sweep import results_sweep
from games.registry import rules_for
from games.robots import choose
from movements.teams import american_whist
from tests.clubsite.listeners import nobody_listens
from tests.kit.nights import end_and_publish
from tests.kit.remembered import remembered
from tests.kit.typed_scores import enter_score

ONE_NOTRUMP = {
    1: {"contract": "1N", "declarer": "S", "tricks": 8},  # +120
    2: {"contract": "1N", "declarer": "S", "tricks": 7},  # +90
    3: {"status": "passed_out"},  # 0
}


@pytest.fixture
def open_boards(night):
    """A function that returns, by table, the boards of the current round that are waiting for a score."""

    return partial(boards_waiting, night)


def boards_waiting(night):
    rows = TableBoard.objects.filter(round__section=night.section, state=TableBoardState.WAITING)
    return list(rows.select_related("ns", "ew", "board").order_by("table__number"))


@pytest.fixture
def scored_night(night, dee):
    """A session with all three rounds scored: South 1 always scores +120, South 2 +90, and South 3 passes out."""
    _score(night, dee)
    return _as_stored(night)


@remembered
def _score(night, dee):
    for _ in range(3):
        with nobody_listens(), TestCase.captureOnCommitCallbacks(execute=True):
            for row in boards_waiting(night):
                enter_score(row, dee, **ONE_NOTRUMP[row.ns.number])
    results_sweep()


@pytest.fixture
def teams_night(make_night, dee, on_commit):
    """Three teams with one board per set: South of team 1 (Bo and Ann) always scores +120, all others +90."""
    night = make_night(players=6, plan=american_whist(3, 2))
    for _ in range(2):
        with on_commit():
            for row in boards_waiting(night):
                enter_score(row, dee, f"1N S {8 if row.ns.number == 1 else 7}")
    results_sweep()
    return night


@pytest.fixture
def published_night(scored_night, dee):
    _publish(scored_night, dee)
    return _as_stored(scored_night)


@remembered
def _publish(night, dee):
    end_and_publish(night.session, dee)


@pytest.fixture
def valued_night(night, dee):
    """A session of three rounds: two rounds have only scores, and in the third, every table plays out its board."""
    _play_with_values(night, dee)
    return _as_stored(night)


@remembered
def _play_with_values(night, dee):
    for _ in range(2):
        with TestCase.captureOnCommitCallbacks(execute=True):
            for row in boards_waiting(night):
                enter_score(row, dee, f"1N S {6 + row.ns.number}")
    plays = [board_played(row) for row in boards_waiting(night)]
    results_sweep()
    session_end(session=night.session, user=dee)
    for play in plays:
        play_analyse(play.pk)
    publish(night.session, dee)


def _as_stored(night):
    """Return this night with its session and section read again."""
    night.session.refresh_from_db()
    night.section.refresh_from_db()
    return night


@pytest.fixture
def play_out():
    return board_played


def board_played(row, pick=lambda options: options[0]):
    """Play a board live to its last card through the service for a table's messages.

    `pick` chooses among the actions that the robot considers equal.
    """
    opened = board_play_open(table_board=row)
    rules = rules_for(opened.game)
    state = rules.start(opened.setup, opened.options)
    seq = 0
    while rules.outcome(state) is None:
        player = rules.turn(state)
        action = choose(rules.view(state, player), pick)
        state = rules.apply(state, player, action)
        answer = play_act(
            play_id=opened.public_id,
            player=player,
            seat_id=opened.seats[player],
            client_id=uuid.uuid4(),
            seq=seq,
            action=action,
        )
        assert answer.ok, answer
        seq = answer.seq
    opened.refresh_from_db()
    return opened
