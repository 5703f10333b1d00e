"""The pages of a booklet: for each board its facts, and the sentences that the second reading has confirmed."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from clubsite.analysis.selectors.solutions import Solution
from clubsite.analysis.solver_available import solves_whole_deals
from clubsite.booklet.clause_text import sentence_text
from clubsite.booklet.clauses import BookletSentence, Clause
from clubsite.booklet.field import BookletBoard
from clubsite.booklet.first_reading import first_sentences
from clubsite.booklet.frequencies import Frequency, frequencies_of
from clubsite.booklet.second_reading import SecondReading
from clubsite.booklet.solved_board import SolvedBoard
from games.deals import Deal
from scoring.contracts import PASSED_OUT
from solver import engine

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BookletPage:
    """A page of facts about one board.

    `solution` is None without a fast solver. `refused` has the clauses that the second reading did not confirm: none
    of them is printed, and each one is a defect of the first reading.
    """

    number: int
    dealer: str
    vulnerability: str
    deal: Deal
    solution: Solution | None
    frequencies: tuple[Frequency, ...]
    sentences: tuple[BookletSentence, ...]
    refused: tuple[Clause, ...] = ()

    @property
    def texts(self) -> list[str]:
        """The sentences in words."""
        return [sentence_text(sentence) for sentence in self.sentences]

    @property
    def tables(self) -> int:
        """The number of tables in the frequencies."""
        return sum(one.count for one in self.frequencies)


def booklet_pages(boards: Iterable[BookletBoard]) -> list[BookletPage]:
    """Return a page for each board. Takes one to three seconds of CPU a board in a field of 16 recorded tables."""
    return [booklet_page(board) for board in boards]


def booklet_page(board: BookletBoard) -> BookletPage:
    """Return the page of one board. Without a fast solver it has only what the field did."""
    solved = SolvedBoard(board, engine()) if solves_whole_deals() else None
    second = SecondReading(board, engine() if solved else None)
    refused: list[Clause] = []
    sentences = tuple(confirmed(first_sentences(board, solved), second, refused))
    for clause in refused:
        log.error("booklet, board %s: the second reading does not confirm %r", board.number, clause)
    return BookletPage(
        number=board.number,
        dealer=board.dealer,
        vulnerability=board.vulnerability,
        deal=board.deal,
        solution=_solution(solved, second) if solved else None,
        frequencies=frequencies_of(board.lines),
        sentences=sentences,
        refused=tuple(refused),
    )


def confirmed(
    sentences: Sequence[BookletSentence], second: SecondReading, refused: list[Clause]
) -> Iterator[BookletSentence]:
    """Yield the sentences with the clauses that the second reading confirms, and add the others to `refused`.

    A sentence whose first clause is refused is left out, as the others lean on it.
    """
    for sentence in sentences:
        found = {clause: second.confirms(clause) for clause in sentence.clauses}
        refused += [clause for clause, true in found.items() if not true]
        if found[sentence.clauses[0]]:
            yield BookletSentence(tuple(clause for clause, true in found.items() if true))


def _solution(solved: SolvedBoard, second: SecondReading) -> Solution | None:
    """Return the ten values and par, or None if the second reading finds other values."""
    if second.table != solved.values:
        log.error(
            "booklet, board %s: the second reading finds %s, not %s", solved.board.number, second.table, solved.values
        )
        return None
    start = solved.start
    contracts = [(contract or PASSED_OUT, declarer) for contract, declarer in solved.auction.contracts(start)]
    return Solution(solved.values, solved.par, contracts, list(solved.auction.line(start)))
