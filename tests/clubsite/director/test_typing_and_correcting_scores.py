"""Scores typed and corrected: read back as a sentence, with faults shown next to the field and old scores kept."""

import re

import pytest

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.nights.models import TableBoard
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.rounds import round_force
from clubsite.play.services import room_ready
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.entries import score_told
from clubsite.scores.services.score_parser import read_score_line
from tests.kit.dealt import dealt
from tests.kit.people import plays_as
from tests.kit.terminal import row as first_row

FOUR_HEARTS = {"status": "played", "level": "4", "strain": "H", "doubled": "", "declarer": "S", "tricks": "10"}


@pytest.fixture
def row(night):
    """Board 1 at table 1, with nobody vulnerable."""
    return TableBoard.objects.get(round__number=1, board__number=1)


@pytest.fixture
def send(night, row, dee, client):
    client.force_login(dee)
    return lambda **data: client.post(f"/director/{night.session.public_id}/score/{row.pk}/", data)


def words(answer) -> str:
    text = re.sub(r'<svg class="suit (.)".*?</svg>', lambda m: m[1].upper(), answer.text, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", "", text).split())


def test_a_forced_board_gets_its_score_without_a_reason(night, send, client, row):
    client.post(f"/director/{night.session.public_id}/act/force/")
    send(**FOUR_HEARTS, go="save")
    entries = ScoreEntry.objects.filter(table_board=row).order_by("pk")
    assert [entry.status for entry in entries] == ["not_played", "played"]


def test_a_score_is_read_back_before_it_is_stored_and_stands_on_its_board(night, row, send, client):
    preview = f"/director/{night.session.public_id}/score/{row.pk}/preview/"
    assert "+420 to South" in words(client.post(preview, FOUR_HEARTS))
    assert "read back here" in words(client.post(preview, {"status": "played", "level": "4"}))
    shown = words(send(**{**FOUR_HEARTS, "declarer": "N", "tricks": "8"}, go="read"))
    assert "4H by North, 2 down. +100 to South" in shown
    for typed, sentence in (
        (FOUR_HEARTS, "Board 1: 4H by South, made 10 tricks. +420 to South"),
        ({"status": "passed_out"}, "Board 1: Passed out. 0 to both"),
        ({"status": "not_played"}, "Board 1: Not played."),
        ({"status": "artificial", "artificial": "A6040"}, "60 % to South and 40 % to North"),
    ):
        assert sentence in words(send(**typed, go="read"))
    assert not ScoreEntry.objects.exists()
    send(**FOUR_HEARTS, go="save")
    entry = ScoreEntry.objects.get()
    assert (entry.contract, entry.declarer, entry.tricks, entry.ns_score) == ("4H", "S", 10, 420)
    row.refresh_from_db()
    assert (entry.source, row.state) == ("director", "finished")
    line = AuditEntry.objects.get(action=AuditAction.SCORE_ENTERED)
    assert line.actor == "dee" and "4H by S" in score_told(line.detail["after"], with_lead=True)
    results_sweep()
    at = f"/director/{night.session.public_id}"
    assert "4H by South, 10 tricks" in words(client.get(f"{at}/board/1/"))
    assert "Only directors see this page" in client.get(f"{at}/ranking/").text


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ("-420", "the sign is reversed"),
        ("620", "would be its score vulnerable"),
        ("450", "+450 is its score with 11 tricks"),
        ("lots", "Write the score in points"),
    ],
)
def test_a_slip_that_says_something_else_is_held_up_with_the_likely_reason(send, points, sentence):
    answer = send(**FOUR_HEARTS, points=points, go="save")
    assert sentence in answer.context["sheet"].form.problems["points"]
    assert not ScoreEntry.objects.exists()
    send(**FOUR_HEARTS, points="+420", go="save")
    assert ScoreEntry.objects.get().ns_score == 420


def test_solo_13_faults_stand_at_their_fields_and_a_correction_is_added_with_its_reason(send, row):
    for typed, faults in (
        ({"status": "played", "level": "4", "tricks": ""}, {"contract", "declarer", "tricks"}),
        ({"status": "artificial", "artificial": "60"}, {"artificial"}),
    ):
        assert set(send(**typed, go="save").context["sheet"].form.problems) == faults
    for hand in (dealt(row.board).south, dealt(row.board).east):
        fault = send(**FOUR_HEARTS, lead=hand.split()[0], go="save").context["sheet"].form.problems["lead"]
        assert "North did not hold that card" in fault and "or was North declarer" in fault
    assert not ScoreEntry.objects.exists()
    send(**FOUR_HEARTS, lead=dealt(row.board).north.split()[0], go="save")
    assert ScoreEntry.objects.get().lead == dealt(row.board).north.split()[0]
    refused = send(**{**FOUR_HEARTS, "tricks": "9"}, go="save")
    assert "why" in refused.context["sheet"].form.problems and ScoreEntry.objects.count() == 1
    send(**{**FOUR_HEARTS, "tricks": "9"}, why="Both say nine", go="save")
    entries = list(ScoreEntry.objects.order_by("pk").values_list("tricks", "ns_score", "why"))
    assert entries == [(10, 420, ""), (9, -50, "Both say nine")]
    shown = words(send(go="change"))
    assert all(sentence in shown for sentence in ("4H by South, 10 tricks", "4H by South, 9 tricks", "Both say nine"))


def test_of_four_players_each_can_be_declarer(night, send, row):
    night.section.kind, night.section.live = "four_handed", False
    night.section.save()
    shown = words(send(**{**FOUR_HEARTS, "declarer": "E"}, go="read"))
    assert "4H by East, made 10 tricks. +420 to E/W" in shown
    send(**{**FOUR_HEARTS, "declarer": "E"}, go="save")
    assert ScoreEntry.objects.get().ns_score == -420


def test_no_old_match_points_stand_beside_a_corrected_score(scored_night, director):
    night = f"/director/{scored_night.session.public_id}"
    row = TableBoard.objects.get(round__number=1, board__number=1)

    def points_shown(board):
        page = director.get(f"{night}/board/{board}/").text
        return re.findall(r'data-l="MP South">\s*(?:<bdi[^>]*>)?([^<]*?)\s*<', page)

    before, other = points_shown(1), points_shown(2)
    assert len(before) == len(other) == 3 and all(before + other)
    typed = {**FOUR_HEARTS, "level": "7", "tricks": "5", "why": "Misread", "go": "save"}
    director.post(f"{night}/score/{row.pk}/", typed)
    page = words(director.get(f"{night}/board/1/"))
    assert "7H by South, 5 tricks" in page and "Board 1 is being scored" in page
    assert points_shown(1) == ["", "", ""]
    assert points_shown(2) == other, "only the board that was corrected waits"
    results_sweep()
    assert "being scored" not in words(director.get(f"{night}/board/1/"))
    assert all(points_shown(1)) and points_shown(1) != before


@pytest.mark.parametrize(
    ("keys", "read"),
    [
        ("4hs=", "played 4H S ="),
        ("3nn-2 lSA", "played 3N N -2 SA"),
        ("3ntn−2 las", "played 3N N -2 SA"),
        ("5DxS+1", "played 5DX S +1"),
        ("2s*s9", "played 2SX S 9"),
        ("1cnxx= l 10c", "played 1CXX N = CT"),
        ("7♠s=", "played 7S S ="),
        (" 2 s s 10 ", "played 2S S 10"),
        ("p", "passed_out"),
        ("A60/40", "artificial A60/40"),
        ("r 60% 620, 40% -100", "assigned 60% 620, 40% -100"),
    ],
)
def test_a_result_or_what_was_not_played_in_one_line(keys, read):
    assert " ".join(filter(None, read_score_line(keys).values())) == read


@pytest.mark.parametrize("keys", ["", "r", "4h=", "8hs=", "4hs", "4hxsx=", "4hs= lZ9", "hello", "4hs=" * 99])
def test_what_is_not_understood_says_how_to_write_it(keys):
    with pytest.raises(Refused, match="Write it as 4hs="):
        read_score_line(keys)


@pytest.fixture
def at(cards):
    return f"/director/{cards.public_id}/paper/"


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


def test_a_traveller_is_read_back_line_by_line_typed_in_and_changed_with_a_reason_alone(cards, director, at):
    row = first_row()
    sentence = words(director.post(f"{at}said/{row.pk}/", {f"line-{row.pk}": "4hn-1"}))
    assert "by North, 9 tricks" in sentence and "+50 to South" in sentence
    assert "is not understood" in words(director.post(f"{at}said/{row.pk}/", {f"line-{row.pk}": "4h"}))
    assert words(director.post(f"{at}said/{row.pk}/", {})) == ""
    assert not ScoreEntry.objects.exists()
    assert director.get(at)["Location"] == f"{at}1/"
    assert f'name="line-{row.pk}"' in director.get(f"{at}1/").text
    assert director.post(f"{at}1/", {f"line-{row.pk}": "4hs="})["Location"] == f"{at}2/"
    entry = ScoreEntry.objects.get()
    assert (entry.contract, entry.declarer, entry.tricks) == ("4H", "S", 10)
    assert (entry.table_board, entry.source) == (row, "director")
    assert "Write below why it is changed" in words(director.post(f"{at}1/", {f"line-{row.pk}": "4hs+1"}))
    assert ScoreEntry.objects.count() == 1
    director.post(f"{at}1/", {f"line-{row.pk}": "4hs+1", "why": "Both say eleven"})
    last = ScoreEntry.objects.latest("pk")
    assert (last.tricks, last.why) == (11, "Both say eleven")


def test_a_director_who_owes_the_board_types_and_sees_no_score_solo_31(cards, dee, director, at):
    plays_as(cards, 6, dee)
    row = first_row()
    director.post(f"{at}1/", {f"line-{row.pk}": "4hs="})
    shown = words(director.get(f"{at}1/"))
    assert "Shown to you when you have played the board" in shown and "+420" not in shown
    assert "Write below why" in words(director.post(f"{at}1/", {f"line-{row.pk}": "p"}))


@pytest.mark.django_db(transaction=True)
def test_a_board_in_play_on_the_site_is_not_ended_from_paper(night, director):
    for number in (1, 4):
        room_ready(room_seat=night.place(number), play_id="")
    row = TableBoard.objects.get(round__number=1, table__number=1)
    answer = director.post(f"/director/{night.session.public_id}/paper/1/", {f"line-{row.pk}": "4hs="})
    assert "being played there now" in words(answer) and not ScoreEntry.objects.exists()
