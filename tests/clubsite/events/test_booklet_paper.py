"""The booklet of an event as HTML and on paper, from pages of the solver's library."""

import io
import re
from dataclasses import replace
from itertools import product

import pytest
from django.template.loader import render_to_string
from pypdf import PdfReader

from clubsite.events.booklet_shown import BookletCover, best_of_event, booklet_pdf, booklet_shown
from clubsite.pdf.paper import PaperSize
from solver.verdicts.booklet import clauses as told
from solver.verdicts.booklet.clauses import BookletSentence
from solver.verdicts.booklet.pages import BookletPage, booklet_page, page_json
from tests import needs
from tests.solver.booklet.fields import BEST, RobotField, card_line, page_without_solver

COVER = BookletCover("Wide Solo", "Two Handed Bridge", "Monday 23 November 2026", ["Bay", "Clyde"], 12)


def shown_and_printed(page: BookletPage, cover: BookletCover = COVER) -> list[str]:
    html = render_to_string("booklet/booklet.html", {"booklet": booklet_shown(cover, [page])})
    paper = " ".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(booklet_pdf(cover, [page]))).pages)
    return [" ".join(text.split()) for text in (html, paper)]


def test_without_a_solver_a_page_has_cards_scores_and_what_the_field_did(monkeypatch):
    page = page_without_solver(monkeypatch)
    assert page.solution is None
    assert page.texts == [
        "The usual contract was 3 spades by South, at two of the three tables, and one of the two made it.",
        "Scores for South ran from +140 to −420.",
    ]
    assert len(PdfReader(io.BytesIO(booklet_pdf(COVER, [page]))).pages) == 2
    html, _ = shown_and_printed(page)
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
    best = next(c for sentence in named.sentences for c in sentence.clauses if isinstance(c, told.BestPlay))
    for page, names in ((named, {best.name} - {""}), (unnamed, set())):
        for text in (*shown_and_printed(page), " ".join(page.texts), str(page_json(page))):
            for line in shown.lines:
                assert all((name in text) == (name in names) for name in (line.south, line.north) if name)


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
    for text in shown_and_printed(page, replace(COVER, results=40, recorded=12)):
        assert "Calls and cards were recorded here for 12 of 40 results." in text
        assert "Of the recorded plays of the event that are not obvious, the best is on board 2." in text
    for text in shown_and_printed(page, replace(COVER, results=40, recorded=40)):
        assert "were recorded here" not in text and "Of the plays of the event that are" in text
    for text in shown_and_printed(page, replace(COVER, results=40, recorded=0)):
        assert "this booklet tells only of deals and scores" in text
