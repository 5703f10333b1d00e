"""The start can be undone as long as no call, card or score has been entered."""

import pytest

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.nights.models import ContestantPerson, Round, Seating, Session, TableBoard
from clubsite.nights.services.directing import session_start_undo
from clubsite.nights.services.rounds import round_force, session_start
from clubsite.nights.services.setup import session_discard
from clubsite.play.models import Play, PlaySeat, PlayStatus, SeatTicket
from clubsite.play.services import room_call, room_ready
from clubsite.scores.models import PendingScore
from clubsite.scores.services.pending_scores import pending_score_set_aside
from tests.clubsite.at_tables import act
from tests.kit.terminal import MADE
from tests.kit.typed_scores import enter_score


def opened(night) -> Play:
    for number in (1, 4):
        room_ready(room_seat=night.place(number), play_id="")
    play = TableBoard.objects.get(round__number=1, table__number=1).play
    assert play is not None
    return play


@pytest.mark.django_db(transaction=True)
def test_everything_is_as_before_the_start_and_it_starts_again(night, dee):
    people = ContestantPerson.objects.count()
    codes = set(night.section.tables.values_list("code", flat=True))
    room_call(room_seat=night.place(2), on=True)
    session_start_undo(session=night.session, user=dee)
    night.session.refresh_from_db()
    night.section.refresh_from_db()
    assert (night.session.status, night.session.started_at, night.section.round_number) == ("draft", None, 0)
    assert not (Round.objects.exists() or Seating.objects.exists() or TableBoard.objects.exists())
    assert ContestantPerson.objects.count() == people
    assert set(night.section.tables.values_list("code", flat=True)) == codes
    assert not any(table.room.calls for table in night.section.tables.select_related("room"))
    assert AuditEntry.objects.get(action=AuditAction.SESSION_START_TAKEN_BACK).actor == "dee"
    session_start(session=night.session, user=dee)
    assert TableBoard.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_board_that_was_only_opened_is_taken_off_its_table_and_the_director_is_told(night, dee, director):
    play = opened(night)
    at = f"/director/{night.session.public_id}/"
    assert "Back to the set-up" in director.get(at).text
    assert "The hands of board 1 have been seen" in director.get(f"{at}sure/unstart/").text
    director.post(f"{at}act/unstart/")
    play.refresh_from_db()
    assert play.status == PlayStatus.VOID
    assert director.get(at)["Location"].endswith("/setup/")
    session_start(session=night.session, user=dee)
    assert opened(night) != play


@pytest.mark.django_db(transaction=True)
def test_after_a_call_it_is_too_late(night, dee, director):
    play = opened(night)
    assert act(night.tickets[1 if play.turn == "S" else 4], "c:1S").ok
    with pytest.raises(Refused, match="Table 1 has begun to play"):
        session_start_undo(session=night.session, user=dee)
    at = f"/director/{night.session.public_id}/"
    assert "Back to the set-up" not in director.get(at).text


def test_after_a_score_or_a_round_it_is_too_late(cards, dee):
    enter_score(TableBoard.objects.earliest("pk"), dee, "p")
    with pytest.raises(Refused, match="has a score already"):
        session_start_undo(session=cards, user=dee)
    round_force(section=cards.sections.get(), user=dee)
    with pytest.raises(Refused, match="Another round has begun"):
        session_start_undo(session=cards, user=dee)


def test_a_score_that_waits_is_not_lost_by_it(bo, cards, dee):
    bo.do("type", **MADE)
    with pytest.raises(Refused, match="A score is typed at table 1"):
        session_start_undo(session=cards, user=dee)
    pending = PendingScore.objects.get()
    pending_score_set_aside(table_board=pending.table_board, key=pending.key, user=dee)
    session_start_undo(session=cards, user=dee)
    cards.refresh_from_db()
    assert cards.status == "draft"
    assert bo.see(), "the player's page stands"


@pytest.mark.django_db(transaction=True)
def test_a_night_whose_start_was_taken_back_is_discarded(night, dee):
    """The session's boards were on the tables. Their plays stay on record, with the seats that they were dealt to."""
    opened(night)
    dealt = {key for play in Play.objects.all() for key in play.seats.values()}
    session_start_undo(session=night.session, user=dee)
    session_discard(session=night.session, user=dee)
    assert not Session.objects.exists() and not SeatTicket.objects.exists()
    assert set(PlaySeat.objects.values_list("pk", flat=True)) == dealt
    assert not Play.objects.exclude(status="void").exists()
