"""The arguments against a movement for tonight, as numbers and sentences. One unit is one board too many or too few."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from games.wording import counted
from movements.candidates import Candidate, Evening
from movements.howell import howell_rounds
from movements.plan import SIT_OUT, Plan
from movements.words import duration

# The cost of a family before its figures: it has to be explained, or cannot be stopped early.
FAMILY = {
    "relay-mitchell": 0.5,
    "web": 0.9,
    "hesitation": 1.0,
    "sections": 1.5,
    "barometer": 2.0,
}
# If boards can be shared, a longer round does the work of two half-rounds.
HALF_ROUNDS, HALF_ROUNDS_LIVE = 0.5, 15.0
FEW_TABLES, MANY_TABLES = 7, 13  # a smaller Mitchell compares with few others, a larger one takes many boards


@dataclass(frozen=True, slots=True)
class Request:
    """The boards and minutes that the director has (None means enough), and whether tables play on screens (`live`)."""

    evening: Evening
    boards: int | None
    minutes: int | None
    minutes_per_board: int
    live: bool

    def problem(self, plan: Plan, per_round: int) -> str | None:
        """Return a sentence saying why the plan cannot be played tonight and what would help, or None if it can."""
        return self._too_few_boards(plan, per_round) or self._too_long(plan, per_round)

    def _too_few_boards(self, plan: Plan, per_round: int) -> str | None:
        needed = plan.board_sets * per_round
        if self.boards is None or needed <= self.boards:
            return None
        enough = self.boards // plan.board_sets
        sentence = f"Needs {counted(needed, 'board')}, the set has {self.boards}."
        if enough == 0:
            return sentence
        return f"{sentence} With {counted(enough, 'board')} a round it would need {enough * plan.board_sets}."

    def _too_long(self, plan: Plan, per_round: int) -> str | None:
        needed = plan.rounds * per_round * self.minutes_per_board
        if self.minutes is None or needed <= self.minutes:
            return None
        return f"Takes {duration(needed)}, there are {duration(self.minutes)}."

    def cost(self, candidate: Candidate, per_round: int, q: Fraction) -> float:
        """Return the weight of the arguments against a candidate.

        The candidate may be too long or too short, uneven, incomplete, or hard to explain.
        """
        plan = candidate.plan
        cost = self._length(plan.rounds * per_round) + FAMILY.get(plan.name, 0.0)
        cost += 3.0 if per_round == 1 else 0.0
        if plan.name == "half-rounds":
            cost += HALF_ROUNDS_LIVE if self.live else HALF_ROUNDS
        if plan.name in ("howell", "half-rounds", "barometer"):
            cost += _against_a_howell(plan, q) + candidate.cyclic * 0.5
        elif plan.tables > 1:
            cost += _against_a_mitchell(plan)
            if plan.winners == 1:
                cost += 1.0 + float(100 - q) / 25
        return cost if self.live else cost + _copies(plan)

    def _length(self, played: int) -> float:
        e = self.evening
        return max(0.0, played - e.full_to) + max(0, e.full_from - played) / 2 + max(0, e.short - played) / 2


def _against_a_howell(plan: Plan, q: Fraction) -> float:
    full = howell_rounds(plan.tables) * (2 if plan.name == "half-rounds" else 1)
    unmet = 1 - plan.rounds / full
    # A Howell stopped early leaves sets unplayed. In a barometer everybody plays every set that is in play.
    stopped = 20 * (1 - plan.rounds / plan.board_sets) if plan.name != "barometer" else 0.0
    unequal_sit_outs = 1.0 if plan.absent and unmet else 0.0
    everybody_moves = max(0, plan.tables - FEW_TABLES) * 0.75 if plan.name == "howell" else 0.0
    return float(100 - q) * 0.08 + 3.5 * unmet + stopped + unequal_sit_outs + everybody_moves


def _against_a_mitchell(plan: Plan) -> float:
    few = max(0, FEW_TABLES - plan.tables) * 2
    many_sets = 1.0 if plan.tables > MANY_TABLES and plan.name not in ("web", "sections") else 0.0
    return few + many_sets + 6 * (1 - plan.rounds / plan.board_sets)


def _copies(plan: Plan) -> float:
    """Return the cost of boards that several tables need at once and that therefore must be copied or waited for."""
    at_once = Counter((p.round, p.boardset) for p in plan.schedule if p.boardset != SIT_OUT)
    return 2.0 * (max(at_once.values(), default=1) - 1)
