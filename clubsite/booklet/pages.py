"""The pages of a booklet: for each board its facts and its sentences."""

from dataclasses import dataclass

from clubsite.analysis.selectors.solutions import Solution
from clubsite.booklet.board_sentences import board_sentences
from clubsite.booklet.clause_text import sentence_text
from clubsite.booklet.clauses import BookletSentence
from clubsite.booklet.field import BookletBoard
from clubsite.booklet.frequencies import Frequency, frequencies_of
from clubsite.booklet.solved_board import SolvedBoard
from games.deals import Deal
from scoring.contracts import PASSED_OUT
from solver import engine
from solver.thread_engines import solves_whole_deals


@dataclass(frozen=True, slots=True)
class BookletPage:
    """A page of facts about one board. `solution` is None without a fast solver."""

    number: int
    dealer: str
    vulnerability: str
    deal: Deal
    solution: Solution | None
    frequencies: tuple[Frequency, ...]
    sentences: tuple[BookletSentence, ...]

    @property
    def texts(self) -> list[str]:
        """The sentences in words."""
        return [sentence_text(sentence) for sentence in self.sentences]


def booklet_page(board: BookletBoard) -> BookletPage:
    """Return the page of one board. Without a fast solver it has only what the field did."""
    solved = SolvedBoard(board, engine()) if solves_whole_deals() else None
    return BookletPage(
        number=board.number,
        dealer=board.dealer,
        vulnerability=board.vulnerability,
        deal=board.deal,
        solution=_solution(solved) if solved else None,
        frequencies=frequencies_of(board.lines),
        sentences=tuple(board_sentences(board, solved)),
    )


def _solution(solved: SolvedBoard) -> Solution:
    """Return the ten values and par."""
    start = solved.start
    contracts = [(contract or PASSED_OUT, declarer) for contract, declarer in solved.auction.contracts(start)]
    return Solution(solved.values, solved.par, contracts, list(solved.auction.line(start)))
