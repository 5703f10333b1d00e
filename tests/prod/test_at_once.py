"""What many do at the same moment on PostgreSQL: nothing is given twice, lost or deadlocked (`ClubServer.call`)."""

import datetime
import threading
import time
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.utils import timezone

from clubsite.clubs.services import club_create, person_add
from clubsite.core import jobs
from clubsite.core.limits import WRONG_FACTOR_CODES
from clubsite.events.services.event_requests import heat_locked
from clubsite.events.services.events import event_payload, event_publish
from clubsite.events.services.heats import heat_confirm
from clubsite.events.services.hub_heats import NoSuchInvitation, invitation_take, server_invite
from clubsite.events.services.scoring import event_score
from clubsite.nights.models import Board, Section, Session, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.locks import section_locked
from clubsite.nights.services.sections import sections_split
from clubsite.privacy.services import person_forget
from clubsite.rankings.models import Ranking, SessionScoring
from clubsite.rankings.services.publications import publish
from clubsite.rankings.services.scoring import score_session
from clubsite.rankings.services.sweep import results_sweep
from clubsite.readers.visitor import Visitor
from clubsite.scores.models import ScoringRequest
from clubsite.signups.models import Reply, ReplyPlayer
from clubsite.signups.services.nights import night_change, nights_announce
from clubsite.signups.services.replies import ReplyAuthor, player_join, reply_add, reply_take_back
from movements.mitchell import straight
from tests.kit.events import close_window, heat_night, join, make_club, make_event, play_heat
from tests.kit.heat_servers import JOIN
from tests.kit.nights import draft_night, fill_night
from tests.kit.typed_scores import enter_score
from tests.prod.emptying import quiet
from tests.prod.scripts import rush

pytestmark = pytest.mark.prod


def guesses() -> list[Any]:
    answers: list[bool] = []
    faults = rush(*[lambda: answers.append(WRONG_FACTOR_CODES.exceeded("at once"))] * 16)
    return [faults, sum(answers), WRONG_FACTOR_CODES.used("at once")]


def test_sixteen_guesses_at_a_code_at_once_are_counted_like_sixteen_one_by_one(club_server):
    most = WRONG_FACTOR_CODES.most
    assert club_server.call(guesses) == [[], 16 - most, most]


def event_published() -> list[Any]:
    user = get_user_model().objects.create_user("events at once")
    event = make_event(make_club("Events at once", user), user)
    heat = join(event, event.club, user)
    session = heat_night(heat, user)
    play_heat(session, user, {1: "1N S 8", 2: "1N S 7", 3: "p"})
    session_end(session=session, user=user)
    event = close_window(event)
    row = TableBoard.objects.get(round__section__session=session, board__number=1, ns__number=3)
    faults = []
    for tricks in (7, 8, 9, 10):
        enter_score(row, user, f"1N S {tricks}", why="as told")
        results_sweep()
        faults += rush(
            *[lambda: event_publish(event=event, user=user)] * 2,
            *[lambda: event_score(event_id=event.pk)] * 2,
            lambda: heat_confirm(heat=heat, user=user),
        )
        event_publish(event=event, user=user)
    versions = list(event.publications.order_by("version").values_list("version", flat=True))
    shown = event.log.filter(action="secret_shown").count()
    return [faults, versions, shown, event.publications.last().payload == event_payload(event)]


def test_an_event_that_is_published_and_scored_at_once_has_each_version_once(club_server):
    faults, versions, shown, same = club_server.call(event_published)
    assert faults == []
    assert versions == list(range(1, len(versions) + 1))
    assert (shown, same) == (1, True)


def invitation_taken() -> list[int]:
    user = get_user_model().objects.create_user("joining at once")
    event = make_event(make_club("Joining at once", user), user)
    heat, letters = server_invite(event=event, name="Quay Street", user=user)
    tokens, refused = [], []

    def take():
        try:
            tokens.append(invitation_take(body={"invitation": letters, **JOIN})[1])
        except NoSuchInvitation as no:
            refused.append(no)
        finally:
            connection.close()

    threads = [threading.Thread(target=take) for _ in range(4)]
    with transaction.atomic():
        heat_locked(heat)
        for thread in threads:
            thread.start()
        while locks_awaited() < len(threads):
            time.sleep(0.05)
    for thread in threads:
        thread.join(30)
    return [len(tokens), len(refused)]


def locks_awaited() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return int(cursor.fetchone()[0])


def test_of_four_servers_with_one_invitation_one_joins(club_server):
    assert club_server.call(invitation_taken) == [1, 3]


def places_given() -> dict[str, Any]:
    user = get_user_model().objects.create_user("places at once")
    club = club_create(name="Places at once", slug="places-at-once", owner=user)
    day = timezone.localdate() + datetime.timedelta(days=7)
    [night] = nights_announce(club=club, user=user, date=day, start=datetime.time(19), places=6)
    author = ReplyAuthor(visitor=Visitor.as_public().at(club))

    def says(*names):
        return reply_add(night=night, players=[ReplyPlayer(name=name) for name in names], author=author)

    first = [says(f"First {n}") for n in range(4)]
    person = person_add(club=club, name="To be forgotten")
    player_join(player=first[3].players.get(), person=person, user=user)

    def after(*calls) -> list[Any]:
        faults = rush(*calls)
        placed = ReplyPlayer.objects.filter(reply__night=night, reply__state="in").count()
        turns = list(Reply.objects.filter(night=night).values_list("turn", flat=True))
        waiting = Reply.objects.filter(night=night, state="waiting").count()
        return [faults, placed, len(turns) == len(set(turns)), waiting]

    joins = after(
        *[lambda n=n: says(f"Single {n}") for n in range(5)], *[lambda n=n: says(f"A {n}", f"B {n}") for n in range(3)]
    )
    left = after(
        *[lambda reply=answer: reply_take_back(reply=reply, author=author) for answer in first[:2]],
        lambda: person_forget(person=person, user=user),
        lambda: says("Late"),
        lambda: night_change(night=night, user=user, note="Supper"),
    )
    return {"asked": joins, "left": left}


def test_the_last_places_are_given_once_whoever_asks_leaves_or_is_forgotten_at_once(club_server):
    places = club_server.call(places_given)
    assert places["asked"] in ([[], 6, True, 6], [[], 6, True, 7]), "two singles, or one pair: the others wait"
    assert places["left"][:3] == [[], 6, True]


class TwoSections:
    """A session of two sections that are ranked together. Each meets the scoring of the session at one moment."""

    def __init__(self):
        jobs._dispatch = lambda *args, **kwargs: None  # every message is lost
        self.user = get_user_model().objects.create_user("two workers")
        club = club_create(name="Two workers", slug="two-workers", owner=self.user)
        self.session = draft_night(club, self.user, 8)
        self.session.scoring = {"sections": "together"}
        self.session.save(update_fields=["scoring"])
        self.first, self.second = sections_split(session=self.session, sizes=[4, 4], user=self.user)
        fill_night(self.session, self.user, straight(2, 1), boards=2)
        board = Board.objects.get(board_set__session=self.session, number=1)
        self.one, other = TableBoard.objects.filter(board=board).order_by("pk")
        self.row = TableBoard.objects.filter(board__board_set__session=self.session, board__number=2).first()
        self.typed(self.one, 7)
        self.typed(other, 8)
        self.score()

    def typed(self, row: TableBoard, tricks: int):
        enter_score(row, self.user, f"1N S {tricks}", why="x")

    def score(self):
        score_session(self.session.pk)

    def aside(self, job, *args) -> threading.Thread:
        """Begin a job on a connection of its own. Return its thread once it waits for a lock or has ended."""

        def work():
            job(*args)
            connection.close()

        thread = threading.Thread(target=work)
        thread.start()
        while thread.is_alive() and not locks_awaited():
            time.sleep(0.01)
        return thread

    def sessions(self):
        return Session.objects.filter(pk=self.session.pk)

    def scored_by_another(self) -> list[Any]:
        """A run that waited for a lock reads fresh data: it starts again, so that no outdated score remains."""
        runs = SessionScoring.objects.get(session=self.session).runs
        with transaction.atomic():
            self.typed(self.one, 9)
            self.score()
            self.typed(self.one, 7)
            waiting = self.aside(self.score)
        waiting.join()
        runs = SessionScoring.objects.get(session=self.session).runs - runs
        self.score()
        places = {row.label: row.place_text for row in Ranking.objects.get(section=self.first, line="NS").rows}
        return [runs, places["B1"], places["A1"]]

    def put_together(self) -> list[Any]:
        """Sections are ranked together while they are ranked apart."""
        self.sessions().update(scoring={})
        with transaction.atomic():
            section_locked(self.second.pk)
            scoring = self.aside(self.score)
            scoring.join(5)
            held = scoring.is_alive()
            Section.objects.select_for_update(nowait=True).get(pk=self.first.pk)
            self.sessions().update(scoring={"sections": "together"})
        scoring.join()
        self.score()
        score_session(0)  # of a session that was discarded meanwhile
        mine = Ranking.objects.filter(section__session=self.session)
        return [held, [[ranking.section_id == self.first.pk, len(ranking.rows)] for ranking in mine]]

    def typed_meanwhile(self) -> list[Any]:
        """A correction is typed while the session is scored, and a score while the session is held."""
        self.typed(self.row, 7)
        with transaction.atomic():
            self.typed(self.row, 8)
            scoring = self.aside(self.score)
            scoring.join(5)
            waits = scoring.is_alive()
        scoring.join()
        count = ScoringRequest.objects.filter(session=self.session).count()
        with transaction.atomic():
            self.sessions().select_for_update().get()
            typing = self.aside(self.typed, self.row, 9)
            typing.join(5)
            waits = waits or typing.is_alive()
        typing.join()
        return [waits, count]

    def published_meanwhile(self) -> bool:
        Ranking.objects.filter(section__session=self.session).delete()
        self.sessions().update(status="ended")
        session = self.sessions().get()
        all_three = [self.aside(self.score), self.aside(publish, session, self.user), self.aside(self.score)]
        for thread in all_three:
            thread.join(20)
        return not any(worker.is_alive() for worker in all_three) and session.publications.exists()


def two_workers() -> list[Any]:
    two = TwoSections()
    return [two.scored_by_another(), two.put_together(), two.typed_meanwhile(), two.published_meanwhile()]


def test_workers_neither_lose_a_score_nor_lock_each_other_out(club_server):
    """Closing a round, typing a score and publishing never wait for a session to be scored, nor scoring for them."""
    with quiet(club_server):  # a sweep could score the session too, at any moment
        results = club_server.call(two_workers)
    by_another, together, meanwhile, published = results
    assert by_another == [2, "1", "2"]
    assert together == [False, [[True, 4], [True, 4]]]
    assert meanwhile == [False, 1], "what was typed after it had been read waits for the next time"
    assert published
