"""Hand-made fields. Their deal is so one-sided that the engine in Python solves it, too."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from games.boards import dealer_of, vulnerability_of
from games.calls import STRAINS
from games.cards import CARD_BY_TEXT, Card, parse_cards
from games.deals import Deal
from games.options import usual
from games.players import OPPONENT
from games.registry import rules_for
from games.robots import choose
from scoring.board import match_points
from scoring.result import BoardResult
from solver import Position, engine
from solver.analysis import still_takes
from solver.auction import SolvedAuction, stand_after
from solver.strengths import STRENGTHS, auction_believed, best_call, choose_card, errors_of
from solver.tables import ten_values
from solver.verdicts.booklet import pages
from solver.verdicts.booklet.clauses import BestPlay
from solver.verdicts.booklet.field import BookletBoard, BookletLine, BookletLog
from tests.solver.endings import scores

SOLO = rules_for("solo")
OPTIONS = usual(SOLO.options)
NUMBER, DEALER, VUL = 3, "S", "None"
# South makes nine tricks in spades, and North twelve in clubs.
DEAL = Deal.of(
    [
        parse_cards("DA DK DQ DJ DT D9 D8 D7 D6 SQ HK CA C2"),
        parse_cards("HA HQ HJ HT H9 H8 H7 H6 H5 D3 D4 C3 C4"),
        parse_cards("SA SK SJ ST S9 S8 S7 S6 S5 D2 D5 H2 C5"),
        parse_cards("CK CQ CJ CT C9 C8 C7 C6 H3 H4 S4 S3 S2"),
    ]
)
Pick = Callable[[Sequence[Card]], Card]


def highest(cards: Sequence[Card]) -> Card:
    return max(cards, key=lambda card: (card.strength, card.suit))


def lowest(cards: Sequence[Card]) -> Card:
    return min(cards, key=lambda card: (card.strength, card.suit))


def logged(calls: str, south: Pick = highest, north: Pick = highest, first: str = "") -> BookletLog:
    """Return a log of these calls, such as `3S P P`, and then of the cards that each player picks.

    `first` are cards that are played first, whoever is on turn.
    """
    setup = DEAL.to_setup(NUMBER, DEALER, VUL)
    state, events = SOLO.start(setup, OPTIONS), list[dict[str, Any]]()
    waiting = [CARD_BY_TEXT[text] for text in first.split()]
    for call in calls.split():
        state = _acted(state, events, f"c:{call}")
    while (player := SOLO.turn(state)) is not None:
        legal = [CARD_BY_TEXT[act[2:]] for act in SOLO.legal(state, player) if act.startswith("p:")]
        card = waiting.pop(0) if waiting else {"S": south, "N": north}[player](legal)
        state = _acted(state, events, f"p:{card.text}")
    return BookletLog(setup, OPTIONS, events)


def _acted(state: Any, events: list[dict[str, Any]], action: str) -> Any:
    player = SOLO.turn(state)
    assert player is not None
    events.append({"seq": len(events) + 1, "actor": player, "a": action})
    return SOLO.apply(state, player, action)


def result_of(log: BookletLog) -> BoardResult:
    state = SOLO.start(log.setup, log.options)
    for event in log.events:
        state = SOLO.apply(state, event["actor"], event["a"])
    return BoardResult.of_play(SOLO.outcome(state) or {}, VUL)


def recorded_line(key: str, log: BookletLog, **changes: Any) -> BookletLine:
    result = result_of(log)
    return BookletLine(key, f"Club {key}", result, Fraction(50), Fraction(50), log, **changes)


def card_line(key: str, contract: str, declarer: str = "", tricks: int | None = None, lead: str = "") -> BookletLine:
    return BookletLine(key, f"Club {key}", BoardResult.of_contract(contract, declarer, tricks, VUL, lead=lead))


def board_of(lines: Sequence[BookletLine]) -> BookletBoard:
    return BookletBoard(NUMBER, DEALER, VUL, DEAL, lines, OPTIONS)


BEST = BestPlay(("d", 4), "Bay", "Bo", "S", "3SX", "S", "S", "SA", 2, 9, 630, True)
THREE_TABLES = (
    recorded_line("a", logged("3S P P"), south="Shown South", north="Shown North"),
    recorded_line("b", logged("3S P P", lowest, lowest)),
    card_line("c", "5C", "N", 12),
)


def page_without_solver(monkeypatch: Any, lines: Sequence[BookletLine] = THREE_TABLES) -> pages.BookletPage:
    monkeypatch.setattr(pages, "solves_whole_deals", lambda: False)
    return pages.booklet_page(board_of(lines))


OWN = "own"
ROBOTS = (*STRENGTHS, OWN)
CLUBS = ("Aroha", "Bay", "Clyde", "Dunmore", "Eastbourne", "Fendalton", "Greytown")
CLAIMS_AT_TRICK = 9
CLAIM_CHANCE, MISCLICK_CHANCE, WRONG_CLAIM_CHANCE, FULL_NAMES = 0.3, 0.02, 0.3, 2


class RobotField:
    """A board and the tables at which robots play it. An engine for each strain keeps what it has found."""

    def __init__(self, seed: str, number: int, ends: str = "two_passes") -> None:
        self.name = f"{seed} {number}"
        self.number, self.dealer, self.vul = number, dealer_of(number), vulnerability_of(number)
        self.ends, self.options = ends, usual(SOLO.options) | {"auction_end": ends}
        header = {"board": number, "dealer": self.dealer, "vul": self.vul}
        self.setup = SOLO.deal(self.name, header, self.options)
        self.deal = Deal.from_setup(self.setup)
        self.hands = self.deal.all_hands
        self.engines = {strain: engine() for strain in STRAINS}
        self.values = ten_values(self.hands, engine())

    def played(self, table: int) -> tuple[list[dict[str, Any]], BoardResult]:
        rng = random.Random(f"{self.name} {table}")
        robots = {player: rng.choice(ROBOTS) for player in "SN"}
        secrets = {player: f"{self.name} {table} {player}" for player in "SN"}
        auctions = {player: self._auction(player, name, secrets[player]) for player, name in robots.items()}
        state, log = SOLO.start(self.setup, self.options), list[dict[str, Any]]()

        def act(player: str, action: str) -> None:
            nonlocal state
            state = SOLO.apply(state, player, action)
            log.append({"seq": len(log) + 1, "actor": player, "a": action})

        while (player := SOLO.turn(state)) is not None:
            if self._claims(state, player, rng, act):
                continue
            action = self._action(state, player, robots[player], auctions[player], secrets[player], rng)
            if rng.random() < MISCLICK_CHANCE:
                act(player, rng.choice(_turn_actions(state, player)))
                if "undo:misclick" in SOLO.legal(state, player):
                    act(player, "undo:misclick")
                continue
            act(player, action)
        return log, BoardResult.of_play(SOLO.outcome(state) or {}, self.vul)

    def board(self, tables: int, logs: int) -> BookletBoard:
        played = [self.played(table) for table in range(tables)]
        points = match_points([result.ns_score or 0 for _, result in played])
        top = Fraction(max(1, 2 * (tables - 1)))
        lines = [
            BookletLine(
                key=str(table),
                club=CLUBS[table % len(CLUBS)],
                result=result,
                percent_south=100 * points[table] / top,
                percent_north=100 - 100 * points[table] / top,
                log=BookletLog(self.setup, self.options, log) if table < logs else None,
                south=f"Player {table}S" if table % FULL_NAMES else "",
                north=f"Player {table}N" if table % FULL_NAMES else "",
            )
            for table, (log, result) in enumerate(played)
        ]
        return BookletBoard(self.number, str(self.dealer), self.vul, self.deal, lines, self.options)

    def _claims(self, state: Any, player: str, rng: random.Random, act: Any) -> bool:
        """Claim at some tables what best play takes, or one trick more or less, and have it accepted."""
        if state.phase != "play" or len(state.done) != CLAIMS_AT_TRICK or state.trick.cards:
            return False
        if rng.random() > CLAIM_CHANCE:
            return False
        at = self._position(state)
        left = at.now.left
        right = still_takes(at, player, self.engines[at.strain])
        wrong = rng.choice((-1, 1)) if rng.random() < WRONG_CLAIM_CHANCE else 0
        act(player, f"claim:{min(left, max(0, right + wrong))}")
        act(OPPONENT[player], "accept")
        return True

    def _action(
        self, state: Any, player: str, name: str, auction: SolvedAuction | None, secret: str, rng: random.Random
    ) -> str:
        if auction is None:
            return choose(SOLO.view(state, player), rng.choice)
        if state.phase == "auction":
            return f"c:{best_call(auction, stand_after(self.dealer, state.auction.calls))}"
        at = self._position(state)
        return f"p:{choose_card(at, self.engines[at.strain], STRENGTHS[name], errors_of(secret)).text}"

    def _position(self, state: Any) -> Position:
        tricks = (*state.done, state.trick)
        played = [CARD_BY_TEXT[card.text] for trick in tricks for card in trick.cards]
        return Position.of(self.hands, state.contract.strain, tricks[0].leader, played)

    def _auction(self, player: str, name: str, secret: str) -> SolvedAuction | None:
        if name == OWN:
            return None
        errors = errors_of(secret)
        value = scores(self.vul)
        return auction_believed(self.hands, self.values, player, value, STRENGTHS[name], errors, self.ends)


def _turn_actions(state: Any, player: str) -> list[str]:
    return [action for action in SOLO.legal(state, player) if action.startswith(("c:", "p:"))]
