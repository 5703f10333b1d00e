"""A score is stored with the last card or typed by a director. Corrections are appended; no entry is ever edited."""

import pytest
from django.db import IntegrityError, transaction

from clubsite.core.refused import Refused
from clubsite.nights.models import TableBoard, TableBoardState
from clubsite.nights.services.repairs import board_replace
from clubsite.play.models import Play, PlayEvent
from clubsite.scores.models import ScoreEntry, ScoreStatus
from clubsite.scores.selectors.entries import history_of, latest_of
from clubsite.scores.services import entries
from clubsite.scores.services.checks import lead_check
from games.wording import score_text
from scoring.board import Status
from scoring.contracts import score
from tests.kit.dealt import dealt
from tests.kit.people import plays_as
from tests.kit.typed_scores import enter_score, result


def test_the_last_card_stores_the_score_and_a_correction_leaves_the_cards_alone(open_boards, play_out, dee):
    row = open_boards()[0]
    play = play_out(row)
    entry = ScoreEntry.objects.get(table_board=row)
    outcome = play.outcome
    assert (entry.source, entry.contract, entry.tricks) == ("live", outcome["contract"], outcome["tricks"])
    side = "NS" if outcome["declarer"] == "S" else "EW"  # SOLO-23
    assert entry.ns_score == score(outcome["contract"], side, row.board.vulnerability, outcome["tricks"])
    log = list(PlayEvent.objects.filter(play=play).values_list("seq", "actor", "action"))
    enter_score(row, dee, "7N N 13", why="wrong score agreed")
    assert latest_of([row])[row.pk].contract == "7N"
    assert [e.source for e in history_of(row)] == ["director", "live"]
    play.refresh_from_db()
    assert list(PlayEvent.objects.filter(play=play).values_list("seq", "actor", "action")) == log
    assert (play.status, play.outcome) == ("over", outcome)


def test_a_score_that_cannot_be_stored_takes_the_last_card_back(open_boards, play_out, monkeypatch):
    def fail(**_):
        raise RuntimeError("disk full")

    monkeypatch.setattr(ScoreEntry.objects, "create", fail)
    row = open_boards()[0]
    with pytest.raises(RuntimeError), transaction.atomic():
        play_out(row)
    assert not Play.objects.filter(status="over").exists()


@pytest.mark.parametrize(
    ("declarer", "tricks", "vulnerable", "ns_score", "column"),
    [
        ("S", 9, "NS", 140, "+140 to South"),
        ("N", 9, "EW", -140, "+140 to North"),  # SOLO-26c
        ("N", 6, "EW", 100, "+100 to South"),  # one down: North's loss is South's gain
        ("S", 6, "EW", -50, "+50 to North"),
    ],
)
def test_solo_24_souths_results_are_ns_and_norths_ew_stored_once_from_souths_side(
    dee, open_boards, declarer, tricks, vulnerable, ns_score, column
):
    row = next(row for row in open_boards() if row.board.vulnerability == vulnerable)
    assert row.ns.number <= 3 < row.ew.number  # Mitchell: the South players of the session are 1 to 3
    enter_score(row, dee, f"1S {declarer} {tricks}")
    stored = ScoreEntry.objects.get(table_board=row)
    assert (stored.ns_score, score_text(stored.ns_score)) == (ns_score, column)


@pytest.mark.parametrize(
    ("typed", "field", "says"),
    [
        ({"contract": "4S", "declarer": "S", "tricks": 14}, "tricks", "If 4S was just made, that is 10."),
        ({"contract": "7S", "declarer": "S", "tricks": "+1"}, "tricks", "14 tricks are not possible"),
        ({"contract": "4S", "declarer": "S", "tricks": None}, "tricks", "How many tricks"),
        ({"contract": "4S", "declarer": "S", "tricks": "ten"}, "tricks", "not a number of tricks"),
        ({"contract": "8S", "declarer": "S", "tricks": 8}, "contract", "8S"),
        ({"contract": "", "declarer": "S", "tricks": 8}, "contract", "Which contract"),
        ({"contract": "4S", "declarer": "E", "tricks": 8}, "declarer", "dummies"),
        ({"contract": "4S", "declarer": "", "tricks": 8}, "declarer", "South or North"),
        ({"contract": "4S", "declarer": "S", "tricks": 8, "lead": "Z9"}, "lead", "not a card"),
        ({"status": "artificial", "artificial": "60/40"}, "artificial", "A6040"),
        ({"status": "nonsense"}, "status", "Choose what became"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(dee, open_boards, typed, field, says):
    row = open_boards()[0]
    with pytest.raises(Refused) as refused:
        enter_score(row, dee, **typed)
    assert says in refused.value.problems[field]
    assert not ScoreEntry.objects.exists()
    row.refresh_from_db()
    assert row.state == TableBoardState.WAITING


def test_a_director_who_is_to_play_the_board_learns_no_card_by_typing_leads_solo_31(night, dee, open_boards):
    rows = {row.board.number: row for row in open_boards()}
    assert rows.keys() == {1, 2, 3}
    plays_as(night.session, 1, dee)
    lead = {number: dealt(row.board).south.split()[0] for number, row in rows.items()}
    for number, row in rows.items():
        facts = {"board": row.board, "result": result(row, f"1N S 7 l{lead[number]}"), "four_handed": False}
        lead_check(**facts, typist=dee)
        with pytest.raises(Refused, match="did not hold"):
            lead_check(**facts)
    # Players who have played the board are told about impossible values.
    own = next(row for row in rows.values() if row.ns_id == night.contestant(1).pk)
    enter_score(own, None, "p")
    with pytest.raises(Refused, match="did not hold"):
        typed = result(own, f"1N S 7 l{lead[own.board.number]}")
        lead_check(board=own.board, result=typed, four_handed=False, typist=dee)


@pytest.mark.parametrize("change", ["update", "delete"])
def test_the_database_refuses_to_change_a_score(dee, open_boards, change):
    enter_score(open_boards()[0], dee, "p")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        if change == "update":
            ScoreEntry.objects.update(ns_score=10)
        else:
            ScoreEntry.objects.all().delete()
    assert ScoreEntry.objects.get().ns_score == 0


@pytest.mark.parametrize(
    "columns",
    [
        {"status": "passed_out", "contract": "PASS", "ns_score": None},
        {"status": "passed_out", "contract": "PASS", "ns_score": 0, "tricks": 7},
        {"status": "passed_out", "contract": "", "ns_score": 0},
        {"status": "played", "contract": "1N", "declarer": "S", "tricks": 7},
        {"status": "played", "contract": "1N", "declarer": "X", "tricks": 7, "ns_score": 90},
        {"status": "played", "contract": "1N", "declarer": "S", "tricks": 14, "ns_score": 90},
        {"status": "played", "contract": "PASS", "declarer": "S", "tricks": 7, "ns_score": 90},
        {"status": "artificial", "ns_score": 50, "ruling": "A5050"},
        {"status": "artificial"},
        {"status": "not_played", "ns_score": 0},
        {"status": "rumour"},
    ],
)
def test_the_database_refuses_half_a_score(open_boards, columns):
    with pytest.raises(IntegrityError), transaction.atomic():
        ScoreEntry.objects.create(table_board=open_boards()[0], source="typed", **columns)


def test_statuses_are_those_of_the_scoring_library():
    assert set(ScoreStatus.values) == {status.value for status in Status}


def test_a_score_for_a_board_that_a_repair_takes_away_at_that_moment_is_refused(dee, open_boards, monkeypatch):
    """The score's row existed when the page was sent, but has been voided by the time the table's lock is acquired."""
    row = open_boards()[0]
    lock = entries.score_row_locked

    def meanwhile(table_board):
        monkeypatch.setattr(entries, "score_row_locked", lock)
        row.seats.update(void=True)
        board_replace(TableBoard.objects.get(pk=row.pk), row.ns, row.ew, dee, {})
        return lock(table_board)

    monkeypatch.setattr(entries, "score_row_locked", meanwhile)
    with pytest.raises(Refused, match="taken from that table"):
        enter_score(row, dee, "1N S 7")
