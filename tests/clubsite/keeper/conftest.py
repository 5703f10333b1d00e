"""Fixtures for club files: a club with rows in every table, and a function that moves it to another place."""

import datetime
import io
from decimal import Decimal

import pytest
from django.utils import timezone

from clubsite.accounts.models import Device, User
from clubsite.analysis.models import BoardSolution, PlayAnalysis
from clubsite.clubs.models import Consent, CorrectionRequest, MemberImport, Membership, Role
from clubsite.history.models import PlayDecisions, PlayFigures
from clubsite.keeper.services.erasing import club_erase
from clubsite.keeper.services.exporting import club_export
from clubsite.keeper.services.importing import club_import
from clubsite.nights.models import (
    AuditedBoard,
    Board,
    ClubMovement,
    PlayedAs,
    RepairPerson,
    Session,
    TableBoard,
    Team,
    WrongBoard,
)  # fmt: skip
from clubsite.nights.selectors import repairs as orders
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.setup import session_discard
from clubsite.play.models import Play
from clubsite.rankings.services.settings import penalty_add, penalty_withdraw
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.models import Leaderboard
from clubsite.scores.models import OrderCheck, PendingScore, RefusedLead
from clubsite.season.models import Ladder, PointScheme, Series, SeriesSession, SeriesSubstitute
from clubsite.season.services.standings import awards_renew_all
from clubsite.signups.models import ComingNight, FilledPlace, Filling, Reply, ReplyPlayer
from clubsite.visibility.models import Look, LookKind
from clubsite.visibility.services import Looker, look_note
from tests.kit.club_files import PASSPHRASE, opened
from tests.kit.nights import draft_night, end_and_publish
from tests.kit.people import another_director
from tests.kit.repairs import mend
from tests.kit.typed_scores import enter_score

NOW = datetime.datetime(2026, 11, 17, 20, 15, 30, 123456, tzinfo=datetime.UTC)


def exported(club, **options) -> io.BytesIO:
    file = io.BytesIO()
    club_export(club=club, to=file, passphrase=PASSPHRASE, **options)
    return file


def erased(club) -> io.BytesIO:
    """Make a file of the club, erase the club here, and return the file."""
    file = exported(club)
    club_erase(club=club, archive=opened(file), passphrase=PASSPHRASE)
    return file


def imported(file: io.BytesIO, **options):
    return club_import(archive=opened(file), passphrase=PASSPHRASE, **{"same_keeper": True} | options)


@pytest.fixture
def whole_night(night, dee, club, open_boards, play_out):
    """A published session with a play, typed scores, a correction, a repair, a penalty that was withdrawn, and a look
    at two boards.
    """
    session = night.session
    another_director(club, "don")
    mend(night.section, orders.SwapOrder(4, 5, 1), dee)
    live, typed, other = open_boards()
    play_out(live)
    enter_score(typed, dee, "1N S 7")
    enter_score(other, dee, "1N S 8")
    enter_score(other, dee, "1N S 9")
    facts = {"contestant_id": night.contestant(1).pk, "unit": "top", "user": dee}
    penalty_add(session=session, amount=Decimal("10"), why="late", **facts)
    late = penalty_add(session=session, amount=Decimal("5"), why="slow", **facts)
    penalty_withdraw(session=session, penalty_id=late.pk, user=dee)
    boards = [row.board for row in (typed, other)]
    by = Looker(user=dee, device=night.tickets[1].device, contestant=night.contestant(1))
    look_note(session=session, boards=boards, kind=LookKind.TABLE, by=by, subject="", table=typed.table, why="a lead")
    results_sweep()
    end_and_publish(session, dee)
    return night


@pytest.fixture
def full_club(whole_night, club, dee, cy):
    """A club with rows in every table of a club file: a published session, a draft with sealed boards, and a discarded
    one.
    """
    _rows_of_the_club(club, dee, cy)
    _rows_of_the_night(whole_night, dee)
    draft = draft_night(club, dee)
    boards_deal(session=draft, count=6, user=dee, seed="")
    board = Board.objects.filter(board_set__session=draft).first()
    solution = BoardSolution(board=board)
    solution.put({"C": {"S": 7}}, {"points": 110, "contracts": [], "line": []}, sealed=True)
    solution.save()
    _look_at_a_draft_that_is_discarded(club, dee)
    _rows_of_the_season(club, whole_night.session, dee)
    results_sweep()
    return club


def _look_at_a_draft_that_is_discarded(club, dee):
    draft = draft_night(club, dee, name="Discarded")
    board = boards_deal(session=draft, count=6, user=dee, seed="").boards.first()
    look_note(session=draft, boards=[board], kind=LookKind.SLIPS, by=Looker(user=dee), subject="")
    session_discard(session=draft, user=dee)


def _rows_of_the_club(club, dee, cy):
    ann, bo = club.people.order_by("pk")[:2]
    ann.user = cy
    ann.save(update_fields=["user"])
    Membership.objects.create(club=club, user=cy, role=Role.MEMBER)
    Consent.objects.create(person=ann, answer="yes", way="director", words="2026-11", user=dee)
    CorrectionRequest.objects.create(
        club=club, person=bo, text="It was 4 spades.", answer="So it was.", answered_by=dee, answered_at=NOW
    )
    MemberImport.objects.create(club=club, undone_at=NOW).people.add(ann, bo)
    ClubMovement.objects.create(club=club, name="Ōur own", contestants=6, plan={"tables": 3})
    coming = ComingNight.objects.create(
        club=club, date=NOW.date(), start=datetime.time(19, 30), end=datetime.time(23, 0), announced_by=dee
    )
    reply = Reply.objects.create(night=coming, state="in", turn=1, key_hash="a" * 64, mail="ann@club.example")
    Reply.objects.create(night=coming, state="in", turn=2, key_hash="b" * 64, beside=reply)
    ReplyPlayer.objects.create(reply=reply, name="Ann", person=ann, joined_by="account")


def _rows_of_the_night(night, dee):
    session, section = night.session, night.section
    play = Play.objects.filter(room__table__section=section).first()
    line = TableBoard.objects.filter(play=play).get()
    ticket, other = night.tickets[1], night.tickets[2]
    ticket.moved_to = other
    ticket.revoked_at = NOW
    ticket.save()
    contestant, person = night.contestant(1), session.club.people.first()
    PlayedAs.objects.create(contestant=contestant, person=person, user=dee)
    Team.objects.create(section=section, number=1, name="The Owls")
    WrongBoard.objects.create(table_board=line, board=line.board, closed_at=NOW, closed_by=dee)
    repair = section.repairs.first()
    repair.released.add(ticket)
    RepairPerson.objects.create(repair=repair, contestant=contestant, person=person, from_round=2, came=True)
    entry = session.audit.first()
    AuditedBoard.objects.get_or_create(entry=entry, board=line.board)
    device = Device.objects.create(token_hash="c" * 64)
    look = {"session": session, "kind": "table", "user": dee, "device": device, "at": NOW, "why": "A ruling"}
    Look.objects.create(board=line.board, table=line.table, **look)
    Look.objects.create(board_id=10**6, contestant_id=10**6, **look)  # of rows that are gone
    OrderCheck.objects.create(table_board=line, moment="after", answer="in_order", side="NS", by_ticket=other)
    one_notrump = {"status": "played", "contract": "1N", "declarer": "S", "tricks": 7, "ns_score": 90}
    PendingScore.objects.create(table_board=line, side="NS", by_ticket=other, **one_notrump)
    RefusedLead.objects.create(table_board=line, side="EW", by_ticket=other)
    BoardSolution.objects.create(board=line.board, values={"C": {"S": 7}}, par={"points": 110})
    PlayAnalysis.objects.create(play=play, calls=[], cards=[])
    PlayFigures.objects.create(play=play, player="S", club=session.club, cards=26)
    PlayDecisions.objects.create(play=play, player="S", sums={"call 3": [2, 5]})
    Leaderboard.objects.create(session=session, by_user=dee)
    filling = Filling.objects.create(session=session)
    filling.made.add(person)
    filling.teams.add(Team.objects.get(section=section))
    FilledPlace.objects.create(filling=filling, section=section, number=1, partner=False, person=person)
    room = line.table.room
    room.calls = [
        {"reason": "plain", "player": "S", "by": contestant.pk, "at": NOW.isoformat(), "answered": NOW.isoformat()}
    ]
    room.save(update_fields=["calls"])


def _rows_of_the_season(club, session: Session, dee: User):
    ann, bo = club.people.order_by("pk")[:2]
    series = Series.objects.create(
        club=club, name="Autumn", rules={"sessions": 2, "best": 1}, prize="A ham", created_by=dee
    )
    night = SeriesSession.objects.create(series=series, number=1, session=session)
    SeriesSubstitute.objects.create(series_session=night, player=ann, stand_in=bo)
    Ladder.objects.create(club=club, since=timezone.localdate(NOW))
    PointScheme.objects.create(club=club, scheme="top_third", since=datetime.date(2020, 1, 1))
    awards_renew_all(club)
