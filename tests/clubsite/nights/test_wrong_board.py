"""A table has played the wrong board: reported at the terminal, previewed, corrected, scored, and undone (Law 15)."""

import re

import pytest
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.nights.models import Section, TableBoard, WrongBoard
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.rounds import round_force
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.models import ScoreEntry
from tests.kit.nights import end_and_publish
from tests.kit.pages import words
from tests.kit.terminal import MADE, Seat, play, row
from tests.kit.typed_scores import enter_score


def numbers(seat: Seat) -> list[int]:
    return [board["number"] for board in seat.seating()["boards"]]


def page(cards, row: TableBoard) -> str:
    return f"/director/{cards.public_id}/score/{row.pk}/board/"


def make(client: Client, cards, row: TableBoard, board: int, kept: str = "") -> str:
    """Preview the change, then make it. Return the text of the next page."""
    url, data = page(cards, row), {"board": str(board), "kept": kept}
    shown = client.get(url, data)
    plan = shown.context["plan"]
    return words(client.post(url, {**data, "seen": plan.seen}, follow=True))


def turn_over(cards, dee):
    round_force(section=Section.objects.get(pk=sections_of(cards)[0].pk), user=dee)


def test_the_table_says_so_and_the_director_decides(bo, cards, director):
    """Board 3 belongs to table 2 in this round, but table 1 has played it."""
    assert bo.act("board", board="1", played="3")["code"] == "done"
    assert bo.act("board", board="1", played="3")["code"] == "same"
    assert bo.board()["told"] == 3 and numbers(bo) == [1, 2], "nothing changes before the director has looked"
    room = f"/director/{cards.public_id}/"
    assert "They say: board 3 instead of board 1" in words(director.get(room))
    shown = words(director.get(page(cards, row(1)), {"board": "3", "kept": ""}))
    assert "Scored for Bo and Ann" in shown and "Board 1 Is not played at this table" in shown
    assert "Take board 3 to table 2" in shown
    assert numbers(bo) == [1, 2], "a look changes nothing"
    make(director, cards, row(1), 3)
    assert numbers(bo) == [2, 3]
    assert "They say" not in words(director.get(room))
    assert row(3, table=2).state == "waiting", "the other table has it too"
    entry = AuditEntry.objects.get(action=AuditAction.WRONG_BOARD_SAID)
    assert (entry.actor, entry.about) == ("Bo", "board 3, instead of board 1, table 1, round 1")


def test_its_score_counts_for_those_who_played_it(bo, ann, cards, director):
    make(director, cards, row(1), 3)
    play(bo, ann, "3")
    assert ScoreEntry.objects.get().table_board == row(3)
    enter_score(row(3, table=2), None, "4S S 9")
    results_sweep()
    bos = next(standing for ranking in rankings_so_far(cards) for standing in ranking.rows if int(standing.number) == 1)
    assert bos.won == bos.possible == 2, "420 against -50 at table 2"


def test_a_score_typed_under_the_wrong_number_goes_along_for_the_other_boards_vulnerability(bo, ann, cards, director):
    """Nobody is vulnerable on board 1, so the score there is +420. Both sides are on board 4, so it becomes +620."""
    play(bo, ann)
    make(director, cards, row(1), 4)
    last = ScoreEntry.objects.filter(table_board=row(4)).get()
    assert (last.contract, last.ns_score) == ("4S", 620) and "in the place of board 1" in last.why_words
    assert row(4).state == "finished" and numbers(bo) == [2, 4]


@pytest.mark.parametrize("kept", ["", "kept"])
def test_it_is_taken_back_until_the_next_round(kept, bo, ann, cards, dee, director):
    play(bo, ann)
    make(director, cards, row(1), 4, kept)
    url = f"/director/{cards.public_id}/score/{row(4).pk}/"
    assert "in the place of board 1" in words(director.get(url))
    director.post(f"{url}board/undo/")
    assert numbers(bo) == [1, 2]
    assert row(1).score_entries.last().ns_score == 420, "as it was, not vulnerable"
    assert "no longer be taken back" in words(director.post(f"{url}board/undo/", follow=True))


def test_who_meets_the_board_again_gets_40_and_the_other_60_when_the_round_opens(bo, cards, dee, director):
    """Bo stays at table 1, which gets boards 3 and 4 in round 2. Ann meets those boards elsewhere or not at all."""
    shown = words(director.get(page(cards, row(1)), {"board": "3", "kept": ""}))
    assert "Round 2 Table 1 cannot play board 3, as Bo will have played it" in shown
    make(director, cards, row(1), 3)
    new = row(3)
    turn_over(cards, dee)
    url = f"/director/{cards.public_id}/score/{new.pk}/"
    assert "in the place of" not in words(director.get(url))
    assert "no longer be taken back" in words(director.post(f"{url}board/undo/", follow=True))
    over = director.get(f"{url}board/")
    assert "Round 1 is not in play" in words(over) and b'name="board"' not in over.content
    assert row(3, turn=1).pk == new.pk
    again = row(3, turn=2)
    assert again.state == "finished" and again.score_entries.get().ruling == "A4060"
    assert row(4, turn=2).state == "waiting", "the other board of the round is played"
    assert Seat(again.ew).board(3)["done"] and numbers(bo) == [3, 4]
    for number in (2, 3):
        turn_over(cards, dee)
        if number == 2:
            assert row(5, turn=3).state == "waiting"


def test_law_15b_a_board_that_one_of_them_has_played_counts_for_neither(cards, dee, director):
    turn_over(cards, dee)
    played = row(3, turn=2)
    shown = words(director.get(page(cards, played), {"board": "1", "kept": ""}))
    assert "Bo played board 1 before, so this score counts for neither side (Law 15B)" in shown
    assert "Make this change" not in shown
    assert "Law 15B" in make(director, cards, played, 1)
    assert not TableBoard.objects.filter(state="void").exists()


def test_what_was_shown_must_still_be_so(bo, ann, cards, director):
    url, data = page(cards, row(1)), {"board": "3", "kept": ""}
    seen = director.get(url, data).context["plan"].seen
    play(bo, ann)
    answer = director.post(url, {**data, "seen": seen}, follow=True)
    assert "Something has changed" in words(answer) and numbers(bo) == [1, 2]


def test_a_table_on_screens_never_plays_a_wrong_board(night, director):
    url = f"/director/{night.session.public_id}/score/{row(1).pk}/"
    assert "They played another board" not in words(director.get(url))
    data = {"board": "3", "kept": "", "seen": ""}
    for answer in (
        director.get(f"{url}board/"),
        director.get(f"{url}board/", data),
        director.post(f"{url}board/", data),
    ):
        assert "is played on screens, where the site deals the board" in words(answer)
        assert "Make this change" not in words(answer) and b'name="board"' not in answer.content
    assert not TableBoard.objects.filter(state="void").exists()


def test_own_boards_unknown_numbers_and_old_rounds_are_refused_in_words(bo, cards, dee):
    for played in ("2", "99", "", "x"):
        answer = bo.act("board", board="1", played=played)
        assert answer["code"] == "refused" and "Look at the number" in answer["words"], played
    old = bo.line("1")
    turn_over(cards, dee)
    assert "moved on" in bo.send("board", **old, played="5")["words"]
    assert not WrongBoard.objects.exists()


def test_the_table_can_correct_what_it_says_which_the_director_leaves_and_types_on(bo, cards, director, ann):
    bo.act("board", board="1", played="3", offline="true")
    bo.act("board", board="1", played="4")
    assert WrongBoard.objects.get().board.number == 4 and bo.board()["told"] == 4
    director.post(f"{page(cards, row(1))}aside/")
    assert bo.board()["told"] == 0 and numbers(bo) == [1, 2]
    assert AuditEntry.objects.filter(action=AuditAction.WRONG_BOARD_SET_ASIDE).count() == 1
    make(director, cards, row(1), 3)
    assert bo.act("type", **{**MADE, "board": "3"})["code"] == "done"
    assert bo.act("type", **{**MADE, "board": "1"})["code"] == "kept", "that is not this table's any more"


def test_the_night_is_ranked_and_published_with_a_board_that_was_met_twice(cards, dee, director, on_commit):
    """Bo has a result on board 3 and, in round 2, an artificial score on the same board."""
    make(director, cards, row(1), 3)
    for number in (1, 2, 3):
        with on_commit():
            for waiting in TableBoard.objects.filter(round__number=number, state="waiting"):
                enter_score(waiting, dee, f"1N S {6 + waiting.table.number}")
    end_and_publish(cards, dee)
    won = [standing.won for ranking in rankings_so_far(cards) for standing in ranking.rows]
    assert len(won) == 6 and sum(won) > 0
    base = f"/results/{cards.public_id}/"
    for path in ("", "player/1/", "boards/", "board/3/", "board/1/", "?boards=yes", "files/"):
        assert director.get(base + path).status_code == 200, path
    listed = director.get(f"{base}files/").text
    names = set(re.findall(rf"{base}files/([^\"']+)", listed))
    assert names
    for name in names:
        assert director.get(f"{base}files/{name}").status_code == 200, name
    card, board = (words(director.get(base + path)) for path in ("player/1/", "board/3/"))
    assert "40" in card and board.count("Bo") >= 2 and "40" in board and "60" in board
    assert director.get(f"/director/{cards.public_id}/board/3/").status_code == 200
