"""An explanation of a contestant's percentage: its parts, the reasons on each board, and the morning-after page."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubsite.analysis.selectors.verdicts import (
    Decisive,
    ValuedPlay,
    ValueStep,
    decisive_moment,
    ending_at,
    moments_in_words,
    valued_plays,
)
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.shapes import Side, TravellerLine
from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS, sorted_hand
from games.seats import SEATS, Seat
from games.wording import call_name, card_label, contract_name, number_name, seat_name
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
from solver.verdicts.verdict_text import tricks

PLAYER_OF = {"ns": "S", "ew": "N"}
AVERAGE_PERCENT = 50
LABELS = {
    PercentagePart.FIELD: ("The field", "what best calls and play by both would have scored against the other tables"),
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
    known = {valued_line.line.table_board: valued_line.parts for valued_line in valued}
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
    times = Counter(_outcome(other) for other in _compared(published, line, settings))
    prices = Prices(times, _outcome(line), points.top // 2 + 1, side, settings)
    steps = [PercentageStep(_part(step, side), step.before, step.after, step.seq) for step in play.steps]
    return board_parts(prices, steps, play.score, won, points.top)


def _compared(published: Published, line: TravellerLine, settings: ScoringSettings) -> Iterable[TravellerLine]:
    apart = settings.field == "section"
    board = next(board for board in published.boards if board.key == line.board_key)
    return [
        row
        for row in board.lines
        if row.result is not None and row.four_handed == line.four_handed and (not apart or row.section == line.section)
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
    total = rounded(percentage, 2) - AVERAGE_PERCENT  # the shown parts, of two decimals, sum to this
    hundredths = whole_parts([100 * points for points in parts.values()], 100 * total)
    shown = {part: Fraction(points, 100) for part, points in zip(parts, hundredths, strict=True)}
    most = max((abs(points) for points in shown.values()), default=Fraction(0)) or Fraction(1)
    return [PartRow(part, points, round(50 * abs(points) / most)) for part, points in shown.items()]


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason and how much it accounts for. `points` is a whole percentage of the board.

    `seq` is the number of the act in the play's log, or None if the reason is not one of the reader's acts.
    """

    what: str
    points: int
    seq: int | None = None


def reasons_of(valued: ValuedLine, final: Fraction, *, mine: bool) -> list[Reason]:
    """Return the reasons for the result on the board. Together with 50, they add up to the result as a whole
    percentage.

    `final` has the final match points (Law 12C2). `mine` means that the contestant is the reader. Reasons that
    round to 0 are left out. If nobody else played the board, no reasons are returned.
    """
    top = valued.parts.top
    if not top:
        return []
    shares = list(_shares(valued, final, mine))
    points = whole_parts([share for _, share, _ in shares], 100 * final / top - AVERAGE_PERCENT)
    return [Reason(what, n, seq) for (what, _, seq), n in zip(shares, points, strict=True) if n]


def _shares(valued: ValuedLine, final: Fraction, mine: bool) -> Iterator[tuple[str, Fraction, int | None]]:
    top, parts = valued.parts.top, valued.parts.parts
    own = "your" if mine else f"{seat_name(PLAYER_OF[valued.side])}’s"
    for step, share in valued.own:
        yield f"{own} {_act(step.action)}", share, step.seq
    gifts = [share for _, share in valued.gifts]
    if gifts:
        yield "their gift" if len(gifts) == 1 else "their gifts", sum(gifts, Fraction(0)), None
    yield "the field", 100 * parts[PercentagePart.FIELD] / top, None
    yield "the ruling", 100 * (parts[PercentagePart.RULING] + final - valued.parts.won) / top, None


def _act(action: str) -> str:
    if action in CALL_TEXTS:
        return call_name(CALL_TEXTS[action])
    if action in CARD_TEXTS:
        return card_label(CARD_TEXTS[action].text)
    return "answer to the claim" if action == "accept" else "claim"


MAX_MOMENTS = 3
MIN_SHARE = Fraction(1, 2)
"""Per cent of a board. Smaller swings are not shown."""


@dataclass(frozen=True, slots=True)
class SwingMoment:
    """A call, a card or a claim that changed the reader's result on a board by `share` per cent of the board."""

    line: TravellerLine
    seq: int
    share: Fraction
    text: str
    held: str

    @property
    def cost(self) -> int:
        """The size of the share as a whole percentage, without a sign."""
        return round(abs(self.share))


Priced = tuple[ValuedLine, ValueStep, Fraction]
"""A step, with its effect on the reader's result as a percentage of the board."""


def morning(published: Published, valued: list[ValuedLine]) -> dict[str, Any] | None:
    """Return the context of the morning page, or None if there is neither an analysis nor a featured hand.

    `valued` is the result of `valued_lines` for all of a contestant's lines. `costly` has the costliest decisions, at
    most one per board. For a session scored in IMPs, the page has only the featured hand.
    """
    costly = _dearest((line, step, share) for line in valued for step, share in line.own if share <= -MIN_SHARE)
    gifts = [(line, step, share) for line in valued for step, share in line.gifts if share >= MIN_SHARE]
    gift = max(gifts, key=lambda priced: priced[2], default=None)
    moments = _told(published, [*costly, *([gift] if gift else [])])
    hand = featured_hand(published)
    if not valued and not hand:
        return None
    return {
        "costly": [moment for moment in moments if moment.share < 0],
        "gift": next((moment for moment in moments if moment.share > 0), None),
        "hand": hand,
        "priced": bool(valued),
    }


def _dearest(steps: Iterable[Priced]) -> list[Priced]:
    """Return the costliest steps, at most one per board."""
    of_boards: dict[int, Priced] = {}
    for priced in sorted(steps, key=lambda step: step[2]):
        of_boards.setdefault(priced[0].line.table_board, priced)
    return list(of_boards.values())[:MAX_MOMENTS]


def _told(published: Published, steps: list[Priced]) -> list[SwingMoment]:
    wanted: defaultdict[int, set[int]] = defaultdict(set)
    for valued, step, _ in steps:
        wanted[valued.line.table_board].add(step.seq)
    readers = {valued.line.table_board: PLAYER_OF[valued.side] for valued, _, _ in steps}
    words = moments_in_words(published, wanted, readers) if wanted else {}
    return [
        SwingMoment(valued.line, step.seq, share, moment["text"], moment["held"])
        for valued, step, share in steps
        if (moment := words.get((valued.line.table_board, step.seq))) is not None
    ]


def featured_hand(published: Published) -> dict[str, Any] | None:
    """Return a session's decisive moment: the two dummies laid out from end to end, with four sentences.

    The right card is left out because it may become a problem of the day.
    """
    moment = decisive_moment(published)
    if moment is None:
        return None
    lines = (line for board in published.boards for line in board.lines)
    line = next((line for line in lines if line.table_board == moment.table_board), None)
    at = ending_at(moment)
    if line is None or line.result is None or at is None:
        return None
    left = {str(seat): [card.text for card in hand] for seat, hand in zip(SEATS, at.now.hands, strict=True)}
    own = [card.text for card in sorted_hand(at.now.hands[SEATS.index(Seat(moment.by))])]
    dummies = {"west": left["W"], "east": left["E"]}
    return {"line": line, "moment": moment, **dummies, "own": own, "sentences": _sentences(line, moment)}


def _sentences(line: TravellerLine, moment: Decisive) -> list[str]:
    assert line.result is not None
    declares = moment.by == line.result.declarer
    made = "makes" if declares else "holds declarer to"
    worse = "made" if declares else "let declarer make"
    return [
        f"Board {line.board_key}, table {line.table}: {contract_name(line.result.contract, line.result.declarer)}.",
        f"In trick {number_name(moment.trick)} {seat_name(moment.by)} is to play from hand, and may choose among "
        f"{number_name(moment.of)} cards.",
        f"One of them {made} {tricks(moment.before)}; the one that was played {worse} {tricks(moment.after)}.",
        f"No single right card of the night was worth more: {moment.points} points.",
    ]
