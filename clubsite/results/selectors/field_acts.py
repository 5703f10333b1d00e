"""The plays of a board, act by act in the steps of the replay, together with the cost of each act."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from clubsite.analysis.judge import standing
from clubsite.analysis.selectors.closed_plays import closed_plays
from clubsite.analysis.selectors.verdicts import ANALYSED_GAME, NO_SOLVER, VerdictState
from clubsite.analysis.verdict_text import VerdictWords, cost
from clubsite.nights.models import TableBoard
from clubsite.play.models import Play
from clubsite.play.room_states import logs_of
from clubsite.rankings.selectors.published import Published
from clubsite.results.selectors.boards import PageLine
from clubsite.results.selectors.percentage import valued_lines
from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS
from games.deals import Deal
from solver.thread_engines import solves_whole_deals

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
        found = next((one for one in self._entries(keys, place) if one[1]["points"]), None)
        if found is None:
            return None
        key, entry = found
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
        found = {
            round(self.shares[key, seq])
            for key in keys
            for seq in self.acts[key][place].seqs
            if (key, seq) in self.shares
        }
        return tuple(sorted({min(found), max(found)})) if found else ()


def field_acts(published: Published, board_id: int, lines: list[PageLine]) -> FieldActs:
    """Return the acts of a board's lines that were played on the site."""
    keys = [line.table_board for line in lines]
    rows = TableBoard.objects.filter(pk__in=keys).select_related("play")
    plays = {row.pk: row.play for row in rows if row.play is not None}
    logs = logs_of(plays.values())
    analyses = closed_plays(published, keys)
    found = FieldActs(
        plays=plays,
        acts={key: _acts(plays[key], logs[plays[key].pk]) for key in keys},
        entries={key: {one["seq"]: one for one in [*a.calls, *a.cards]} for key, a in analyses.items()},
        shares=_shares(published, lines),
    )
    if board_id in published.board_ids:
        found.missing = [play.pk for key, play in plays.items() if play.game == ANALYSED_GAME and key not in analyses]
        found.state = _state(found)
    return found


def _state(found: FieldActs) -> str:
    if not found.missing:
        return VerdictState.READY
    return VerdictState.COMING if solves_whole_deals() else NO_SOLVER


def _shares(published: Published, lines: list[PageLine]) -> dict[tuple[int, int], Fraction]:
    """Return {(TableBoard id, number in the log): what the act cost its player, as a percentage of the board}."""
    found: dict[tuple[int, int], Fraction] = {}
    for valued in valued_lines(published, [(line, "ns") for line in lines]):
        key = valued.line.table_board
        found |= {(key, step.seq): -share for step, share in valued.own}
        found |= {(key, step.seq): share for step, share in valued.gifts}
    return found


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
