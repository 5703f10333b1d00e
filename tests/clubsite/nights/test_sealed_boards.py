"""Boards are sealed in the database until the action that first shows them, which the audit log records."""

import ast
import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, transaction

from clubsite.analysis.models import BoardSolution
from clubsite.analysis.services.solving import board_solve
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.sealed_fields import KeyMissing, Sealed
from clubsite.files.services.card_files import card_sets, cards_taken
from clubsite.nights.models import Board, BoardSet, TableBoard
from clubsite.nights.models.boards import StillSealed
from clubsite.nights.selectors.deals import deal_of
from clubsite.nights.selectors.drafts import missing_for_start
from clubsite.nights.services.boards import boards_deal
from clubsite.nights.services.opening import OpenedFor, board_open, boards_give_up, boards_open
from clubsite.nights.services.tables import board_play_open
from clubsite.rankings.services.publications import publish, unpublish
from tests.kit.dealt import dealt
from tests.kit.nights import draft_night, end_and_publish
from tests.kit.spellings import cards_found
from tests.kit.typed_scores import enter_score

ROOT = Path(__file__).parents[3]
READERS = {
    "clubsite/analysis/services/solving.py",
    "clubsite/nights/services/boards.py",
    "clubsite/nights/services/opening.py",
    "clubsite/files/services/card_files.py",
    "clubsite/rankings/services/digests.py",
}
"""The modules that may read the cards of a board that is not open."""


def dumped() -> bytes:
    """Return every byte of the test's database."""
    connection.ensure_connection()
    with closing(sqlite3.connect(":memory:")) as copy:
        connection.connection.backup(copy)
        return bytes(copy.serialize())


def doctor_said() -> str:
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", stdout=out)
    return out.getvalue()


def openings() -> list[tuple[str, str, str]]:
    lines = AuditEntry.objects.filter(action=AuditAction.BOARDS_OPENED).order_by("pk")
    return [(line.actor, line.about, line.detail["opened_for"]) for line in lines]


@pytest.fixture
def file_night(transactional_db, make_night):
    """A session whose rows are committed, so that a copy of the database file contains them."""
    return make_night(boards_per_round=2)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="tests/prod searches a dump of PostgreSQL")
def test_no_card_of_an_unopened_board_and_no_seed_is_in_the_database_during_a_night(file_night, dee):
    boards = list(Board.objects.all())
    row = TableBoard.objects.filter(board__number=1).first()
    board_play_open(table_board=row)
    others = [board for board in boards if board.number != 1]
    assert others and cards_found(dumped(), others) == set()
    assert cards_found(dumped(), [boards[0]]) == {(1, seat) for seat in "NESW"}, "the board in play is found"
    assert BoardSet.objects.get().seed_text == "tests"
    session = BoardSet.objects.get().session
    made = BoardSet.objects.create(session=session, **BoardSet.drawn_seed("seed"))
    assert made.seed_text.encode() not in dumped() and made.commitment.encode() in dumped()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="tests/prod searches a dump of PostgreSQL")
@pytest.mark.parametrize(
    "planted", ["{hand}", "note: {pbn}", "{listed}", "{sorted}"], ids=["as stored", "PBN", "JSON", "by suit"]
)
def test_the_search_finds_a_planted_hand(file_night, planted):
    board = Board.objects.get(number=2)
    cards = sorted(dealt(board).west.split(), key=lambda card: ("SHDC".index(card[0]), "AKQJT98765432".index(card[1])))
    pbn = ".".join("".join(card[1] for card in cards if card[0] == suit) for suit in "SHDC")
    text = planted.format(hand=dealt(board).west, pbn=pbn, listed=str(cards).replace("'", '"'), sorted="".join(cards))
    file_night.session.name = text[:120]
    file_night.session.save()
    assert cards_found(dumped(), [board]) == {(2, "W")}


def test_the_solution_is_sealed_until_the_board_is_opened(night):
    board = Board.objects.get(number=1)
    solution = BoardSolution(board=board)
    solution.put({"C": {"S": 7, "N": 5}}, {"points": 110, "contracts": [], "line": []}, sealed=True)
    solution.save()
    solution.refresh_from_db()
    assert solution.values is solution.par is None and solution.found()[0] == {"C": {"S": 7, "N": 5}}
    board_open(session=night.session, board=board, why=OpenedFor.PLAY)
    solution.refresh_from_db()
    assert (solution.values, solution.par["points"], bool(solution.sealed)) == ({"C": {"S": 7, "N": 5}}, 110, False)


def test_the_solver_seals_what_it_finds_and_opens_no_board(night):
    board = Board.objects.get(number=1)
    if not board_solve(board.pk):
        pytest.skip("needs the solver's compiled core")
    board.refresh_from_db()
    assert board.sealed and board.solution.sealed and board.solution.values is None
    assert set(board.solution.found()[0]) == set("CDHSN") and openings() == []


def test_reading_a_sealed_board_is_a_fault_and_the_first_table_that_plays_it_opens_it_once(night):
    board = Board.objects.get(number=1)
    assert board.known and board.ordered and not board.north
    for read in (lambda: board.hands, board.setup, lambda: deal_of(board)):
        with pytest.raises(StillSealed):
            read()
    assert boards_give_up() == 0
    assert not Board.objects.filter(known=False).exists()
    assert f"The key opens all {Board.objects.count() + 1} sealed texts.\n" in doctor_said()
    rows = TableBoard.objects.filter(board=TableBoard.objects.first().board)
    first = rows.first()
    before = dealt(first.board)
    opened = board_play_open(table_board=first)
    board = Board.objects.get(pk=first.board_id)
    assert not board.sealed and board.opened_at and dealt(board) == before
    assert opened.setup["hands"] == board.hands
    assert openings() == [("table 1", f"board {board.number}", OpenedFor.PLAY.value)]
    assert Board.objects.exclude(pk=board.pk).filter(opened_at=None).count() == Board.objects.count() - 1


def test_a_score_of_a_table_with_cards_opens_its_board_and_is_stored_without_the_key_too(make_night, dee, settings):
    make_night(with_cards=True)
    row = TableBoard.objects.first()
    enter_score(row, dee, "np")
    assert openings() == []
    enter_score(row, dee, "1N S 7")
    assert openings() == [("dee", f"board {row.board.number}", OpenedFor.SCORE.value)]
    settings.DEAL_KEYS = ["another key of this server 0123456789"]
    row = TableBoard.objects.exclude(board=row.board).first()
    enter_score(row, dee, "1N S 7")
    assert row.score_entries.count() == 1 and Board.objects.get(pk=row.board_id).sealed


def test_a_file_opens_its_boards_in_one_line_and_opening_again_writes_none(night, dee, django_assert_num_queries):
    [chosen] = card_sets(night.session)
    data, _ = cards_taken(user=dee, session=night.session, set_pk=str(chosen.pk), form="PBN", promised=True)
    assert b"[Deal " in data
    assert openings() == [("dee", f"boards {chosen.numbers}", OpenedFor.FILE.value)]
    assert not Board.objects.filter(opened_at=None).exists()
    boards = list(Board.objects.all())
    with django_assert_num_queries(0):
        boards_open(session=night.session, boards=boards, why=OpenedFor.SLIPS, actor="Dee")
    stale = Board.objects.get(number=1)
    stale.sealed = Sealed.of("|".join(dealt(stale).all))
    boards_open(session=night.session, boards=[stale], why=OpenedFor.SLIPS, actor="Dee")
    assert stale.hands and len(openings()) == 1


def test_publication_opens_every_board_and_keeps_the_seed(scored_night, dee):
    board_set = BoardSet.objects.get()
    seed = board_set.seed_text
    end_and_publish(scored_night.session, dee)
    board_set.refresh_from_db()
    assert not Board.objects.filter(opened_at=None).exists()
    assert (board_set.shown_seed, bool(board_set.seed)) == (seed, False)
    unpublish(scored_night.session, dee)
    publish(scored_night.session, dee)
    assert BoardSet.objects.get().seed_text == seed


def test_the_cards_of_an_unopened_board_are_written_only_by_its_opening(night):
    board = Board.objects.get(number=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Board.objects.filter(pk=board.pk).update(north="SA")
    with pytest.raises(DatabaseError), transaction.atomic():
        Board.objects.filter(pk=board.pk).update(known=False)
    board_open(session=night.session, board=board, why=OpenedFor.LOOK)
    for change in ({"north": board.south}, {"opened_at": None}, {"known": False}, {"fingerprint": ""}):
        with pytest.raises(DatabaseError), transaction.atomic():
            Board.objects.filter(pk=board.pk).update(**change)


def test_sealed_cards_of_another_board_or_night_are_not_taken_for_this_ones(night, dee):
    """Somebody who can write to the database but has no key can still copy a sealed text from one row to another."""
    first, two = Board.objects.order_by("number")[:2]
    Board.objects.filter(pk=first.pk).update(sealed=two.sealed)
    with pytest.raises(KeyMissing):
        board_open(session=night.session, board=Board.objects.get(pk=first.pk), why=OpenedFor.PLAY)
    draft, board = draft_night(night.session.club, dee), Board.objects.get(number=2)
    board.pk, board.board_set = None, BoardSet.objects.create(session=draft, source="seed")
    board.save()
    with pytest.raises(KeyMissing):
        board_open(session=draft, board=Board.objects.get(pk=board.pk), why=OpenedFor.LOOK)
    assert openings() == []


def test_a_known_seed_does_not_become_the_seed_of_a_night_and_boards_without_cards_are_not_sealed(make_night, dee):
    night = make_night(start=False)
    made = Board.without_cards(night.section.board_set, 99, "N", "None")
    made.save()
    assert made.hands == dict.fromkeys("NESW", "") and not made.known
    typed = boards_deal(session=night.session, count=4, user=dee, seed="lantern").seed.token
    drawn = boards_deal(session=night.session, count=4, user=dee)
    BoardSet.objects.filter(pk=drawn.pk).update(seed=Sealed(typed))
    with pytest.raises(KeyMissing):
        _ = BoardSet.objects.get(pk=drawn.pk).seed_text


def test_a_night_on_screens_does_not_begin_with_boards_that_nobody_can_open(make_night, settings):
    night = make_night(start=False)
    settings.DEAL_KEYS = ["another key of this server 0123456789"]
    [gap] = missing_for_start(night.session)
    assert gap.about == "boards" and "sealed with a key that this server does not have" in gap.sentence
    boards_give_up()
    [gap] = missing_for_start(night.session)
    assert gap.sentence == "Some of these boards have no cards any more. Deal or import the boards again."


def test_a_new_key_opens_everything_and_without_it_unopened_boards_are_given_up(night, settings, dee):
    before = {board.pk: dealt(board) for board in Board.objects.all()}
    settings.DEAL_KEYS = ["the new key of this club 0123456789", *settings.DEAL_KEYS]
    out = io.StringIO()
    call_command("deal_keys", "--rotate", stdout=out)
    assert "The older keys stay there, behind the new one" in out.getvalue()
    settings.DEAL_KEYS = settings.DEAL_KEYS[:1]
    assert {board.pk: dealt(board) for board in Board.objects.all()} == before
    row = TableBoard.objects.first()
    played = board_play_open(table_board=row).setup["hands"]
    settings.DEAL_KEYS = ["another key of this server 0123456789"]
    assert Board.objects.get(pk=row.board_id).hands == played
    other = Board.objects.exclude(pk=row.board_id).first()
    with pytest.raises(KeyMissing, match="Whoever keeps the site puts the key back"):
        board_open(session=night.session, board=other, why=OpenedFor.PLAY)
    assert "cannot be opened, because their key is not among the keys of this server" in doctor_said()
    out = io.StringIO()
    call_command("deal_keys", "--give-up", stdout=out)
    assert f"Given up: {Board.objects.count() - 1} boards." in out.getvalue()
    assert Board.objects.get(known=True).hands == played and not Board.objects.exclude(sealed="").exists()
    assert Board.objects.get(pk=other.pk).hands == dict.fromkeys("NESW", "")
    assert AuditEntry.objects.filter(action=AuditAction.BOARDS_GIVEN_UP).count() == 1
    assert "FAULT" not in doctor_said()
    assert boards_give_up() == 0


def test_only_listed_modules_read_the_cards_of_boards_that_are_not_open():
    """All other modules have to open the board, which the audit log records."""
    readers = set()
    for file in (ROOT / "clubsite").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == "clubsite.nights.selectors.sealed_boards":
                readers.add(str(file.relative_to(ROOT)))
    assert readers == READERS
