"""Pages of the booklet in words."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.lines import Status
from scoring.result import BoardResult
from solver.verdicts.booklet import clauses as told
from solver.verdicts.booklet.clauses import BookletSentence
from solver.verdicts.booklet.pages import booklet_page, page_json, page_of
from solver.verdicts.booklet.play_clauses import TurnsAlike
from tests import needs
from tests.solver.booklet.fields import BEST, THREE_TABLES, RobotField, board_of, page_without_solver


@pytest.mark.parametrize(
    ("clauses", "text"),
    [
        (
            (told.BoardPar(420, (("4S", "S"),)), told.ParScored(420, 5, 16)),
            "Par is +420 to South, for 4 spades by South; five of the 16 tables scored it.",
        ),
        ((told.BoardPar(0, (("PASS", ""),)),), "Par is 0: with best calls the board is passed out."),
        (
            (told.BoardPar(-110, (("1C", "N"), ("2C", "N"))), told.ParScored(-110, 2, 2)),
            "Par is +110 to North, for 1 or 2 clubs by North; both tables scored it.",
        ),
        (
            (
                told.UsualContract((("4S", "S"),), 9, 16, 1),
                told.ContractValue("4S", "S", 11),
                told.ContractMade("4S", "S", 5, 9),
            ),
            "The usual contract was 4 spades by South, at nine of the 16 tables, doubled at one; with best play it "
            "makes with an overtrick, and five of the nine made it.",
        ),
        (
            (told.UsualContract((("4S", "S"), ("3N", "N")), 2, 6, 3),),
            "The usual contracts were 4 spades by South and 3 no trump by North, each at two of the six tables, "
            "doubled at three of these four.",
        ),
        ((told.UsualContract((("PASS", ""),), 3, 3, 0),), "All three tables passed the board out."),
        ((told.ManyContracts(5, 5),), "The five tables played five different contracts."),
        (
            (
                told.TurningCard(
                    "3N", "N", False, TurnsAlike.POSITION, (("a", 9), ("b", 9)), "W", ("HJ", "H2"), 2, 3, 3
                ),
                told.HoldingCards("3N", "N", False, ("a", 9), ("DT",), 4),
                told.BestLine("3N", "N", False, ("a", 9), (("W", "DT"), ("N", "D4"), ("E", "HK"), ("E", "S2"))),
            ),
            "In 3 no trump by North two of the three tables that went down lost it with the jack of hearts or the 2 of "
            "hearts from the West dummy at trick 3, in the same position; only the 10 of diamonds would have made it. "
            "A line from there that makes it: the 10 of diamonds, 4, king of hearts; the 2 of spades.",
        ),
        (
            (told.TurningCard("3N", "N", True, TurnsAlike.POSITION, (("a", 0),), "S", ("HJ",), 1, 1, 2),),
            "In 3 no trump by North the one recorded table that made it was given it by South’s jack of hearts at "
            "trick 1.",
        ),
        (
            (told.TurningCard("3N", "N", False, TurnsAlike.FIRST, (("a", 5),), "N", ("HJ",), 2, 3, 4),),
            "In 3 no trump by North two of the three recorded tables that went down lost it with different cards, one "
            "of them North’s jack of hearts at trick 2.",
        ),
        (
            (told.TurningCard("3N", "N", True, TurnsAlike.CARD, (("a", 5), ("b", 20)), "W", ("HJ",), 2, 2, 2),),
            "In 3 no trump by North both tables that made it were given it by the jack of hearts from the West dummy "
            "at tricks 2 and 6.",
        ),
        (
            (told.BeatingLeads("3N", "N", ("HJ", "S2"), 0, 4),),
            "Only the lead of the jack of hearts or the 2 of spades beats 3 no trump by North; none of the four tables "
            "whose lead is known found it.",
        ),
        (
            (told.DearestCall("N", ("1S",), "3N", 450, 2, 6, True), told.BetterCalls(("1S",), ("P",))),
            "The most expensive call was North’s 3 no trump after 1 spade at two of the six recorded tables: it cost "
            "450 points, and only pass would have cost nothing.",
        ),
        (
            (told.DearestCall("S", (), "7H", 300, 1, 1, False),),
            "One of the most expensive calls was South’s 7 hearts, the first call, at the only recorded table: it cost "
            "300 points.",
        ),
        (
            (BEST,),
            "Of the plays that are not obvious, the best was made at Bay by Bo: in 3 spades doubled by South, at trick "
            "2, South’s ace of spades was one of two cards, out of nine, that cost nothing, and "
            "any other would have cost 630 points or more.",
        ),
        (
            (told.UnbidContract("6C", "N", 920, 7, 7, True),),
            "Nobody bid 6 clubs by North, which makes and scores 920: more than North had at any table.",
        ),
        (
            (told.AuctionsDiffer(("P",), (("1S", 3), ("1N", 1)), 4),),
            "The four recorded tables began with pass and then differed: 1 spade at three and 1 no trump at one.",
        ),
        (
            (told.AuctionsDiffer((), (("1S", 9), ("1N", 3), ("P", 2), ("2C", 1)), 15),),
            "The 15 recorded tables differed in the first call: 1 spade at nine, 1 no trump at three, pass at two and "
            "2 clubs at one.",
        ),
        (
            (told.AuctionsDiffer((), (("1S", 9), ("1N", 3), ("P", 2), ("2C", 1), ("X", 1)), 16),),
            "The 16 recorded tables differed in the first call: 1 spade at nine, 1 no trump at three, pass at two and "
            "other calls at two.",
        ),
        (
            (told.ScoreRange(620, -100, 420, 5, 9),),
            "Scores for South ran from +620 to −100; the most frequent was +420, at five tables.",
        ),
        ((told.ScoreRange(0, 0, 0, 2, 2),), "Both tables scored 0."),
    ],
)
def test_sentences_in_words(clauses, text):
    assert BookletSentence(clauses).text == text


def test_frequencies_have_every_table_once_and_say_what_was_not_played(monkeypatch):
    lines = [
        *THREE_TABLES,
        replace(THREE_TABLES[0], key="d", percent_south=Fraction(50), percent_north=Fraction(50)),
        replace(THREE_TABLES[0], key="e", result=BoardResult(Status.ARTIFICIAL, ruling="A6040")),
        replace(THREE_TABLES[0], key="f", result=replace(THREE_TABLES[0].result, group="B")),
    ]
    page = page_without_solver(monkeypatch, lines)
    assert sum(row.count for row in page.frequencies) == 6
    rows = [(row.score, row.count, row.words) for row in page.frequencies]
    assert rows == [(140, 2, ""), (140, 1, "Compared apart"), (-50, 1, ""), (-420, 1, ""), (None, 1, rows[-1][2])]
    assert rows[-1][2].startswith("Artificial")
    assert len(board_of(lines).compared) == 4


@needs.compiled_solver
def test_a_page_has_three_to_six_sentences_and_what_is_makeable():
    for number in (1, 2):
        page = booklet_page(RobotField("facts", number).board(tables=5, logs=5))
        assert 3 <= len(page.texts) <= 6
        assert page.solution is not None and len(page.solution.rows) == 2
        assert sum(row.count for row in page.frequencies) == 5


def test_a_stored_page_is_the_same_page(monkeypatch):
    page = page_without_solver(monkeypatch)
    every = (*page.sentences, BookletSentence((BEST,)))
    turning = told.TurningCard("3N", "N", True, TurnsAlike.CARD, (("a", 0), ("b", 7)), "S", ("HJ",), 2, 2, 2)
    full = replace(page, sentences=(*every, BookletSentence((turning,))))
    assert page_of(page_json(full)) == full
