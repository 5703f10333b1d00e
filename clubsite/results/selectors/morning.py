"""A player's page for the morning after: the costliest decisions, the greatest gift, and the hand of the session."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from clubsite.analysis.selectors.decisive import Decisive, decisive_moment, ending_at
from clubsite.analysis.selectors.value_steps import ValueStep
from clubsite.analysis.selectors.verdicts import moments_in_words
from clubsite.analysis.verdict_text import tricks
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.shapes import TravellerLine
from clubsite.results.selectors.percentage import PLAYER_OF, ValuedLine
from games.cards import sorted_hand
from games.seats import SEATS, Seat
from games.wording import contract_name, number_name, seat_name

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


@dataclass(frozen=True, slots=True)
class FeaturedHand:
    """The decisive moment of a session: the two dummies laid out from end to end, with four sentences."""

    line: TravellerLine
    moment: Decisive
    west: list[str]
    east: list[str]
    own: list[str]
    sentences: list[str]


@dataclass(frozen=True, slots=True)
class Morning:
    """The morning page. `costly` has the costliest decisions, at most one per board, or is empty without an analysis.

    For a session scored in IMPs, the page has only the featured hand.
    """

    costly: list[SwingMoment]
    gift: SwingMoment | None
    hand: FeaturedHand | None
    priced: bool
    """True if any decision has a price."""

    def __bool__(self) -> bool:
        return bool(self.priced or self.hand)


def morning(published: Published, valued: list[ValuedLine]) -> Morning:
    """Return the morning page. `valued` is the result of `valued_lines` for all of a contestant's lines."""
    costly = _dearest(one for one in _steps(valued, own=True) if one[2] <= -MIN_SHARE)
    gifts = [one for one in _steps(valued, own=False) if one[2] >= MIN_SHARE]
    gift = max(gifts, key=lambda one: one[2], default=None)
    told = _told(published, [*costly, *([gift] if gift else [])])
    return Morning(
        [one for one in told if one.share < 0],
        next((one for one in told if one.share > 0), None),
        featured_hand(published),
        bool(valued),
    )


Priced = tuple[ValuedLine, ValueStep, Fraction]


def _steps(valued: Iterable[ValuedLine], *, own: bool) -> list[Priced]:
    """Return each step by the reader or, if not `own`, by the opponents, with its effect on the reader's result as a
    percentage of the board.
    """
    return [(line, step, share) for line in valued for step, share in (line.own if own else line.gifts)]


def _dearest(steps: Iterable[Priced]) -> list[Priced]:
    """Return the costliest steps, at most one per board."""
    of_boards: dict[int, Priced] = {}
    for one in sorted(steps, key=lambda one: one[2]):
        of_boards.setdefault(one[0].line.table_board, one)
    return list(of_boards.values())[:MAX_MOMENTS]


def _told(published: Published, steps: list[Priced]) -> list[SwingMoment]:
    wanted: defaultdict[int, set[int]] = defaultdict(set)
    for valued, step, _ in steps:
        wanted[valued.line.table_board].add(step.seq)
    readers = {valued.line.table_board: PLAYER_OF[valued.side] for valued, _, _ in steps}
    words = moments_in_words(published, wanted, readers) if wanted else {}
    return [
        SwingMoment(valued.line, step.seq, share, told["text"], told["held"])
        for valued, step, share in steps
        if (told := words.get((valued.line.table_board, step.seq))) is not None
    ]


def featured_hand(published: Published) -> FeaturedHand | None:
    """Return a session's decisive moment, omitting the right card because it may become a problem of the day."""
    moment = decisive_moment(published)
    if moment is None:
        return None
    lines = (line for board in published.boards for line in board.lines)
    line = next((line for line in lines if line.table_board == moment.table_board), None)
    at = ending_at(moment)
    if line is None or line.result is None or at is None:
        return None
    left = {str(seat): [card.text for card in hand] for seat, hand in zip(SEATS, at.now.hands, strict=True)}
    told = _sentences(line, moment)
    own = [card.text for card in sorted_hand(at.now.hands[SEATS.index(Seat(moment.by))])]
    return FeaturedHand(line, moment, left["W"], left["E"], own, told)


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
