"""The pages of a booklet: for each board its facts and its sentences."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clubsite.analysis.selectors.solutions import Solution
from clubsite.booklet.clause_text import sentence_text
from clubsite.booklet.clauses import LEAST_TOLD, AuctionsDiffer, BetterCalls, BookletSentence, Clause, DearestCall
from clubsite.booklet.field import BookletBoard, BookletLine
from clubsite.booklet.frequencies import Frequency, frequencies_of
from clubsite.booklet.play_clauses import best_play_clause, turning_clauses
from clubsite.booklet.result_clauses import (
    Bid,
    leads_clause,
    made_clause,
    par_clauses,
    range_clause,
    unbid_clause,
    usual_clause,
    usual_contracts,
    value_clause,
)
from clubsite.booklet.solved_board import JudgedLine, SolvedBoard
from games.deals import Deal
from scoring.contracts import PASSED_OUT
from scoring.field_tree import field_tree
from solver import engine
from solver.thread_engines import solves_whole_deals

MAX_BETTER_CALLS = 3


def differ_clause(judged: Sequence[JudgedLine]) -> AuctionsDiffer | None:
    """Return the first call on which the auctions differ, or None if fewer than two differ."""
    if not judged:
        return None
    root = field_tree({place: one.call_texts for place, one in enumerate(judged)})
    if len(root.branches) < 2:
        return None
    ways = tuple((branch.steps[0], len(branch.keys)) for branch in root.branches)
    return AuctionsDiffer(root.steps, ways, len(judged))


def dearest_clauses(judged: Sequence[JudgedLine]) -> tuple[Clause, ...]:
    """Return the call that cost most, and the calls that would have cost nothing, or () if no call cost enough
    to be told.

    Of equally dear calls, the one that most tables made is named, and then the one of the first line.
    """
    made = [
        (one.call_texts[: place + 1], verdict)
        for one in judged
        for place, verdict in enumerate(one.calls)
        if verdict.points >= LEAST_TOLD
    ]
    if not made:
        return ()
    times = Counter(calls for calls, _ in made)
    calls, verdict = max(made, key=lambda one: (one[1].points, times[one[0]]))
    alone = len({other for other, one in made if one.points == verdict.points}) == 1
    dearest = DearestCall(verdict.player, calls[:-1], calls[-1], verdict.points, times[calls], len(judged), alone)
    if len(verdict.held) > MAX_BETTER_CALLS:
        return (dearest,)
    return dearest, BetterCalls(calls[:-1], verdict.held)


MAX_SENTENCES = 6
FEW_SENTENCES = 3
"""With fewer sentences than this, the range of the scores is told too."""


def board_sentences(board: BookletBoard, solved: SolvedBoard | None) -> list[BookletSentence]:
    """Return up to six sentences. Without a solver they tell only what the field did."""
    lines = board.compared
    if not lines:
        return [BookletSentence(par_clauses(solved, lines)[:1])] if solved else []
    found = [BookletSentence(clauses) for clauses in _told(lines, solved) if clauses]
    if len(found) < FEW_SENTENCES and (scores := range_clause(lines)):
        found.append(BookletSentence((scores,)))
    return found[:MAX_SENTENCES]


def _told(lines: Sequence[BookletLine], solved: SolvedBoard | None) -> Iterator[tuple[Clause, ...]]:
    usual = usual_contracts(lines)
    if solved:
        yield par_clauses(solved, lines)
    yield tuple(_usual(lines, solved, usual))
    if solved:
        told = [contract for contract in usual[:1] if contract[0] != PASSED_OUT]
        yield from (turning_clauses(solved, lines, contract) for contract in told)
        yield from (_one(leads_clause(solved, lines, contract)) for contract in told)
        yield dearest_clauses(solved.judged)
        yield _one(best_play_clause(solved))
        yield _one(unbid_clause(solved, lines))
        yield _one(differ_clause(solved.judged))


def _usual(lines: Sequence[BookletLine], solved: SolvedBoard | None, usual: Sequence[Bid]) -> Iterator[Clause]:
    yield usual_clause(lines, usual)
    if len(usual) == 1 and usual[0][0] != PASSED_OUT:
        if solved:
            yield value_clause(solved, usual[0])
        yield made_clause(lines, usual[0])


def _one(clause: Clause | None) -> tuple[Clause, ...]:
    return (clause,) if clause else ()


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
