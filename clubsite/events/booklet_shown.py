"""Pages of the booklet as templates and sheets show them: the cards laid out, and figures rounded."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clubsite.pdf.booklet_sheets import PlaceTable, PrintedCover, booklet_sheets
from clubsite.pdf.paper import PaperSize
from games.wording import counted
from solver.verdicts.booklet.pages import BookletPage
from solver.verdicts.booklet.play_clauses import BestPlay

HOW_IT_WAS_MADE = (
    "No person wrote this booklet. Every statement was taken from the results, the recorded plays and exact analysis. "
    "Best play means that both players see all cards and make no mistake."
)
WHICH_PLAYS = (
    "A play is not obvious if, in the first ten tricks, at most two of three or more cards cost nothing, and a simple "
    "program that looks no further than the trick would choose another one. Such a play is worth the points that it "
    "saved, times the share of the cards that would have lost them."
)


@dataclass(frozen=True, slots=True)
class BookletCover:
    """The text of the cover: the event, its organiser, the dates in words, and the clubs.

    `results` counts the results that were played, and `recorded` those of them whose calls and cards are known here.
    """

    title: str
    organiser: str
    dates: str
    clubs: Sequence[str]
    tables: int
    results: int = 0
    recorded: int = 0

    @property
    def all_recorded(self) -> bool:
        return self.recorded == self.results

    @property
    def recorded_words(self) -> str:
        """A sentence about the results whose calls and cards are not known here, or "" if there are none."""
        if self.all_recorded:
            return ""
        if not self.recorded:
            return "No calls and cards were recorded here, so this booklet tells only of deals and scores."
        of = f"{self.recorded} of {counted(self.results, 'result')}"
        return (
            f"Calls and cards were recorded here for {of}. What this booklet tells of calls and plays is about these."
        )


def booklet_shown(cover: BookletCover, pages: Sequence[BookletPage]) -> dict[str, Any]:
    """Return the booklet for its template. `best` is the best play that was recorded, in words."""
    best = best_of_event(pages, all_recorded=cover.all_recorded)
    facts = cover_facts(cover, len(pages))
    return {"cover": cover, "boards": pages, "best": best, "facts": facts, "how_it_was_made": _how_it_was_made(best)}


def booklet_pdf(
    cover: BookletCover,
    pages: Sequence[BookletPage],
    size: PaperSize = PaperSize.A4,
    ranking: Sequence[PlaceTable] = (),
) -> bytes:
    """Return the booklet as a PDF: a cover, the ranking, and one sheet for each board."""
    best = best_of_event(pages, all_recorded=cover.all_recorded)
    notes = tuple(filter(None, (best, cover.recorded_words, _how_it_was_made(best))))
    facts = cover_facts(cover, len(pages))
    printed = PrintedCover(cover.title, cover.organiser, facts, notes, tuple(cover.clubs))
    return booklet_sheets(printed, ranking, pages, size)


def _how_it_was_made(best: str) -> str:
    return f"{HOW_IT_WAS_MADE} {WHICH_PLAYS}" if best else HOW_IT_WAS_MADE


def best_of_event(pages: Sequence[BookletPage], *, all_recorded: bool = True) -> str:
    """Return the best play of all boards in two sentences, with its board, or "" if there is none.

    Unless all plays were recorded, it is only the best of the recorded plays.
    """
    candidates = [
        (clause, page.number)
        for page in pages
        for sentence in page.sentences
        for clause in sentence.clauses
        if isinstance(clause, BestPlay)
    ]
    if not candidates:
        return ""
    clause, number = max(candidates, key=lambda pair: pair[0].merit)
    alone = clause.alone and sum(other.merit == clause.merit for other, _ in candidates) == 1
    plays = "plays of the event" if all_recorded else "recorded plays of the event"
    best = "the best" if alone else "one of the best"
    return f"Of the {plays} that are not obvious, {best} is on board {number}. It was {clause.made_text()}."


def cover_facts(cover: BookletCover, boards: int) -> tuple[str, ...]:
    """Return the lines below the title."""
    played = ", ".join((counted(boards, "board"), counted(len(cover.clubs), "club"), counted(cover.tables, "table")))
    return (cover.dates, played) if cover.dates else (played,)
