"""A draft: its movement, people and boards, what it still needs, how it is deleted, and a start that is taken back."""

import datetime
from pathlib import Path
from typing import Any

import pytest

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.services import person_add
from clubsite.core.refused import Refused
from clubsite.nights.models import (
    Board,
    BoardSet,
    Contestant,
    ContestantPerson,
    Round,
    Seating,
    Session,
    Table,
    TableBoard,
)
from clubsite.nights.selectors.drafts import missing_for_start
from clubsite.nights.services.boards import MOST_BOARDS, MOST_BYTES, boards_deal, boards_import
from clubsite.nights.services.directing import session_start_undo
from clubsite.nights.services.movement import contestant_assign, movement_accept
from clubsite.nights.services.rounds import round_force, session_start
from clubsite.nights.services.setup import session_create, session_discard, session_update
from clubsite.play.models import Play, PlaySeat, PlayStatus, Room, SeatTicket
from clubsite.play.services import room_call, room_ready
from clubsite.scores.models import PendingScore
from clubsite.scores.services.pending_scores import pending_score_set_aside
from games.notation.faults import DealFileError
from games.notation.pbn import read_pbn
from movements.choose import options
from movements.howell import howell
from movements.mitchell import straight
from tests.clubsite.at_tables import act
from tests.kit.dealt import dealt
from tests.kit.nights import draft_night
from tests.kit.terminal import MADE
from tests.kit.typed_scores import enter_score


@pytest.fixture
def draft(club, dee):
    return draft_night(club, dee, boards_per_round=2)


def accept(session, user, plan=None):
    plan = plan or straight(3, 3)
    return movement_accept(session=session, plan=plan, title=plan.name, user=user)


def names(session):
    rows = ContestantPerson.objects.filter(contestant__section__session=session).order_by("contestant__number")
    return [(row.contestant.number, row.person.name) for row in rows]


@pytest.mark.parametrize("facts", [{"players": 1}, {"players": 121}, {"boards_per_round": 0}, {"boards_per_round": 13}])
def test_a_session_of_impossible_size_is_refused_in_words(club, draft, dee, facts):
    wanted = {"players": 6, "boards_per_round": 2, **facts}
    with pytest.raises(Refused) as refused:
        session_create(club=club, user=dee, name="x", date=datetime.date(2026, 11, 17), **wanted)
    assert refused.value.field == next(iter(facts))
    assert str(refused.value).endswith(".")
    with pytest.raises(Refused):
        session_update(session=draft, user=dee, **facts)


def test_too_few_boards_are_refused_with_both_counts_and_of_too_many_the_first_are_used(make_night, dee):
    night = make_night(boards_per_round=2, start=False)
    boards_deal(session=night.session, count=5, user=dee)
    with pytest.raises(Refused, match="needs 6 boards, the set has 5"):
        session_start(session=night.session, user=dee)
    night.session.refresh_from_db()
    assert night.session.status == "draft"
    boards_deal(session=night.session, count=9, user=dee)
    session_start(session=night.session, user=dee)
    used = Board.objects.filter(table_boards__round__section=night.section).distinct()
    assert sorted(b.number for b in used) == [1, 2, 3, 4, 5, 6]


def test_what_is_missing_is_said_with_its_counts_and_another_number_of_players_refused(draft, dee, club):
    with pytest.raises(Refused, match="seats 8 players, the session has 6"):
        accept(draft, dee, howell(4))

    def missing():
        return [gap.sentence for gap in missing_for_start(draft)]

    assert missing() == ["Choose a movement."]
    accept(draft, dee)
    for number, sentence in ((1, "5 players have no name yet."), (5, "1 player has no name yet.")):
        for place in range(1, number + 1):
            contestant_assign(session=draft, number=place, person=person_add(club=club, name=f"P{place}"))
        assert missing() == [sentence, "Make the boards: 6 are needed."]
    session_update(session=draft, user=dee, players=8)
    assert missing() == ["Choose a movement."]


def test_another_movement_keeps_names_and_takes_tables_and_a_discarded_draft_leaves_a_line(make_night, dee):
    night = make_night(start=False)
    assert SeatTicket.objects.exists()
    session_update(session=night.session, user=dee, players=4)
    accept(night.session, dee, options(4, 1)[0].plan)
    assert Table.objects.filter(section=night.section).count() == 2
    assert Room.objects.count() == 2
    session_discard(session=night.session, user=dee)
    for model in (Session, Contestant, Table, Room, Board, PlaySeat, SeatTicket):
        assert not model.objects.exists()
    assert AuditEntry.objects.filter(action=AuditAction.SESSION_DISCARDED, user=dee).count() == 1
    for players, plans in ((6, [howell(3)]), (5, [option.plan for option in options(5, 1)])):
        session = make_night(players=players, start=False).session
        before = [name for _, name in names(session)]
        for plan in plans:
            accept(session, dee, plan)
            assert [name for _, name in names(session)] == before


def test_what_has_begun_is_not_begun_nor_discarded_and_its_names_and_boards_are_not_changed(night, dee):
    with pytest.raises(Refused, match="has begun"):
        session_start(session=night.session, user=dee)
    with pytest.raises(Refused, match="has begun"):
        contestant_assign(session=night.session, number=1, person=None)
    with pytest.raises(Refused):
        session_discard(session=night.session, user=dee)
    assert Session.objects.exists()
    with pytest.raises(Refused, match="has begun"):
        boards_deal(session=night.session, count=3, user=dee)
    with pytest.raises(Refused, match="has begun"):
        bring_in(night.session, dee, EVENING.read_bytes())


def test_the_same_page_sent_twice_is_one_night_and_with_another_choice_another(club, dee):
    facts: dict[str, Any] = {"date": datetime.date(2026, 11, 24), "players": 12, "boards_per_round": 2}

    def made(**choice):
        return session_create(club=club, user=dee, name="Tuesday", idempotency_key="a page", **facts, **choice).pk

    assert made() == made()
    assert len({made(), made(live=False), made(live=False, other_tables=[5, 6])}) == 3


def opened(night) -> Play:
    for number in (1, 4):
        room_ready(room_seat=night.place(number), play_id="")
    return TableBoard.objects.get(round__number=1, table__number=1).play


@pytest.mark.django_db(transaction=True)
def test_everything_is_as_before_the_start_and_it_starts_again_or_is_discarded(night, dee):
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
    opened(night)
    dealt = {key for play in Play.objects.all() for key in play.seats.values()}
    session_start_undo(session=night.session, user=dee)
    session_discard(session=night.session, user=dee)
    assert not Session.objects.exists() and not SeatTicket.objects.exists()
    assert set(PlaySeat.objects.values_list("pk", flat=True)) == dealt
    assert not Play.objects.exclude(status="void").exists()


@pytest.mark.django_db(transaction=True)
def test_a_board_that_was_only_opened_is_taken_off_its_table_but_after_a_call_it_is_too_late(night, dee, director):
    play = opened(night)
    at = f"/director/{night.session.public_id}/"
    assert "Back to the set-up" in director.get(at).text
    assert "The hands of board 1 have been seen" in director.get(f"{at}sure/unstart/").text
    director.post(f"{at}act/unstart/")
    play.refresh_from_db()
    assert play.status == PlayStatus.VOID
    assert director.get(at)["Location"].endswith("/setup/")
    session_start(session=night.session, user=dee)
    again = opened(night)
    assert again != play
    assert act(night.tickets[1 if again.turn == "S" else 4], "c:1S").ok
    with pytest.raises(Refused, match="Table 1 has begun to play"):
        session_start_undo(session=night.session, user=dee)
    assert "Back to the set-up" not in director.get(at).text


def test_a_score_that_waits_is_not_lost_by_it_and_after_a_score_or_a_round_it_is_too_late(bo, cards, dee):
    bo.do("type", **MADE)
    with pytest.raises(Refused, match="A score is typed at table 1"):
        session_start_undo(session=cards, user=dee)
    pending = PendingScore.objects.get()
    pending_score_set_aside(table_board=pending.table_board, key=pending.key, user=dee)
    session_start_undo(session=cards, user=dee)
    cards.refresh_from_db()
    assert cards.status == "draft" and bo.see(), "the player's page stands"
    session_start(session=cards, user=dee)
    enter_score(TableBoard.objects.earliest("pk"), dee, "p")
    with pytest.raises(Refused, match="has a score already"):
        session_start_undo(session=cards, user=dee)
    round_force(section=cards.sections.get(), user=dee)
    with pytest.raises(Refused, match="Another round has begun"):
        session_start_undo(session=cards, user=dee)


EVENING = Path(__file__).parents[2] / "games" / "data" / "club-evening-2022-07-27.pbn"


@pytest.fixture
def drafted(make_night):
    return make_night(start=False).session


def bring_in(session, user, data):
    return boards_import(session=session, data=data, file_name="evening.pbn", user=user)


def test_a_drawn_seed_has_128_bits_and_a_typed_one_makes_the_same_boards_again_to_practise(drafted, dee):
    old, two = (boards_deal(session=drafted, count=count, user=dee) for count in (9, 4))
    assert len(old.seed_text) == len(two.seed_text) == 32 and old.seed_text != two.seed_text
    assert not old.practice and not two.practice
    assert (BoardSet.objects.count(), Board.objects.count()) == (1, 4)

    def hands():
        return [(board.number, dealt(board)) for board in Board.objects.all()]

    assert boards_deal(session=drafted, count=3, user=dee, seed="tea").practice
    first = hands()
    boards_deal(session=drafted, count=3, user=dee, seed="tea")
    assert hands() == first
    for count in (0, MOST_BOARDS + 1):
        with pytest.raises(Refused) as refused:
            boards_deal(session=drafted, count=count, user=dee)
        assert refused.value.field == "count"


def test_the_real_evening_is_imported_as_the_file_has_it_with_dummies_by_a_drawn_seed(drafted, dee):
    bring_in(drafted, dee, EVENING.read_bytes())
    in_file = {b.number: b for b in read_pbn(EVENING.read_text())}
    stored = {b.number: b for b in Board.objects.all()}
    assert stored.keys() == in_file.keys()
    for number, board in stored.items():
        deal = in_file[number].deal
        assert (board.dealer, board.vulnerability) == (str(in_file[number].dealer), in_file[number].vul)
        for side in ("north", "east", "south", "west"):
            assert sorted(getattr(dealt(board), side).split()) == sorted(c.text for c in getattr(deal, side))

    def brought():
        made = bring_in(drafted, dee, EVENING.read_bytes())
        assert (made.source, made.file_name, made.practice) == ("pbn", "evening.pbn", False)
        return made.seed_text, [(dealt(board).east, dealt(board).west) for board in Board.objects.all()]

    (seed, first), (two, second) = brought(), brought()
    assert seed != two and first != second
    assert any(east.split() != sorted(east.split(), reverse=True) for east, _ in first)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89PNG\r\n\x1a\n\x00\x00",
        "not a PBN file at all".encode("utf-16"),
        EVENING.read_bytes().replace(b'[Dealer "N"]', b'[Dealer "Q"]', 1),
        EVENING.read_bytes()[: EVENING.read_bytes().index(b"[Deal ") + 30],
        b" " * (MOST_BYTES + 1),
    ],
    ids="empty picture utf-16 dealer truncated long".split(),
)
def test_a_broken_file_imports_nothing_and_keeps_the_old_boards(drafted, dee, data):
    before = [(board.pk, dealt(board).north) for board in Board.objects.all()]
    with pytest.raises((DealFileError, Refused), match="2 MB" if len(data) > MOST_BYTES else "."):
        bring_in(drafted, dee, data)
    assert [(board.pk, dealt(board).north) for board in Board.objects.all()] == before
    drafted.refresh_from_db()
    assert drafted.sections.get().board_set is not None
