"""The table of scoring methods: the function that scores a board under each setting."""

from collections.abc import Callable, Hashable, Sequence

from scoring.board import BoardMP, score_board
from scoring.imps import score_butler, score_cross_imps
from scoring.lines import Line
from scoring.settings import ORDINARY, ScoringSettings

Scorer = Callable[[Sequence[Line], int | None, ScoringSettings], dict[Hashable, BoardMP]]

METHODS: dict[str, Scorer] = {
    "match_points": score_board,
    "cross_imps": score_cross_imps,
    "butler": score_butler,
}


def score_lines(
    lines: Sequence[Line], field: int | None = None, settings: ScoringSettings = ORDINARY
) -> dict[Hashable, BoardMP]:
    """Return both sides' match points or IMPs for every line of one board, keyed by the line's key.

    Raise ScoreError for lines that cannot be scored.
    """
    return METHODS[settings.method](lines, field, settings)
