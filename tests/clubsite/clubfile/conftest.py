"""Fixtures for club files: a club with rows in every table, and a function that moves it to another place."""

import datetime
import io

import pytest
from django.utils import timezone

from clubsite.accounts.models import Device, User
from clubsite.analysis.models import BoardSolution, PlayAnalysis
from clubsite.clubfile.services.erasing import club_erase
from clubsite.clubfile.services.exporting import club_export
from clubsite.clubfile.services.importing import club_import
from clubsite.clubs.models import Consent, CorrectionRequest, MemberImport, Membership, Role
from clubsite.coming.models import ComingNight, FilledPlace, Filling, Reply, ReplyPlayer
from clubsite.duplicate.models import (
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
from clubsite.duplicate.services.boards import boards_deal
from clubsite.duplicate.services.setup import session_discard
from clubsite.history.models import PlayFigures
from clubsite.leaderboard.models import Leaderboard
from clubsite.looks.models import Look
from clubsite.play.models import Play
from clubsite.rankings.services.sweep import results_sweep
from clubsite.ratings.models import PlayDecisions
from clubsite.scores.models import OrderCheck, PendingScore, RefusedLead
from clubsite.season.models import Ladder, PointScheme, Series, SeriesSession, SeriesSubstitute
from clubsite.season.services.awards import awards_renew_all
from tests.clubsite.chains.conftest import chained  # noqa: F401
from tests.kit.club_files import PASSPHRASE, opened
from tests.kit.nights import draft_night

NOW = datetime.datetime(2026, 11, 17, 20, 15, 30, 123456, tzinfo=datetime.UTC)


def exported(club, **options) -> io.BytesIO:
    file = io.BytesIO()
    club_export(club=club, to=file, passphrase=PASSPHRASE, **options)
    return file


def erased(club) -> io.BytesIO:
    """Make a file of the club, erase the club here, and return the file."""
    file = exported(club)
    club_erase(club=club, archive=opened(file))
    return file


def imported(file: io.BytesIO, **options):
    return club_import(archive=opened(file), passphrase=PASSPHRASE, **options)


@pytest.fixture
def remembers() -> bool:
    """False: links of chains have the times of their rows in their hashes, so no row may be moved."""
    return False


@pytest.fixture
def full_club(chained, club, dee, cy):  # noqa: F811
    """A club with rows in every table of a club file: a published session, a draft with sealed boards, and a discarded
    one.
    """
    _rows_of_the_club(club, dee, cy)
    _rows_of_the_night(chained, dee)
    draft = draft_night(club, dee)
    boards_deal(session=draft, count=6, user=dee, seed="")
    board = Board.objects.filter(board_set__session=draft).first()
    solution = BoardSolution(board=board)
    solution.put({"C": {"S": 7}}, {"points": 110, "contracts": [], "line": []}, sealed=True)
    solution.save()
    session_discard(session=draft_night(club, dee, name="Discarded"), user=dee)
    _rows_of_the_season(club, chained.session, dee)
    results_sweep()
    return club


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
    entry = session.club.audit.filter(chain=session.chain).first()
    AuditedBoard.objects.get_or_create(entry=entry, board=line.board)
    device = Device.objects.create(token_hash="c" * 64)
    look = {"chain": session.chain, "kind": "table", "user": dee, "device": device, "at": NOW, "why": "A ruling"}
    Look.objects.create(board=line.board, table=line.table, **look)
    Look.objects.create(board_id=10**6, contestant_id=10**6, **look)  # of rows that are gone
    OrderCheck.objects.create(table_board=line, moment="after", answer="in_order", side="NS", by_ticket=other)
    PendingScore.objects.create(
        table_board=line,
        side="NS",
        status="played",
        contract="1N",
        declarer="S",
        tricks=7,
        ns_score=90,
        by_ticket=other,
    )
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
