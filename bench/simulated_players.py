"""Players of Solo of any strength between the robots', and their plays as the site judges them."""

from dataclasses import dataclass
from typing import Any

from clubsite.analysis.judge import judge_play
from clubsite.ratings.decisions import sums_of
from games.boards import dealer_of, vulnerability_of
from games.calls import STRAINS
from games.cards import CARD_BY_TEXT, parse_cards
from games.options import usual
from games.players import PLAYERS
from games.registry import rules_for
from games.seats import SEATS
from scoring.contracts import score
from scoring.ratings import Sums
from solver import Position, engine
from solver.auction import SolvedAuction, stand_after
from solver.strengths import STRENGTHS, Strength, auction_believed, best_call, choose_card, errors_of
from solver.tables import ten_values

SOLO = rules_for("solo")
OPTIONS = usual(SOLO.options)
SIDE_OF = {"S": "NS", "N": "EW"}
Seats = dict[str, Strength]


def strength_between(place: float) -> Strength:
    """Return a strength by its place in the row of robots: 0 is the weakest, 1.5 is halfway between the next two."""
    robots = list(STRENGTHS.values())
    below = min(int(place), len(robots) - 2)
    weaker, stronger, part = robots[below], robots[below + 1], place - below
    return Strength(
        weaker.contract + part * (stronger.contract - weaker.contract),
        weaker.card + part * (stronger.card - weaker.card),
    )


@dataclass(frozen=True, slots=True)
class SimulatedPlay:
    """South's points, and each player's decisions by hardness."""

    points: int
    sums: dict[str, Sums]


class SimulatedBoard:
    """One deal. An engine for each strain keeps what it has found for the next table."""

    def __init__(self, seed: str, number: int) -> None:
        self.name, self.dealer, self.vul = f"{seed} {number}", dealer_of(number), str(vulnerability_of(number))
        self.setup = SOLO.deal(self.name, {"board": number, "dealer": self.dealer, "vul": self.vul}, OPTIONS)
        self.hands = [parse_cards(self.setup["hands"][seat]) for seat in SEATS]
        self.engines = {strain: engine() for strain in STRAINS}
        self.values = ten_values(self.hands, engine())

    def points(self, contract: str, declarer: str, tricks: int) -> int:
        """Return South's points."""
        return score(contract, SIDE_OF[declarer], self.vul, tricks)

    def played(self, seats: Seats, table: str) -> SimulatedPlay:
        """Return a play by players of these strengths. The name of the table decides their errors."""
        log = self._log(seats, table)
        state = SOLO.start(self.setup, OPTIONS)
        for event in log:
            state = SOLO.apply(state, event["actor"], event["a"])
        outcome = SOLO.outcome(state) or {}
        passed = outcome["contract"] == "PASS"
        judged = judge_play(
            self.setup,
            OPTIONS,
            log,
            outcome,
            engine=engine() if passed else self.engines[outcome["contract"][1]],
            tricks=self.values,
            score=self.points,
        )
        entries, declarer = [*judged.calls, *judged.cards], outcome.get("declarer")
        sums = {player: sums_of(entries, player, declarer) for player in PLAYERS}
        return SimulatedPlay(0 if passed else self.points(outcome["contract"], declarer, outcome["tricks"]), sums)

    def _log(self, seats: Seats, table: str) -> list[dict[str, Any]]:
        errors = {player: errors_of(f"{self.name} {table} {player}") for player in seats}
        auctions = {player: self._auction(player, strength, errors[player]) for player, strength in seats.items()}
        state, log, at = SOLO.start(self.setup, OPTIONS), list[dict[str, Any]](), None
        while (player := SOLO.turn(state)) is not None:
            if state.phase == "auction":
                calls = [event["a"].partition(":")[2] for event in log]
                action = f"c:{best_call(auctions[player], stand_after(self.dealer, calls))}"
            else:
                at = at or self._before_lead(state)
                card = choose_card(at, self.engines[at.strain], seats[player], errors[player])
                action, at = f"p:{card.text}", at.after(CARD_BY_TEXT[card.text])
            state = SOLO.apply(state, player, action)
            log.append({"seq": len(log) + 1, "actor": player, "a": action})
        return log

    def _before_lead(self, state: Any) -> Position:
        view = SOLO.view(state, "S")
        return Position.of(self.hands, view["contract"]["strain"], view["trick"]["leader"])

    def _auction(self, player: str, strength: Strength, errors: Any) -> SolvedAuction:
        return auction_believed(self.hands, self.values, player, self.points, strength, errors)
