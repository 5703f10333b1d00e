"""A score typed on one line in shorthand, and whole travellers typed in from paper."""

import pytest

from clubsite.core.refused import Refused
from clubsite.nights.models import TableBoard
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.rounds import round_force
from clubsite.play.services import room_ready
from clubsite.scores.models import ScoreEntry
from clubsite.scores.services.score_parser import read_score_line
from tests.kit.pages import words
from tests.kit.people import plays_as
from tests.kit.terminal import row


@pytest.mark.parametrize(
    ("keys", "read"),
    [
        ("4hs=", ("4H", "S", "=", "")),
        ("3nn-2 lSA", ("3N", "N", "-2", "SA")),
        ("3ntn−2 las", ("3N", "N", "-2", "SA")),
        ("5DxS+1", ("5DX", "S", "+1", "")),
        ("2s*s9", ("2SX", "S", "9", "")),
        ("1cnxx= l 10c", ("1CXX", "N", "=", "CT")),
        ("7♠s=", ("7S", "S", "=", "")),
        (" 2 s s 10 ", ("2S", "S", "10", "")),
    ],
)
def test_a_result_in_one_line(keys, read):
    written = read_score_line(keys)
    assert written["status"] == "played"
    assert (written["contract"], written["declarer"], written["tricks"], written["lead"]) == read


@pytest.mark.parametrize(
    ("keys", "status", "ruling"),
    [
        ("p", "passed_out", ""),
        ("A60/40", "artificial", "A60/40"),
        ("r 60% 620, 40% -100", "assigned", "60% 620, 40% -100"),
    ],
)
def test_what_was_not_played_in_one_line(keys, status, ruling):
    written = read_score_line(keys)
    assert (written["status"], written.get("artificial", "")) == (status, ruling)


@pytest.mark.parametrize("keys", ["", "r", "4h=", "8hs=", "4hs", "4hxsx=", "4hs= lZ9", "hello", "4hs=" * 99])
def test_what_is_not_understood_says_how_to_write_it(keys):
    with pytest.raises(Refused, match="Write it as 4hs="):
        read_score_line(keys)


@pytest.fixture
def at(cards):
    return f"/director/{cards.public_id}/paper/"


def test_a_traveller_is_typed_in_and_the_next_board_comes(cards, director, at):
    assert director.get(at)["Location"] == f"{at}1/"
    one = row()
    assert f'name="line-{one.pk}"' in director.get(f"{at}1/").text
    assert director.post(f"{at}1/", {f"line-{one.pk}": "4hs="})["Location"] == f"{at}2/"
    entry = ScoreEntry.objects.get()
    assert (entry.contract, entry.declarer, entry.tricks) == ("4H", "S", 10)
    assert (entry.table_board, entry.source) == (one, "director")


def test_what_cannot_be_taken_stays_in_its_line_and_the_others_are_in(cards, dee, director, at):
    round_force(section=sections_of(cards)[0], user=dee)
    rows = list(TableBoard.objects.filter(board__number=1).order_by("pk"))
    assert len(rows) == 2, "each round has its line"
    good, bad = rows
    answer = director.post(f"{at}1/", {f"line-{good.pk}": "3nn-2", f"line-{bad.pk}": "4hs99"})
    assert answer.status_code == 200
    text = answer.text
    assert 'value="4hs99"' in text and "99 tricks are not possible" in words(answer)
    assert 'value="3nn-2"' not in text
    assert ScoreEntry.objects.filter(table_board=good).latest("pk").ns_score > 0
    assert not ScoreEntry.objects.filter(table_board=bad).exists()


def test_a_score_that_is_in_is_changed_with_a_reason_alone(cards, director, at):
    one = row()
    director.post(f"{at}1/", {f"line-{one.pk}": "4hs="})
    assert "Write below why it is changed" in words(director.post(f"{at}1/", {f"line-{one.pk}": "4hs+1"}))
    assert ScoreEntry.objects.count() == 1
    director.post(f"{at}1/", {f"line-{one.pk}": "4hs+1", "why": "Both say eleven"})
    last = ScoreEntry.objects.latest("pk")
    assert (last.tricks, last.why) == (11, "Both say eleven")


def test_a_line_is_read_back_while_the_next_is_typed(cards, director, at):
    one = row()
    said = words(director.post(f"{at}said/{one.pk}/", {f"line-{one.pk}": "4hn-1"}))
    assert "by North, 9 tricks" in said and "+50 to South" in said
    assert "is not understood" in words(director.post(f"{at}said/{one.pk}/", {f"line-{one.pk}": "4h"}))
    assert words(director.post(f"{at}said/{one.pk}/", {})) == ""
    assert not ScoreEntry.objects.exists()


def test_a_director_who_owes_the_board_types_and_sees_no_score_solo_31(cards, dee, director, at):
    plays_as(cards, 6, dee)
    one = row()
    director.post(f"{at}1/", {f"line-{one.pk}": "4hs="})
    shown = words(director.get(f"{at}1/"))
    assert "Shown to you when you have played the board" in shown and "+420" not in shown
    assert "Write below why" in words(director.post(f"{at}1/", {f"line-{one.pk}": "p"}))


@pytest.mark.django_db(transaction=True)
def test_a_board_in_play_on_the_site_is_not_ended_from_paper(night, director):
    for number in (1, 4):
        room_ready(room_seat=night.place(number), play_id="")
    one = TableBoard.objects.get(round__number=1, table__number=1)
    answer = director.post(f"/director/{night.session.public_id}/paper/1/", {f"line-{one.pk}": "4hs="})
    assert "being played there now" in words(answer) and not ScoreEntry.objects.exists()
