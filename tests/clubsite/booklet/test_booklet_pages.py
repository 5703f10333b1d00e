"""Pages of the booklet in words, as HTML and on paper."""

import io
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from django.template.loader import render_to_string
from pypdf import PdfReader

from clubsite.booklet import clauses as told
from clubsite.booklet import pages as module
from clubsite.booklet.clauses import BookletSentence
from clubsite.booklet.pages import BookletPage, booklet_page, page_json, page_of
from clubsite.booklet.play_clauses import TurnsAlike
from clubsite.booklet.shown import BookletCover, best_of_event, booklet_pdf, booklet_shown
from clubsite.pdf.paper import PaperSize
from scoring.lines import Status
from scoring.result import BoardResult
from tests import needs
from tests.clubsite.booklet.fields import RobotField, board_of, card_line, logged, lowest, recorded_line

COVER = BookletCover("Wide Solo", "Two Handed Bridge", "Monday 23 November 2026", ["Bay", "Clyde"], 12)
FIELD = [
    recorded_line("a", logged("3S P P"), south="Shown South", north="Shown North"),
    recorded_line("b", logged("3S P P", lowest, lowest)),
    card_line("c", "5C", "N", 12),
]
BEST = told.BestPlay(("d", 4), "Bay", "Bo", "S", "3SX", "S", "S", "SA", 2, 9, 630, True)


def words(*clauses: told.Clause) -> str:
    return BookletSentence(clauses).text


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
    assert words(*clauses) == text


def page_without_solver(monkeypatch, lines=tuple(FIELD)) -> BookletPage:
    monkeypatch.setattr(module, "solves_whole_deals", lambda: False)
    return booklet_page(board_of(lines))


def test_without_a_solver_a_page_has_cards_scores_and_what_the_field_did(monkeypatch):
    page = page_without_solver(monkeypatch)
    assert page.solution is None
    assert page.texts == [
        "The usual contract was 3 spades by South, at two of the three tables, and one of the two made it.",
        "Scores for South ran from +140 to −420.",
    ]
    assert len(PdfReader(io.BytesIO(booklet_pdf(COVER, [page]))).pages) == 2


def test_frequencies_have_every_table_once_and_say_what_was_not_played(monkeypatch):
    lines = [
        *FIELD,
        replace(FIELD[0], key="d", percent_south=Fraction(50), percent_north=Fraction(50)),
        replace(FIELD[0], key="e", result=BoardResult(Status.ARTIFICIAL, ruling="A6040")),
        replace(FIELD[0], key="f", result=replace(FIELD[0].result, group="B")),
    ]
    page = page_without_solver(monkeypatch, lines)
    assert sum(one.count for one in page.frequencies) == 6
    rows = [(one.score, one.count, one.words) for one in page.frequencies]
    assert rows == [(140, 2, ""), (140, 1, "Compared apart"), (-50, 1, ""), (-420, 1, ""), (None, 1, rows[-1][2])]
    assert rows[-1][2].startswith("Artificial")
    assert len(board_of(lines).compared) == 4


def test_a_page_shows_both_hands_both_sequences_and_every_sentence(monkeypatch):
    page = page_without_solver(monkeypatch)
    html = render_to_string("booklet/booklet.html", {"booklet": booklet_shown(COVER, [page])})
    assert all(text in html for text in page.texts)
    assert "West’s sequence, North’s dummy: king of clubs, queen of clubs" in html
    assert "East’s sequence, South’s dummy: ace of hearts, queen of hearts" in html
    assert html.count("<article") == 1 and "Wide Solo" in html


@pytest.mark.parametrize("size", list(PaperSize))
def test_the_pdf_has_a_cover_and_one_sheet_a_board_however_many_scores_there_are(monkeypatch, size):
    ways = product(range(1, 8), ("S", "SX", "CX"), "SN", range(14))
    many = [card_line(f"{n}", f"{level}{strain}", who, tricks) for n, (level, strain, who, tricks) in enumerate(ways)]
    small, large = page_without_solver(monkeypatch), page_without_solver(monkeypatch, many)
    assert len(large.frequencies) > 60
    long = replace(small, sentences=small.sentences * 30)
    sheets = PdfReader(io.BytesIO(booklet_pdf(COVER, [small, large, long], size))).pages
    assert len(sheets) == 4
    text = [sheet.extract_text() for sheet in sheets]
    assert "Wide Solo" in text[0] and "Clyde" in text[0]
    assert " ".join(text[1].split()).count("The usual contract was 3 spades by South") == 1
    assert "other scores" in text[2]
    assert "Page 2" in text[1] and "Page 4" in text[3]


def test_contracts_for_which_a_row_of_the_pdf_has_no_room_are_counted(monkeypatch):
    down_one = [
        card_line(f"{level}{strain}", f"{level}{strain}", "S", level + 5) for level in (1, 2) for strain in "NSHDC"
    ]
    pdf = PdfReader(io.BytesIO(booklet_pdf(COVER, [page_without_solver(monkeypatch, down_one)])))
    assert "1NT–1 S (1), 1 –1 S (1)" in (text := pdf.pages[1].extract_text())
    assert re.search(r" and [2-9] others", text)


@needs.compiled_solver
def test_names_that_are_hidden_appear_nowhere():
    shown = RobotField("names", 1).board(tables=6, logs=6)
    hidden = replace(shown, lines=[replace(line, south="", north="") for line in shown.lines])
    named, unnamed = map(booklet_page, (shown, hidden))
    best = next(c for one in named.sentences for c in one.clauses if isinstance(c, told.BestPlay))
    for page, names in ((named, {best.name} - {""}), (unnamed, set())):
        html = render_to_string("booklet/booklet.html", {"booklet": booklet_shown(COVER, [page])})
        paper = " ".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(booklet_pdf(COVER, [page]))).pages)
        for text in (html, paper, " ".join(page.texts), str(page_json(page))):
            for line in shown.lines:
                assert all((name in text) == (name in names) for name in (line.south, line.north) if name)


@needs.compiled_solver
def test_a_page_has_three_to_six_sentences_and_what_is_makeable():
    pages = [booklet_page(RobotField("facts", number).board(tables=5, logs=5)) for number in (1, 2)]
    for page in pages:
        assert 3 <= len(page.texts) <= 6
        assert page.solution is not None and len(page.solution.rows) == 2
        assert sum(one.count for one in page.frequencies) == 5
    assert "plays of the event that are not obvious" in best_of_event(pages)


def test_the_best_play_of_the_event_is_that_of_the_board_where_most_was_saved(monkeypatch):
    page = page_without_solver(monkeypatch)
    small = replace(page, number=1, sentences=(BookletSentence((replace(BEST, points=50),)),))
    large = replace(page, number=2, sentences=(BookletSentence((BEST,)),))
    best = best_of_event([small, large, page])
    assert best.startswith("Of the plays of the event that are not obvious, the best is on board 2. It was made at Bay")
    assert ", one of the best is on board 1. It was made" in best_of_event([replace(large, number=1), large])
    assert best_of_event([page]) == ""


def test_a_booklet_says_for_how_many_results_it_knows_the_cards(monkeypatch):
    page = replace(page_without_solver(monkeypatch), number=2, sentences=(BookletSentence((BEST,)),))

    def texts(**known: int) -> list[str]:
        cover = replace(COVER, **known)
        html = render_to_string("booklet/booklet.html", {"booklet": booklet_shown(cover, [page])})
        paper = " ".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(booklet_pdf(cover, [page]))).pages)
        return [" ".join(text.split()) for text in (html, paper)]

    for text in texts(results=40, recorded=12):
        assert "Calls and cards were recorded here for 12 of 40 results." in text
        assert "Of the recorded plays of the event that are not obvious, the best is on board 2." in text
    for text in texts(results=40, recorded=40):
        assert "were recorded here" not in text and "Of the plays of the event that are" in text
    for text in texts(results=40, recorded=0):
        assert "this booklet tells only of deals and scores" in text


def test_a_stored_page_is_the_same_page(monkeypatch):
    page = page_without_solver(monkeypatch)
    every = (*page.sentences, BookletSentence((BEST,)))
    turning = told.TurningCard("3N", "N", True, TurnsAlike.CARD, (("a", 0), ("b", 7)), "S", ("HJ",), 2, 2, 2)
    full = replace(page, sentences=(*every, BookletSentence((turning,))))
    assert page_of(page_json(full)) == full
