"""Scores in scorers' shorthand, such as "1N S 7", "4SX N -2 lSA", "p" and "a6040"."""

from clubsite.nights.models import TableBoard
from clubsite.scores.models import ScoreEntry
from clubsite.scores.services.entries import score_enter
from clubsite.scores.services.score_parser import parse_score, read_score_line
from scoring.result import BoardResult


def result(row: TableBoard, line: str = "", **typed) -> BoardResult:
    """Return the result of a board at a table, given by `line` or by `typed` as arguments for `parse_score`."""
    typed |= read_score_line(line) if line else {}
    return parse_score(vul=row.board.vulnerability, four_handed=row.round.section.pairs, **typed)


def enter_score(row: TableBoard, user, line: str = "", *, why: str = "", **typed) -> ScoreEntry:
    """Enter this score for `row` as the director `user`, so that it counts."""
    return score_enter(table_board=row, result=result(row, line, **typed), user=user, why=why)
