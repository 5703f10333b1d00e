"""Scores typed and corrected: read back as a sentence, with faults shown next to the field and old scores kept."""

import re

import pytest

from clubsite.nights.models import TableBoard
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.models import ScoreEntry
from tests.kit.dealt import dealt

FOUR_HEARTS = {
    "status": "played", "level": "4", "strain": "H", "doubled": "", "declarer": "S", "tricks": "10",
}  # fmt: skip


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


def test_a_score_is_read_back_before_it_is_stored(send, row):
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


@pytest.mark.parametrize(
    ("typed", "faults"),
    [
        ({"status": "played", "level": "4", "tricks": ""}, {"contract", "declarer", "tricks"}),
        ({"status": "artificial", "artificial": "60"}, {"artificial"}),
    ],
)
def test_faults_stand_at_their_fields_and_nothing_is_stored(send, typed, faults):
    assert set(send(**typed, go="save").context["sheet"].form.problems) == faults
    assert not ScoreEntry.objects.exists()


def test_a_correction_is_added_with_its_reason_and_the_old_score_stays(send, row):
    send(**FOUR_HEARTS, go="save")
    refused = send(**{**FOUR_HEARTS, "tricks": "9"}, go="save")
    assert "why" in refused.context["sheet"].form.problems and ScoreEntry.objects.count() == 1
    send(**{**FOUR_HEARTS, "tricks": "9"}, why="Both say nine", go="save")
    entries = list(ScoreEntry.objects.order_by("pk").values_list("tricks", "ns_score", "why"))
    assert entries == [(10, 420, ""), (9, -50, "Both say nine")]
    shown = words(send(go="change"))
    assert all(said in shown for said in ("4H by South, 10 tricks", "4H by South, 9 tricks", "Both say nine"))


def test_a_forced_board_gets_its_score_without_a_reason(night, send, client, row):
    client.post(f"/director/{night.session.public_id}/act/force/")
    send(**FOUR_HEARTS, go="save")
    entries = ScoreEntry.objects.filter(table_board=row).order_by("pk")
    assert [entry.status for entry in entries] == ["not_played", "played"]


def test_the_keys_are_echoed_as_a_sentence(night, row, send, client):
    preview = f"/director/{night.session.public_id}/score/{row.pk}/preview/"
    assert "+420 to South" in words(client.post(preview, FOUR_HEARTS))
    assert "read back here" in words(client.post(preview, {"status": "played", "level": "4"}))


def test_the_boards_lines_and_the_ranking_so_far(night, send, client):
    send(**FOUR_HEARTS, go="save")
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


def test_a_lead_that_the_leader_did_not_hold_is_refused_at_its_field(send, row):
    answer = send(**FOUR_HEARTS, lead=dealt(row.board).south.split()[0], go="save")
    assert "North did not hold that card" in answer.context["sheet"].form.problems["lead"]
    send(**FOUR_HEARTS, lead=dealt(row.board).north.split()[0], go="save")
    assert ScoreEntry.objects.get().lead == dealt(row.board).north.split()[0]


def test_of_four_players_each_can_be_declarer(night, send, row):
    night.section.kind, night.section.live = "four_handed", False
    night.section.save()
    shown = words(send(**{**FOUR_HEARTS, "declarer": "E"}, go="read"))
    assert "4H by East, made 10 tricks. +420 to E/W" in shown
    send(**{**FOUR_HEARTS, "declarer": "E"}, go="save")
    assert ScoreEntry.objects.get().ns_score == -420


def test_no_old_match_points_stand_beside_a_corrected_score(scored_night, director):
    """A board's page says that the board is being scored until its match points are based on the new score."""
    night = f"/director/{scored_night.session.public_id}"
    row = TableBoard.objects.get(round__number=1, board__number=1)

    def points_shown(board):
        return re.findall(
            r'data-l="MP South">\s*(?:<bdi[^>]*>)?([^<]*?)\s*<', director.get(f"{night}/board/{board}/").text
        )

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
