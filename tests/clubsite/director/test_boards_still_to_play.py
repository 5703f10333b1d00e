"""SOLO-31: a director who plays sees no row of a board that they have yet to play, on any page or in the API."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubsite.clubs.services import token_make
from clubsite.nights.models import TableBoard
from clubsite.rankings.services.scoring import score_if_asked
from clubsite.scores.models import ScoreEntry
from tests.kit.pages import words
from tests.kit.people import plays_as
from tests.kit.typed_scores import enter_score


@pytest.fixture
def row(night, dee):
    """Board 1 at table 1, with a score for Bo against Ann. Dee plays as Ivy, who still has to play the board."""
    plays_as(night.session, 6, dee)
    found = TableBoard.objects.get(table__section=night.section, table__number=1)
    enter_score(found, dee, "2S S 9", why="9 tricks, both say")
    score_if_asked(night.session.pk)
    return found


def score_pages(night, row: TableBoard) -> list[str]:
    at = f"/director/{night.session.public_id}/"
    return [f"{at}table/1/", f"{at}board/{row.board.number}/", f"{at}score/{row.pk}/", f"{at}audit-log/"]


def test_every_page_covers_it_and_says_why_and_when(director, night, row):
    for path in score_pages(night, row):
        answer = director.get(path)
        shown = words(answer)
        assert "when you have" in shown, path
        assert "9 tricks" not in shown and "+140" not in shown, path
    sheet = director.get(f"/director/{night.session.public_id}/score/{row.pk}/").text
    assert 'name="level" value="2" checked' not in sheet and 'name="tricks" value="9" checked' not in sheet
    asked = director.post(
        f"/director/{night.session.public_id}/score/{row.pk}/",
        {"status": "passed_out", "why": "They say so", "go": "read"},
    )
    assert "Instead of the score that is in" in words(asked) and "9 tricks" not in words(asked)


def test_it_is_shown_once_they_have_played_the_board(director, night, row, dee):
    plays_as(night.session, 6, None)
    plays_as(night.session, 1, dee)
    for path in score_pages(night, row):
        assert "9 tricks" in words(director.get(path)), path


def test_a_score_that_they_replace_is_asked_for_a_reason_and_stays(director, night, row):
    for why, entries in (("", 1), ("They say so", 2)):
        sent = {"status": "passed_out", "why": why, "go": "save"}
        director.post(f"/director/{night.session.public_id}/score/{row.pk}/", sent)
        assert ScoreEntry.objects.count() == entries


def test_their_program_is_told_nothing_and_cannot_guess(night, row, dee, cy):
    _, secret = token_make(club=night.session.club, user=dee, name="board", write=True)
    program = Client(headers={"authorization": f"Bearer {secret}"})
    at = f"/api/v1/nights/{night.session.public_id}/scores/"
    (line,) = [one for one in program.get(at).json() if one["table_board"] == row.pk]
    (one,) = [program.get(f"{at}{row.pk}/").json()]
    for told in (line, one):
        assert "still to play board" in told["withheld"]
        assert (told["contract"], told["tricks"], told["ns_score"], told["ns_mp"]) == ("", None, None, None)
        assert told["state"] == "finished" and told["revision"]
    enter_score(row, cy, "2S S 8", why="Cy directs as well")
    for tricks in (8, 9):
        guess = {"contract": "2S", "declarer": "S", "tricks": tricks}
        assert program.put(f"{at}{row.pk}/", guess, content_type="application/json").status_code == 422
    assert ScoreEntry.objects.count() == 2


def test_a_file_of_results_is_not_compared_for_them(director, night, row):
    shown = []
    for tricks in (9, 10):
        text = f"Board,NS,EW,Contract,Declarer,Lead,Tricks,Score\n{row.board.number},1,4,2S,S,,{tricks},\n"
        answer = director.post(
            f"/director/{night.session.public_id}/files/results/", {"file": SimpleUploadedFile("r.csv", text.encode())}
        )
        shown.append(words(answer).replace("10 tricks", "9 tricks"))
        assert "not compared for you" in shown[-1], shown[-1][:600]
        assert "2S by S" not in shown[-1]
    assert shown[0] == shown[1]
