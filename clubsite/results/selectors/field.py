"""The field on a board as one tree: where the tables diverged, the cost of each call and card, and the results."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any

from clubsite.analysis.selectors.verdicts import ANALYSED_GAME, NO_SOLVER, VerdictState, closed_plays
from clubsite.nights.models import TableBoard
from clubsite.play.models import Play
from clubsite.play.room_states import logs_of
from clubsite.rankings.selectors.published import Published
from clubsite.results.selectors.boards import PageLine, board_page
from clubsite.results.selectors.percentage import valued_lines
from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS
from games.deals import Deal
from games.wording import seat_name
from scoring.field_tree import Branch, field_tree
from solver.thread_engines import solves_whole_deals
from solver.verdicts.judge import standing
from solver.verdicts.verdict_text import VerdictWords, cost

CARDS_IN_TRICK = 4


@dataclass(slots=True)
class FieldAct:
    """A call, a card, or the claim that ended a play, together with its answer.

    Only a claim has `takes`; only a card has `trick` and `seat`. `seqs` are the numbers of the act in the log.
    """

    action: str
    by: str
    seqs: list[int]
    seat: str = ""
    trick: int = 0

    @property
    def step(self) -> str:
        """The act in the form that the tree compares. The same claim made by the other player is a different step."""
        return f"{self.action}:{self.by}" if self.claim else self.action

    @property
    def call(self) -> str:
        return CALL_TEXTS.get(self.action, "")

    @property
    def card(self) -> str:
        return CARD_TEXTS[self.action].text if self.action in CARD_TEXTS else ""

    @property
    def claim(self) -> bool:
        return self.action.startswith("claim:")

    @property
    def takes(self) -> int:
        return int(self.action.partition(":")[2])


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of an act. `points` is a short form, `text` is from the replay's list, and `held` is the better choice.

    `shares` has the lowest and the highest cost of the act at any table, as whole percentages of the board, or is
    empty.
    """

    points: str
    text: str
    held: str
    shares: tuple[int, ...]

    @property
    def share(self) -> str:
        """The share as text: `12 %`, or `8 to 12 %` if the act had different costs at different tables."""
        return " to ".join(str(share) for share in self.shares)


@dataclass(slots=True)
class FieldActs:
    """The plays, their acts in order, and the known costs of the acts, keyed by TableBoard id.

    `missing` has the ids of plays that have no analysis yet. `state` is empty if nothing will be shown.
    """

    plays: dict[int, Play]
    acts: dict[int, list[FieldAct]]
    entries: dict[int, dict[int, Any]]
    shares: dict[tuple[int, int], Fraction]
    state: str = ""
    missing: list[int] = field(default_factory=list)

    def judged(self, keys: Collection[int], place: int) -> bool:
        """True if the solver has judged this act, which all of these plays have in common."""
        return next(self._entries(keys, place), None) is not None

    def cost(self, keys: Collection[int], place: int) -> Cost | None:
        """Return the act's cost, or None if the act cost nothing or its cost is not known."""
        first = next((pair for pair in self._entries(keys, place) if pair[1]["points"]), None)
        if first is None:
            return None
        key, entry = first
        text, held = VerdictWords((self.plays[key].outcome or {})["declarer"]).told(entry)
        return Cost(cost(entry), text, held, self._shares(keys, place))

    def _entries(self, keys: Collection[int], place: int) -> Iterator[Any]:
        """Yield (TableBoard id, entry) for each analysed play. A claim has two entries, its own and its answer's."""
        for key in keys:
            known = self.entries.get(key, {})
            for seq in self.acts[key][place].seqs:
                if seq in known:
                    yield key, known[seq]

    def _shares(self, keys: Collection[int], place: int) -> tuple[int, ...]:
        shares = {
            round(self.shares[key, seq])
            for key in keys
            for seq in self.acts[key][place].seqs
            if (key, seq) in self.shares
        }
        return tuple(sorted({min(shares), max(shares)})) if shares else ()


def field_acts(published: Published, board_id: int, lines: list[PageLine]) -> FieldActs:
    """Return the acts of a board's lines that were played on the site."""
    keys = [line.table_board for line in lines]
    rows = TableBoard.objects.filter(pk__in=keys).select_related("play")
    plays = {row.pk: row.play for row in rows if row.play is not None}
    logs = logs_of(plays.values())
    analyses = closed_plays(published, keys)
    acts = FieldActs(
        plays=plays,
        acts={key: _acts(plays[key], logs[plays[key].pk]) for key in keys},
        entries={key: {act["seq"]: act for act in [*a.calls, *a.cards]} for key, a in analyses.items()},
        shares=_shares(published, lines),
    )
    if board_id in published.board_ids:
        acts.missing = [play.pk for key, play in plays.items() if play.game == ANALYSED_GAME and key not in analyses]
        later = VerdictState.COMING if solves_whole_deals() else NO_SOLVER
        acts.state = later if acts.missing else VerdictState.READY
    return acts


def _shares(published: Published, lines: list[PageLine]) -> dict[tuple[int, int], Fraction]:
    """Return {(TableBoard id, number in the log): what the act cost its player, as a percentage of the board}."""
    shares: dict[tuple[int, int], Fraction] = {}
    for valued in valued_lines(published, [(line, "ns") for line in lines]):
        key = valued.line.table_board
        shares |= {(key, step.seq): -share for step, share in valued.own}
        shares |= {(key, step.seq): share for step, share in valued.gifts}
    return shares


def _acts(play: Play, log: list[dict[str, Any]]) -> list[FieldAct]:
    """Return a log's acts that were not taken back, leaving out the cards of a last trick played automatically."""
    owner = {card.text: str(seat) for seat, hand in Deal.from_setup(play.setup).hands().items() for card in hand}
    acts: list[FieldAct] = []
    cards = 0
    for event in standing(log):
        action = event["a"]
        if action == "accept":
            acts[-1].seqs.append(event["seq"])
            continue
        act = FieldAct(action, event["actor"], [event["seq"]])
        if act.card:
            act.seat, act.trick = owner[act.card], cards // CARDS_IN_TRICK + 1
            cards += 1
        acts.append(act)
    return acts


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


@dataclass(slots=True)
class FieldBranch:
    """The acts that some tables have in common: `head`, which separates these tables from others, and the run that
    follows it.

    `head` is None for the root. `contract` is set if the auction ended in the run. `ended` has the tables whose play
    ended with the run, which `ends_at` gives as a position in the replay. Lines are in the order of the traveller.
    `written_out` means that the cards are shown here.
    """

    head: FieldMoment | None
    lines: list[PageLine]
    judged: bool
    imps: bool
    run: list[FieldMoment]
    contract: tuple[str, str] | None
    written_out: bool
    ended: list[PageLine]
    branches: list["FieldBranch"]
    ends_at: int

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
    def calls(self) -> list[FieldMoment]:
        return [moment for moment in self.run if moment.act.call]

    @property
    def cards(self) -> list[FieldMoment]:
        return [moment for moment in self.run if moment.act.card]

    @property
    def claim(self) -> FieldMoment | None:
        return next((moment for moment in self.run if moment.act.claim), None)

    @property
    def tricks(self) -> list[tuple[FieldMoment, list[tuple[str, list[str]]]]]:
        """The first card of each trick of the run, and its `(suit, ranks)` in the order in which the cards fell."""
        cards = self.cards if self.written_out else []
        return [_trick(list(group)) for _, group in groupby(cards, lambda moment: moment.act.trick)]

    @property
    def costly_calls(self) -> list[FieldMoment]:
        return [moment for moment in self.calls if moment.cost]

    @property
    def costly_cards(self) -> list[FieldMoment]:
        """The cards in the run that cost something, and the claim if it cost something."""
        return [moment for moment in self.run if moment.cost and not moment.act.call]

    @property
    def chosen_by(self) -> list[str]:
        """The players who chose the head of this branch."""
        if self.head is None:
            return []
        return [line.south if self.head.act.by == "S" else line.north for line in self.lines]

    @property
    def scores(self) -> list[int]:
        """The best and the worst score for South (only one score if they are equal), or [] if no score counts."""
        scores = {line.result.ns_score for line in self.lines if line.result.ns_score is not None}
        return sorted({max(scores), min(scores)}, reverse=True) if scores else []

    @property
    def mean(self) -> Fraction | None:
        """The mean score of these tables for South, in IMPs or in match points as a percentage of the top, or None."""
        figures = [line.mp_of("ns") if self.imps else line.share_of("ns") for line in self.lines]
        counted = [figure for figure in figures if figure is not None]
        return sum(counted, Fraction(0)) / len(counted) if counted else None

    @property
    def parting(self) -> str:
        """The next act on which these tables differ, such as `South to call` or `Trick 2, East to play`."""
        heads = [branch.head.act for branch in self.branches if branch.head is not None]
        act = next((act for act in heads if not act.claim), heads[0])
        if act.call:
            return f"{seat_name(act.by)} to call"
        return f"Trick {act.trick}, {seat_name(act.seat)} to play" if act.card else "A claim"


def _trick(cards: list[FieldMoment]) -> tuple[FieldMoment, list[tuple[str, list[str]]]]:
    suits = groupby((moment.act.card for moment in cards), lambda card: card[0])
    return cards[0], [(suit, [card[1] for card in same]) for suit, same in suits]


def field_page(published: Published, key: str | int, me: int | None = None) -> dict[str, Any]:
    """Return the context of one board's whole field, for tables of the reader's kind.

    `tree` is None if nobody played the board on the site. `scores` has lines with a score but no play. `state` and
    `missing` are those of `FieldActs`. Raise Http404 as `board_page` does.
    """
    page = board_page(published, key, me)
    acts = field_acts(published, page.deal.board.pk, page.replays)
    steps = {table_board: [act.step for act in own_acts] for table_board, own_acts in acts.acts.items()}
    tree = field_tree(steps) if steps else None
    lines = {line.table_board: line for line in page.replays}
    return {
        "published": published,
        "number": page.number,
        "key": str(key),
        "deal": page.deal,
        "tree": _grown(acts, lines, published.imps, tree) if tree else None,
        "tables": len(lines),
        "partings": sum(len(branch.branches) + len(branch.ends[:1]) > 1 for branch in tree.every()) if tree else 0,
        "scores": [line for line in page.scores if not line.replay and line.result.ns_score is not None],
        "state": acts.state,
        "missing": acts.missing,
    }


def _grown(
    acts: FieldActs, every: dict[int, PageLine], imps: bool, branch: Branch, *, root: bool = True
) -> FieldBranch:
    """Return what is shown of a branch and of all branches below it. `every` has the lines of the whole tree."""
    lines = [every[key] for key in branch.keys]
    shown = next((line for line in lines if line.you), lines[0]).table_board
    run = [
        FieldMoment(act, place + 1, shown, acts.cost(branch.keys, place))
        for place, act in enumerate(acts.acts[shown][branch.start : branch.end], start=branch.start)
    ]
    head = None if root else run.pop(0)
    return FieldBranch(
        head=head,
        lines=lines,
        judged=head is not None and acts.judged(branch.keys, branch.start),
        imps=imps,
        run=run,
        contract=_contract(acts, branch, shown),
        written_out=len(lines) > 1 or len(every) <= MOST_WRITTEN_OUT,
        ended=[every[key] for key in branch.ends],
        branches=[_grown(acts, every, imps, below, root=False) for below in branch.branches],
        ends_at=branch.end + 1,
    )


def _contract(acts: FieldActs, branch: Branch, shown: int) -> tuple[str, str] | None:
    """Return the contract and its declarer if the auction ended with one of the branch's steps, else None."""
    calls = sum(bool(act.call) for act in acts.acts[shown])
    if not branch.start < calls <= branch.end:
        return None
    outcome = acts.plays[shown].outcome or {}
    return outcome["contract"], outcome["declarer"] or ""
