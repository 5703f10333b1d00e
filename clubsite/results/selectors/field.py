"""The field on a board as one tree: where the tables diverged, the cost of each call and card, and the results."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from clubsite.nights.selectors.deals import BoardDeal
from clubsite.rankings.selectors.published import Published
from clubsite.results.selectors.boards import PageLine, board_page
from clubsite.results.selectors.field_acts import Cost, FieldAct, FieldActs, field_acts
from games.wording import seat_name
from scoring.field_tree import Branch, field_tree

MOST_WRITTEN_OUT = 14
"""Number of tables. In a larger field the cards of a single table are left to its replay, to keep the page below 100
KB.
"""


@dataclass(frozen=True, slots=True)
class FieldMoment:
    """An act that a link leads to. `at` is its position in the replay; `act` is from the play at `table_board`."""

    act: FieldAct
    at: int
    table_board: int
    cost: Cost | None = None


@dataclass(frozen=True, slots=True)
class TrickRow:
    """The cards of one trick within a run. `suits` are `[(suit, ranks)]`, in the order in which the cards fell."""

    number: int
    first: FieldMoment
    suits: list[tuple[str, list[str]]]


@dataclass(slots=True)
class FieldBranch:
    """The acts that some tables have in common: `head`, which separates these tables from others, and the run that
    follows it.

    `head` is an act, or None for the root. `calls` and `cards` make up the run. `contract` is set if the auction
    ended in the run. `ended` has the tables whose play ended with the run. Lines are in the order of the traveller.
    `written_out` means that the cards are shown here.
    """

    head: FieldMoment | None
    lines: list[PageLine]
    judged: bool
    imps: bool
    calls: list[FieldMoment] = field(default_factory=list)
    contract: tuple[str, str] | None = None
    cards: list[FieldMoment] = field(default_factory=list)
    written_out: bool = True
    costly: list[FieldMoment] = field(default_factory=list)
    claim: FieldMoment | None = None
    ended: list[PageLine] = field(default_factory=list)
    branches: list["FieldBranch"] = field(default_factory=list)
    ends_at: int = 0
    """The position in the replay where the ended plays ended."""

    @property
    def you(self) -> bool:
        return any(line.you for line in self.lines)

    @property
    def one(self) -> PageLine | None:
        """The line of this branch's table if it has only one table, else None."""
        return self.lines[0] if len(self.lines) == 1 else None

    @property
    def open(self) -> bool:
        """True if the branch is unfolded at first: it is the reader's, or several tables share the call at its head."""
        return self.you or bool(len(self.lines) > 1 and self.head and self.head.act.call)

    @property
    def tricks(self) -> list[TrickRow]:
        """The cards of the run, trick by trick."""
        return list(_tricks(self.cards)) if self.written_out else []

    @property
    def costly_calls(self) -> list[FieldMoment]:
        return [one for one in self.costly if one.act.call]

    @property
    def costly_cards(self) -> list[FieldMoment]:
        """The cards in the run that cost something, and the claim if it cost something."""
        return [one for one in self.costly if not one.act.call]

    @property
    def chosen_by(self) -> list[str]:
        """The players who chose the head of this branch."""
        if self.head is None:
            return []
        return [line.south if self.head.act.by == "S" else line.north for line in self.lines]

    @property
    def scores(self) -> list[int]:
        """The best and the worst score for South (only one score if they are equal), or [] if no score counts."""
        found = {line.result.ns_score for line in self.lines if line.result.ns_score is not None}
        return sorted({max(found), min(found)}, reverse=True) if found else []

    @property
    def mean(self) -> Fraction | None:
        """The mean score of these tables for South, in IMPs or in match points as a percentage of the top, or None."""
        shares = [share for line in self.lines if (share := self._share(line)) is not None]
        return sum(shares, Fraction(0)) / len(shares) if shares else None

    @property
    def parting(self) -> str:
        """The next act on which these tables differ, such as `South to call` or `Trick 2, East to play`."""
        heads = [branch.head.act for branch in self.branches if branch.head is not None]
        act = next((act for act in heads if not act.claim), heads[0])
        if act.call:
            return f"{seat_name(act.by)} to call"
        return f"Trick {act.trick}, {seat_name(act.seat)} to play" if act.card else "A claim"

    def _share(self, line: PageLine) -> Fraction | None:
        """Return South's score on this line in the unit of `mean`, or None if the line does not count."""
        won = line.mp_of("ns")
        if won is None or self.imps:
            return won
        return won / line.points.top * 100 if line.points.top else None


@dataclass(slots=True)
class FieldPage:
    """The page of a board's whole field. `tree` is None if nobody played the board on the site.

    `scores` has lines with a score but no play. `state` and `missing` are taken from `FieldActs`.
    """

    published: Published
    number: int
    key: str
    deal: BoardDeal
    tree: FieldBranch | None
    partings: int
    scores: list[PageLine]
    state: str
    missing: list[int]
    replays: tuple[()] = ()
    solution: None = None

    @property
    def tables(self) -> int:
        return len(self.tree.lines) if self.tree else 0


def field_page(published: Published, key: str | int, me: int | None = None) -> FieldPage:
    """Return the page of one board for tables of the reader's kind. Raise Http404 as `board_page` does."""
    page = board_page(published, key, me)
    acts = field_acts(published, page.deal.board.pk, page.replays)
    steps = {table_board: [act.step for act in found] for table_board, found in acts.acts.items()}
    tree = field_tree(steps) if steps else None
    lines = {line.table_board: line for line in page.replays}
    return FieldPage(
        published=published,
        number=page.number,
        key=str(key),
        deal=page.deal,
        tree=_Grower(acts, lines, published.imps).grown(tree) if tree else None,
        partings=sum(len(branch.branches) + len(branch.ends[:1]) > 1 for branch in tree.every()) if tree else 0,
        scores=[line for line in page.scores if not line.replay and line.result.ns_score is not None],
        state=acts.state,
        missing=acts.missing,
    )


class _Grower:
    """A builder that computes the data shown for a branch and for all branches below it."""

    def __init__(self, acts: FieldActs, lines: dict[int, PageLine], imps: bool) -> None:
        self.acts, self.lines, self.imps = acts, lines, imps

    def grown(self, branch: Branch, *, root: bool = True) -> FieldBranch:
        lines = [self.lines[key] for key in branch.keys]
        shown = next((line for line in lines if line.you), lines[0]).table_board
        run = [
            FieldMoment(act, place + 1, shown, self.acts.cost(branch.keys, place))
            for place, act in enumerate(self.acts.acts[shown][branch.start : branch.end], start=branch.start)
        ]
        head = None if root else run.pop(0)
        judged = head is not None and self.acts.judged(branch.keys, branch.start)
        found = FieldBranch(head, lines, judged, self.imps)
        found.calls = [one for one in run if one.act.call]
        found.cards = [one for one in run if one.act.card]
        found.written_out = len(lines) > 1 or len(self.lines) <= MOST_WRITTEN_OUT
        found.claim = next((one for one in run if one.act.claim), None)
        found.costly = [one for one in run if one.cost]
        found.contract = self._contract(branch, shown)
        found.ended = [self.lines[key] for key in branch.ends]
        found.ends_at = branch.end + 1
        found.branches = [self.grown(grown, root=False) for grown in branch.branches]
        return found

    def _contract(self, branch: Branch, shown: int) -> tuple[str, str] | None:
        """Return the contract and its declarer if the auction ended with one of the branch's steps, else None."""
        calls = sum(bool(act.call) for act in self.acts.acts[shown])
        if not branch.start < calls <= branch.end:
            return None
        outcome = self.acts.plays[shown].outcome or {}
        return outcome["contract"], outcome["declarer"] or ""


def _tricks(cards: Iterable[FieldMoment]) -> Iterable[TrickRow]:
    for number, group in groupby(cards, lambda one: one.act.trick):
        row = list(group)
        suits = [(suit, [one.act.card[1] for one in same]) for suit, same in groupby(row, lambda one: one.act.card[0])]
        yield TrickRow(number, row[0], suits)
