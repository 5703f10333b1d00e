"""A job on PostgreSQL stores its result while what it belongs to is deleted: neither fails, and nothing stays."""

import io
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.utils import timezone

from clubsite.analysis.models import BoardSolution, PlayAnalysis
from clubsite.analysis.services.plays import play_analyse
from clubsite.analysis.services.solving import board_solve
from clubsite.clubs.models import Membership
from clubsite.clubs.services import club_create
from clubsite.core import jobs
from clubsite.core.tokens import new_public_id
from clubsite.core.triggers import guards_off
from clubsite.events.models import EventBookletPage, EventEntrant, EventPlace
from clubsite.events.services.events import event_publish
from clubsite.events.services.heat_put import session_results_take
from clubsite.events.services.scoring import booklet_page_make, event_score
from clubsite.history.models import PlayDecisions, PlayerRating
from clubsite.history.services import ratings_make
from clubsite.home.kept import matches_forget
from clubsite.home.models import HomeMatch, HomeSeat, RobotDeal
from clubsite.home.services.robots import robot_deal_make
from clubsite.keeper.clubfile.archive import ArchiveReader
from clubsite.keeper.models import ClubFile, ClubFilePiece
from clubsite.keeper.services.erasing import club_erase
from clubsite.keeper.services.exporting import club_export, file_ask, file_make, files_sweep
from clubsite.nights.models import Board, Contestant, Session
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.setup import session_discard
from clubsite.play.models import Play, PlayEvent, PlayStatus
from clubsite.play.seat_tickets import seats_delete
from clubsite.privacy.services import Left, account_delete
from clubsite.rankings.models import Ranking
from clubsite.rankings.services.scoring import score_session
from movements.mitchell import straight
from tests.clubsite.home.homes import play_deal, ticket_of, two, waiting
from tests.kit.club_files import PASSPHRASE
from tests.kit.events import close_window, heat_night, join, make_event, play_heat, score_round, take_lines
from tests.kit.nights import draft_night, fill_night

pytestmark = pytest.mark.prod

LONGEST_WAIT = 120


class Side:
    """One of two connections that meet. It keeps what its call raised, and pauses after a statement that it sends."""

    def __init__(self, call: Callable[[], Any], pause_after: str = ""):
        self.call, self.pause_after, self.pid = call, pause_after, 0
        self.fault, self.answer = "", None
        self.begun, self.paused, self.may_go_on = threading.Event(), threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            [self.pid] = cursor.fetchone()
        self.begun.set()
        try:
            with connection.execute_wrapper(self.pausing):
                self.answer = self.call()
        except Exception as fault:
            self.fault = repr(fault)
        finally:
            connection.close()
            self.paused.set()

    def pausing(self, execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        if self.pause_after and sql.startswith(self.pause_after) and not self.paused.is_set():
            self.paused.set()
            assert self.may_go_on.wait(LONGEST_WAIT)
        return result

    def waits_for_a_lock(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = %s", [self.pid])
            row = cursor.fetchone()
        return bool(row and row[0])


def meet(first: Side, second: Side) -> list[str]:
    """Stop `first` after its statement, let `second` come as far as it can meanwhile, and then let both end. Return
    what went wrong.
    """
    second.may_go_on.set()
    first.thread.start()
    assert first.paused.wait(LONGEST_WAIT)
    stopped = first.thread.is_alive()
    second.thread.start()
    second.begun.wait(LONGEST_WAIT)
    while second.thread.is_alive() and not second.waits_for_a_lock():
        second.thread.join(0.02)
    first.may_go_on.set()
    for side in (first, second):
        side.thread.join(LONGEST_WAIT)
    stuck = [side for side in (first, second) if side.thread.is_alive()]
    return [
        *(side.fault for side in (first, second) if side.fault),
        *([] if stopped else [f"{first.pause_after} was never sent"]),
        *(["stuck"] if stuck else []),
    ]


class Meeting(NamedTuple):
    """A job and somebody who deletes, each with the start of its last statement, and whether something stayed."""

    job: Callable[[], Any]
    stores: str
    delete: Callable[[], Any]
    deletes: str
    stayed: Callable[[], bool]

    def held(self, job_first: bool) -> list[str]:
        """Let the two meet. Return what went wrong."""
        job, delete = Side(self.job, self.stores), Side(self.delete, self.deletes)
        faults = meet(job, delete) if job_first else meet(delete, job)
        return [*faults, *(["something stayed"] if self.stayed() else [])]


def club_of(name: str):
    """Return a new club and its owner."""
    number = new_public_id()
    user = get_user_model().objects.create_user(f"{name} {number}")
    return club_create(name=f"{name} {number}", slug=number.lower(), owner=user), user


def draft_with_boards():
    """Return a draft of four players with two boards, and its owner."""
    club, user = club_of("Boards")
    return fill_night(draft_night(club, user, 4), user, straight(2, 1), start=False), user


def board_solved(delete: Callable[..., None]) -> Meeting:
    """Solve a board of a draft while `delete` is called with the draft and its owner."""
    session, user = draft_with_boards()
    board = Board.objects.filter(board_set__session=session).latest("number")
    return Meeting(
        lambda: board_solve(board.pk),
        'INSERT INTO "analysis_boardsolution"',
        lambda: delete(session=session, user=user),
        'DELETE FROM "nights_board"',
        BoardSolution.objects.filter(board_id=board.pk).exists,
    )


def dealt_again(session: Session, user) -> None:
    boards_deal(session=session, count=2, user=user, seed="other")


def draft_scored() -> Meeting:
    session, user = draft_with_boards()
    return Meeting(
        lambda: score_session(session.pk),
        'INSERT INTO "rankings_ranking"',
        lambda: session_discard(session=session, user=user),
        'DELETE FROM "nights_contestant"',
        Ranking.objects.filter(section__session_id=session.pk).exists,
    )


def old_match(match: HomeMatch) -> None:
    """Let a match at home be half a year old."""
    at = timezone.now() - timedelta(days=180)
    HomeMatch.objects.filter(pk=match.pk).update(created_at=at)
    Play.objects.filter(room=match.room_id).update(acted_at=at)
    with transaction.atomic(), guards_off(["play_playevent"]):
        PlayEvent.objects.filter(play__room=match.room_id).update(at=at)


def old_matches_forgotten() -> None:
    with transaction.atomic():
        matches_forget(timezone.now() - timedelta(days=100))


def deal_analysed() -> Meeting:
    match, south, north = two("solo")
    play_deal(match, south, north)
    old_match(match)
    play = Play.objects.get(room=match.room_id, status=PlayStatus.OVER)
    return Meeting(
        lambda: play_analyse(play.pk),
        'INSERT INTO "analysis_playanalysis"',
        old_matches_forgotten,
        'DELETE FROM "play_play"',
        PlayAnalysis.objects.filter(play_id=play.pk).exists,
    )


def deal_played_by_a_robot() -> Meeting:
    seat = waiting("bridge_solitaire", against="nobody", strength="beginner")
    play_deal(seat.match, ticket_of(seat))
    old_match(seat.match)
    play = Play.objects.get(room=seat.match.room_id, status=PlayStatus.OVER)
    return Meeting(
        lambda: robot_deal_make(play_id=play.pk),
        'INSERT INTO "home_robotdeal"',
        old_matches_forgotten,
        'DELETE FROM "play_play"',
        RobotDeal.objects.filter(play_id=play.pk).exists,
    )


def event_scored() -> Meeting:
    """Score an event while a heat loses an entrant, because a contestant of its session is taken out again."""
    club, user = club_of("Event")
    event = make_event(club, user)
    heat = join(event, club, user)
    session = heat_night(heat, user)
    late = Contestant.objects.create(section=session.sections.get(), number=7)
    score_round(session, user, {1: "1N S 7", 2: "1N S 8", 3: "1N S 9"})
    take_lines(heat)
    entrant = EventEntrant.objects.get(contestant=late)

    def taken_out():
        with transaction.atomic():
            seats_delete(Contestant.objects.filter(pk=late.pk))
        session_results_take(heat=heat)

    return Meeting(
        lambda: event_score(event_id=event.pk),
        'INSERT INTO "events_eventplace"',
        taken_out,
        'DELETE FROM "events_evententrant"',
        EventPlace.objects.filter(entrant_id=entrant.pk).exists,
    )


def account_rated() -> Meeting:
    _, user = club_of("Account")
    match, *_ = two("solo")
    HomeSeat.objects.filter(match=match, player="S").update(user=user)
    play = Play.objects.get(room=match.room_id)
    Play.objects.filter(pk=play.pk).update(ended_at=timezone.now())
    PlayDecisions.objects.create(play=play, player="S", sums={"declaring": [10, 4]})
    ratings_make()
    Membership.objects.filter(user=user).delete()
    return Meeting(
        ratings_make,
        'INSERT INTO "history_playerrating"',
        lambda: account_delete(user=user, left=Left.NOTHING),
        'DELETE FROM "history_playerrating"',
        PlayerRating.objects.filter(user=user).exists,
    )


def file_made() -> Meeting:
    club, user = club_of("File")
    file = file_ask(club=club, user=user, passphrase=PASSPHRASE)
    yesterday = timezone.now() - timedelta(days=2)
    ClubFile.objects.filter(pk=file.pk).update(asked_at=yesterday)
    return Meeting(
        lambda: file_make(file.pk),
        'INSERT INTO "keeper_clubfilepiece"',
        files_sweep,
        'DELETE FROM "keeper_clubfile"',
        ClubFilePiece.objects.filter(file_id=file.pk).exists,
    )


def booklet_page_made() -> Meeting:
    club, user = club_of("Booklet")
    event = make_event(club, user)
    heat = join(event, club, user)
    session = heat_night(heat, user)
    play_heat(session, user, {1: "1N S 7", 2: "1N S 8", 3: "1N S 9"})
    session_end(session=session, user=user)
    event = close_window(event)
    take_lines(heat)
    event_publish(event=event, user=user)
    archive = io.BytesIO()
    club_export(club=club, to=archive, passphrase=PASSPHRASE, user=user)
    return Meeting(
        lambda: booklet_page_make(event_id=event.pk),
        'INSERT INTO "events_eventbookletpage"',
        lambda: club_erase(club=club, archive=ArchiveReader(archive), passphrase=PASSPHRASE),
        'DELETE FROM "events_event"',
        EventBookletPage.objects.filter(event_id=event.pk).exists,
    )


CASES: dict[str, Callable[[], Meeting]] = {
    "a board is solved, and boards are dealt again": lambda: board_solved(dealt_again),
    "a board is solved, and its draft is discarded": lambda: board_solved(session_discard),
    "a session is scored, and discarded": draft_scored,
    "a deal at home is analysed, and forgotten": deal_analysed,
    "a robot plays a deal at home, which is forgotten": deal_played_by_a_robot,
    "an event is scored, and loses a heat's entrants": event_scored,
    "a page of a booklet is made, and its club is erased": booklet_page_made,
    "accounts are rated, and one is deleted": account_rated,
    "a club file is made, and deleted": file_made,
}


def held(case: Callable[[], Meeting], job_first: bool) -> list[str]:
    """Return what went wrong, also before the two could meet."""
    try:
        return case().held(job_first)
    except Exception as fault:
        return [repr(fault)]


def said_of_all() -> dict[str, list[list[str]]]:
    """Try every case both ways. Return what went wrong in each."""
    jobs._dispatch = lambda *args, **kwargs: None  # every message is lost
    return {name: [held(case, job_first) for job_first in (True, False)] for name, case in CASES.items()}


@pytest.fixture(scope="module")
def said(club_server) -> dict[str, list[Any]]:
    """The report on every case. No Celery worker runs meanwhile, because its sweeps would do these jobs too."""
    club_server.stop("worker")
    try:
        return club_server.call(said_of_all, timeout=600)
    finally:
        club_server.start_worker()


@pytest.mark.parametrize("case", CASES)
def test_a_job_whose_subject_goes_meanwhile_fails_nobody_and_leaves_nothing(said, case):
    assert said[case] == [[], []]
