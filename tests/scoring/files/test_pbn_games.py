"""Where a game of a PBN file begins (PBN 2.1, chapters 3 and 4.8): no result is lost or moved to another board."""

import pytest

from games.notation.deal_files import read_deals
from games.notation.faults import DealFileError
from scoring.errors import FileError
from scoring.files.reading import read_results

TABLE = '[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Score_NS\\5R"]\n'
DEAL = '[Deal "N:K752.K7532.K43.3 AJ.8.987.AQJT865 Q963.A964.Q652.9 T84.QJT.AJT.K742"]\n'
ONE = '[Event "Club"]\n[Room "Open"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n' + DEAL + '[Note "1:a"]\n'
TWO = '\n[Event "#"]\n[Site "Hall"]\n[Board "2"]\n[Dealer "E"]\n[Vulnerable "NS"]\n' + DEAL
FIRST, SECOND = TABLE + "1 2 200\n3 4 -110\n", TABLE + "1 4 -110\n3 2 -80\n"
SCORES = [(1, "1", "200"), (1, "3", "-110"), (2, "1", "-110"), (2, "3", "-80")]


@pytest.mark.parametrize(
    "text",
    [
        ONE + FIRST + TWO + SECOND,
        ONE + '[Note "2:b"]\n[Room "Closed"]\n' + FIRST + TWO + SECOND,
        ONE + "\n" + FIRST + TWO + " \t\n" + SECOND,
        ONE + "\n" + FIRST + TWO.replace('[Event "#"]\n', "") + SECOND,
        ONE + FIRST + TWO + SECOND.replace(SECOND.splitlines()[0], '[ScoreTable "#"]'),
        ONE + TABLE + '1 2 200\n\n[ScoreTable "#"]\n3 4 -110\n' + TWO + SECOND,
        (ONE + FIRST + TWO.replace("\n[Event", "[Event") + SECOND).replace('"Club"', '"##Club"'),
        '[Event "##Club"]\n\n[Event "#"]' + ONE.removeprefix('[Event "Club"]') + FIRST + TWO + SECOND,
    ],
    ids="plain repeated blank unnamed same sections unspaced header".split(),
)
def test_every_result_keeps_its_board(text):
    found = read_results(text.encode())
    assert [(line.board, line.ns, line.score) for line in found.lines] == SCORES
    assert found.event == "Club"


def test_tags_after_an_empty_line_belong_to_the_game_that_begins():
    two = '\n[Vulnerable "All"]\n[Board "2"]\n[Dealer "E"]\n'
    text = ONE.replace('[Vulnerable "None"]\n', "") + FIRST + two + SECOND
    assert [board.vul for board in read_results(text.encode()).boards] == ["None", "All"]


def test_what_begins_with_two_hashes_holds_until_it_is_said_again():
    header = '[Event "##Spring Cup"]\n[Date "##1999.03.03"]\n[Scoring "##IMP"]\n'
    found = read_results((header + ONE.replace('[Event "Club"]\n', "") + FIRST).encode())
    assert (found.event, found.date, found.method) == ("Spring Cup", "1999-03-03", "cross_imps")
    later = read_results((header + TWO + SECOND).encode())
    assert (later.event, later.club, later.date) == ("Spring Cup", "Hall", "1999-03-03")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (ONE + FIRST + '[Event "x"]\n' + SECOND, "ScoreTable: no board is named before these results (line 13)."),
        (ONE + "\n" + FIRST + TWO.lstrip(), "ScoreTable: no board is named before these results (line 10)."),
        (ONE + '[ScoreTable "#"]\n1 2 200\n', "line 9, ScoreTable: there is no PairId_NS or PairId_EW."),
    ],
)  # fmt: skip
def test_results_without_a_board_are_a_fault_with_their_line(text, sentence):
    with pytest.raises(FileError) as refused:
        read_results(text.encode())
    assert refused.value.sentences == [sentence]


def test_a_board_in_a_comment_is_a_fault_at_its_bracket():
    first, comment = '[Board "7"]\n' + DEAL, '{10 8\n[Board "8"]\n' + DEAL
    for text in (first + comment, first + comment + "{PAR}"):
        with pytest.raises(DealFileError, match=r"^Board 7, comment: a board stands in .*\(line 3\)\.$"):
            read_deals(text.encode())
