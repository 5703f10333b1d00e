"""The parts of a contestant's percentage, and the match points that each of their calls and cards cost."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from clubsite.analysis.selectors.value_steps import ValuedPlay, ValueStep, valued_plays
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.shapes import Side, TravellerLine
from scoring.figures import rounded, whole_parts
from scoring.percentage_parts import (
    BoardParts,
    PercentagePart,
    PercentageStep,
    Prices,
    board_parts,
    percentage_parts,
    unknown_parts,
)
from scoring.session_scores import Outcome, RankingRow
from scoring.settings import ScoringSettings

PLAYER_OF = {"ns": "S", "ew": "N"}
AVERAGE_PERCENT = 50
LABELS = {
    PercentagePart.FIELD: (
        "The field",
        "what best calls and play by both would have scored against the other tables",
    ),
    PercentagePart.CALLS: ("Calls", "own calls that cost something"),
    PercentagePart.DECLARING: ("Declaring", "own cards as declarer"),
    PercentagePart.DEFENCE: ("Defence", "own cards against a contract"),
    PercentagePart.GIFT_CALLS: ("Gifts in the auction", "what opponents' calls gave"),
    PercentagePart.GIFT_CARDS: ("Gifts in the play", "what opponents' cards gave"),
    PercentagePart.RULING: ("Rulings", "from the score that was played to the one that counts"),
    PercentagePart.UNKNOWN: ("Boards not worked out", "only their result is known so far"),
    PercentagePart.PENALTY: ("Penalties", "what the director took or gave"),
    PercentagePart.OTHER: ("Carried over", "from an earlier session"),
}


@dataclass(frozen=True, slots=True)
class PartRow:
    """A part of the percentage as shown. `points` is its share of the percentage, with two decimals. Its bar starts in
    the middle of the column and covers `width` per cent of the column, extending to the left for a loss.
    """

    part: PercentagePart
    points: Fraction
    width: int

    @property
    def label(self) -> str:
        return LABELS[self.part][0]

    @property
    def note(self) -> str:
        """A note that explains what this part of the percentage counts."""
        return LABELS[self.part][1]

    @property
    def lost(self) -> bool:
        return self.points < 0


@dataclass(frozen=True, slots=True)
class ValuedLine:
    """A line whose play has been analysed. `parts.steps` matches `play.steps` in number and order."""

    line: TravellerLine
    side: Side
    play: ValuedPlay
    parts: BoardParts

    @property
    def own(self) -> list[tuple[ValueStep, Fraction]]:
        """The contestant's own steps and their costs, as percentages of the board."""
        return [(step, share) for step, share in self._shares() if step.by == PLAYER_OF[self.side]]

    @property
    def gifts(self) -> list[tuple[ValueStep, Fraction]]:
        """The opponents' steps and what each of them gave away, as percentages of the board."""
        return [(step, share) for step, share in self._shares() if step.by != PLAYER_OF[self.side]]

    def _shares(self) -> Iterable[tuple[ValueStep, Fraction]]:
        if not self.parts.top:
            return []
        shares = [100 * priced.points / self.parts.top for priced in self.parts.steps]
        return zip(self.play.steps, shares, strict=True)


def valued_lines(published: Published, lines: Iterable[tuple[TravellerLine, Side]]) -> list[ValuedLine]:
    """Return the contestant's lines that count and have an analysis. With IMP scoring, there are none."""
    counted = [(line, side) for line, side in lines if line.mp_of(side) is not None]
    if published.imps:
        return []
    plays = valued_plays(published, [line.table_board for line, _ in counted])
    settings = published.settings
    return [
        ValuedLine(line, side, play, _parts(published, line, side, play, settings))
        for line, side in counted
        if (play := plays.get(line.table_board)) is not None
    ]


def percentage_rows(
    published: Published,
    row: RankingRow,
    lines: Iterable[tuple[TravellerLine, Side]],
    final: dict[int, Fraction],
    valued: list[ValuedLine] | None = None,
) -> list[PartRow]:
    """Return the non-zero parts of a ranking row's percentage. Together with 50, they add up to the percentage shown.

    `lines` has all the contestant's lines, `final` the final values of some of them (Law 12C2), and `valued` the
    `valued_lines` if they have already been read. Return [] without an analysis, or if boards may not be shown yet.
    """
    every = list(lines)
    valued = valued_lines(published, every) if valued is None else valued
    if row.percentage is None or not row.possible or published.hidden or not valued:
        return []
    known = {one.line.table_board: one.parts for one in valued}
    boards = [
        _counting(known.get(line.table_board), won, final.get(line.table_board, won), line.points.top)
        for line, side in every
        if line.points is not None and (won := line.mp_of(side)) is not None
    ]
    return _rows(percentage_parts(boards, row.won, Fraction(row.possible), row.penalty), row.percentage)


def _counting(known: BoardParts | None, won: Fraction, final: Fraction, top: int) -> BoardParts:
    if known is None:
        return unknown_parts(final, top)
    ruling = known.parts[PercentagePart.RULING] + final - won
    return BoardParts({**known.parts, PercentagePart.RULING: ruling}, known.steps, final, top)


def _parts(
    published: Published, line: TravellerLine, side: Side, play: ValuedPlay, settings: ScoringSettings
) -> BoardParts:
    won, points = line.mp_of(side), line.points
    assert won is not None and points is not None and line.result is not None
    times = Counter(_outcome(one) for one in _compared(published, line, settings))
    prices = Prices(times, _outcome(line), points.top // 2 + 1, side, settings)
    steps = [PercentageStep(_part(step, side), step.before, step.after, step.seq) for step in play.steps]
    return board_parts(prices, steps, play.score, won, points.top)


def _compared(published: Published, line: TravellerLine, settings: ScoringSettings) -> Iterable[TravellerLine]:
    apart = settings.field == "section"
    board = next(board for board in published.boards if board.key == line.board_key)
    return [
        one
        for one in board.lines
        if one.result is not None and one.four_handed == line.four_handed and (not apart or one.section == line.section)
    ]


def _outcome(line: TravellerLine) -> Outcome:
    result = line.result
    assert result is not None
    return Outcome(result.status.value, result.ns_score, result.ruling, result.group)


def _part(step: ValueStep, side: Side) -> PercentagePart:
    if step.by != PLAYER_OF[side]:
        return PercentagePart.GIFT_CALLS if step.call else PercentagePart.GIFT_CARDS
    if step.call:
        return PercentagePart.CALLS
    return PercentagePart.DECLARING if step.declaring else PercentagePart.DEFENCE


def _rows(parts: dict[PercentagePart, Fraction], percentage: Fraction) -> list[PartRow]:
    shown = _summing(parts, rounded(percentage, 2) - AVERAGE_PERCENT)
    most = max((abs(points) for points in shown.values()), default=Fraction(0)) or Fraction(1)
    return [PartRow(part, points, round(50 * abs(points) / most)) for part, points in shown.items()]


def _summing(parts: dict[PercentagePart, Fraction], total: Fraction) -> dict[PercentagePart, Fraction]:
    """Round the parts to two decimals so that they sum to `total`."""
    hundredths = whole_parts([100 * points for points in parts.values()], 100 * total)
    return {part: Fraction(points, 100) for part, points in zip(parts, hundredths, strict=True)}
