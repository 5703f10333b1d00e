"""The sentences of a page, in their order."""

from collections.abc import Iterator, Sequence

from clubsite.booklet.call_clauses import dearest_clauses, differ_clause
from clubsite.booklet.clauses import BookletSentence, Clause
from clubsite.booklet.field import BookletBoard, BookletLine
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
from clubsite.booklet.solved_board import SolvedBoard
from scoring.contracts import PASSED_OUT

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
