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
# For two tables a longer round is as even as two half-rounds, if boards can be shared.
HALF_ROUNDS, HALF_ROUNDS_LIVE = 0.5, 15.0
# A club that closes at its usual time cannot stay, however few boards too long the evening is.
LONG_EVENING = 8.0
FEW_TABLES, MANY_TABLES = 7, 13  # a smaller Mitchell compares with few others, a larger one takes many boards


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument against a movement: its weight in boards, and words that end a sentence with "because"."""

    weight: float
    words: str


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

    def arguments(self, candidate: Candidate, per_round: int, q: Fraction) -> list[Argument]:
        """Return the arguments against a candidate: it is too long or too short, uneven, incomplete, or hard to run."""
        plan = candidate.plan
        arguments = [self._length(plan.rounds * per_round), _family(plan, live=self.live)]
        if per_round == 1:
            arguments.append(Argument(3.0, "everybody moves after each board"))
        if plan.name in ("howell", "half-rounds", "barometer"):
            arguments += _against_a_howell(plan, q)
            arguments.append(Argument(candidate.cyclic * 0.5, "everybody follows the same number"))
        elif plan.tables > 1:
            arguments += _against_a_mitchell(plan)
            if plan.winners == 1:
                arguments += [Argument(1.0, "a change of seats has to be announced"), _uneven(q, 1 / 25)]
        return arguments if self.live else [*arguments, _copies(plan)]

    def _length(self, played: int) -> Argument:
        e = self.evening
        boards = counted(played, "board")
        if played > e.full_to:
            return Argument(LONG_EVENING + played - e.full_to, f"{boards} are a long evening")
        few = max(0, e.full_from - played) / 2 + max(0, e.short - played) / 2
        return Argument(few, f"{boards} are a short evening")


def _family(plan: Plan, *, live: bool) -> Argument:
    if plan.name == "half-rounds":
        weight = HALF_ROUNDS_LIVE if live and plan.tables == 2 else HALF_ROUNDS
        return Argument(weight, "one longer round does the work of two half-rounds")
    return Argument(FAMILY.get(plan.name, 0.0), "players need an explanation first")


def _against_a_howell(plan: Plan, q: Fraction) -> list[Argument]:
    full = howell_rounds(plan.tables) * (2 if plan.name == "half-rounds" else 1)
    unmet = 1 - plan.rounds / full
    # A Howell stopped early leaves sets unplayed. In a barometer everybody plays every set that is in play.
    stopped = 20 * (1 - plan.rounds / plan.board_sets) if plan.name != "barometer" else 0.0
    everybody_moves = max(0, plan.tables - FEW_TABLES) * 0.75 if plan.name == "howell" else 0.0
    return [
        _uneven(q, 0.08),
        Argument(3.5 * unmet, "not everybody meets everybody"),
        Argument(stopped, "it stops before everybody has played all boards"),
        Argument(1.0 if plan.absent and unmet else 0.0, "not everybody sits out equally often"),
        Argument(everybody_moves, "nearly everybody moves after each round"),
    ]


def _against_a_mitchell(plan: Plan) -> list[Argument]:
    many_sets = 1.0 if plan.tables > MANY_TABLES and plan.name not in ("web", "sections") else 0.0
    return [
        Argument(max(0, FEW_TABLES - plan.tables) * 2, "each player is compared with few others"),
        Argument(many_sets, "it takes many boards"),
        Argument(6 * (1 - plan.rounds / plan.board_sets), "it stops before everybody has played all boards"),
    ]


def _uneven(q: Fraction, weight: float) -> Argument:
    return Argument(float(100 - q) * weight, f"competition is uneven ({float(q):.0f} of 100)")


def _copies(plan: Plan) -> Argument:
    """Return the argument about boards that several tables need at once and must therefore copy or wait for."""
    at_once = Counter((p.round, p.boardset) for p in plan.schedule if p.boardset != SIT_OUT)
    return Argument(2.0 * (max(at_once.values(), default=1) - 1), "several tables need the same boards at once")
