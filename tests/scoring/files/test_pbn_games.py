"""Where a game of a PBN file begins (PBN 2.1, chapters 3 and 4.8): no result is lost or moved to another board."""

import pytest

from games.notation.deal_files import read_deals
from games.notation.faults import DealFileError
from scoring.errors import FileError
from scoring.files.reading import read_results

TABLE = '[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Score_NS\\5R"]\n'
ONE = '[Event "Club"]\n[Room "Open"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Note "1:a"]\n'
TWO = '\n[Event "#"]\n[Site "Hall"]\n[Board "2"]\n[Dealer "E"]\n[Vulnerable "NS"]\n'
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
    text = (
        ONE.replace('[Vulnerable "None"]\n', "") + FIRST + '\n[Vulnerable "All"]\n[Board "2"]\n[Dealer "E"]\n' + SECOND
    )
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
        (ONE + FIRST + '[Event "x"]\n' + SECOND, "ScoreTable: no board is named before these results (line 12)."),
        (ONE + "\n" + FIRST + TWO.lstrip(), "ScoreTable: no board is named before these results (line 9)."),
        (ONE + '[ScoreTable "#"]\n1 2 200\n', "line 8, ScoreTable: there is no PairId_NS or PairId_EW."),
    ],
)  # fmt: skip
def test_results_without_a_board_are_a_fault_with_their_line(text, sentence):
    with pytest.raises(FileError) as refused:
        read_results(text.encode())
    assert refused.value.sentences == [sentence]


def test_a_board_in_a_comment_is_a_fault_at_its_bracket():
    deal = '[Board "7"]\n[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]\n'
    for comment in ("{10 8\n" + deal.replace("7", "8"), "{10 8\n" + deal.replace("7", "8") + "{PAR}"):
        with pytest.raises(DealFileError, match=r"^Board 7, comment: a board stands in .*\(line 3\)\.$"):
            read_deals((deal + comment).encode())
