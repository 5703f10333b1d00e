"""The movements that suit a field tonight, best first and described in directors' terms."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from games.wording import group_name
from movements import words
from movements.aims import Aim, aim_rank, place_text
from movements.balance import quality
from movements.candidates import USUAL, Candidate, Candidates, Evening
from movements.errors import MovementError
from movements.layout import MAX_TABLES
from movements.penalties import Argument, Request
from movements.plan import Plan

MOST_BOARDS_A_ROUND = 36
READ_AT_ONCE = 8  # options: a director reads no more


@dataclass(frozen=True, slots=True)
class Option:
    """One suitable movement. `sit_outs` is the number of rounds in which one contestant has no opponent.

    `name` is, for example, "Mitchell with arrow switch"; `title` also has the numbers of tables, rounds and boards.
    `problem` is a sentence if there are too few boards or too little time, or None otherwise. At most one option is
    `recommended`. `quality` is Q (`movements.balance`), and `minutes` the length of the night. `boards_each` is the
    number of boards that a contestant without a sit-out plays, and `shares` the number of (round, board set) pairs
    that more than one table needs at once. `switched` is the number of arrow-switched rounds. `cyclic` is True for a
    Howell in which each contestant follows one other contestant all night. `parts` lists the sections that `plan` puts
    together. `more` is True for an option that is not among the first options that a director sees. `placed` is a
    sentence with the reason for its place in the list, or "".
    """

    plan: Plan
    name: str
    title: str
    why: str
    boards_needed: int
    rounds: int
    sit_outs: int
    winners: int
    recommended: bool
    problem: str | None
    quality: Fraction
    minutes: int
    boards_each: int
    boards_per_round: int
    shares: int
    switched: int
    cyclic: bool
    parts: tuple[Plan, ...]
    more: bool
    placed: str

    @property
    def key(self) -> str:
        """The name that identifies the option within its list."""
        kind = f"switch{self.switched}" if self.switched else "cyclic" if self.cyclic else "plain"
        return f"{self.plan.name}.{self.plan.tables}.{self.rounds}.{self.boards_per_round}.{kind}"


@dataclass(frozen=True, slots=True)
class _Weighed:
    candidate: Candidate
    per_round: int
    quality: Fraction
    problem: str | None
    arguments: list[Argument]

    @property
    def place(self) -> tuple[bool, float]:
        return self.problem is not None, sum(a.weight for a in self.arguments)

    def rank(self, aim: Aim) -> tuple[float | Fraction, ...]:
        troubled, cost = self.place
        return troubled, *aim_rank(aim, self.candidate.plan, self.quality), cost


def options(
    contestants: int,
    boards_per_round: int | None = None,
    boards_available: int | None = None,
    *,
    stay: str = group_name("NS"),
    move: str = group_name("EW"),
    minutes: int | None = None,
    minutes_per_board: int = 8,
    live: bool = True,
    physical: bool = False,
    aim: Aim = Aim.USUAL,
) -> list[Option]:
    """Return movements for 2 or more contestants, the best for `aim` first. An odd field has a sit-out in each round.

    The movements aim at 24 to 28 boards for everyone, or at as many as `minutes` allow. If `boards_per_round` is None,
    each movement has the number of boards per round that suits it best. Movements that need more than
    `boards_available` or `minutes` come last, with their `problem`. `stay` and `move` are the names of N/S and E/W. If
    `live`, several tables can use a board set at once at no cost. If `physical`, people carry cards and boards, so
    Howells in which each contestant follows one other contestant all night are offered too. Raise MovementError for
    impossible numbers.
    """
    _check(contestants, boards_per_round, boards_available, minutes, minutes_per_board)
    # Too few boards for rounds of a given size are reported as a problem. Otherwise they shorten the evening.
    evening = _evening(minutes, minutes_per_board, None if boards_per_round else boards_available)
    request = Request(evening, boards_available, minutes, minutes_per_board, live)
    sizes = [boards_per_round] if boards_per_round else _sizes(contestants, evening)
    weighed = sorted(
        _weigh(Candidates(contestants, live=live, physical=physical), sizes, request), key=lambda w: w.rank(aim)
    )
    return [
        replace(
            _option(w, request, stay, move),
            recommended=place == 0 and not w.problem,
            placed=place_text(aim, w.candidate.plan, w.quality, w.arguments if place else []),
            more=place >= READ_AT_ONCE,
        )
        for place, w in enumerate(weighed)
    ]


def _weigh(candidates: Candidates, sizes: Iterable[int], request: Request) -> list[_Weighed]:
    """Return every candidate once, with the number of boards per round that suits it best."""
    best: dict[int, _Weighed] = {}
    qualities: dict[int, Fraction] = {}
    for per_round in sizes:
        for candidate in candidates.found(per_round, request.evening):
            q = qualities.setdefault(id(candidate), Fraction(-1))
            if q < 0:
                q = qualities[id(candidate)] = quality(candidate.plan)
            problem = request.problem(candidate.plan, per_round)
            weighed = _Weighed(candidate, per_round, q, problem, request.arguments(candidate, per_round, q))
            before = best.get(id(candidate))
            if before is None or weighed.place < before.place:
                best[id(candidate)] = weighed
    return list(best.values())


def _option(weighed: _Weighed, request: Request, stay: str, move: str) -> Option:
    candidate, per_round = weighed.candidate, weighed.per_round
    plan = candidate.plan
    return Option(
        plan=plan,
        name=words.name(candidate),
        title=words.title(candidate, per_round),
        why=words.why(candidate, per_round, stay, move, request.evening, live=request.live),
        boards_needed=plan.board_sets * per_round,
        rounds=plan.rounds,
        sit_outs=len(plan.sit_outs()),
        winners=plan.winners,
        recommended=False,
        problem=weighed.problem,
        quality=weighed.quality,
        minutes=plan.rounds * per_round * request.minutes_per_board,
        boards_each=plan.rounds * per_round,
        boards_per_round=per_round,
        shares=len(plan.shares()),
        switched=candidate.switched,
        cyclic=candidate.cyclic,
        parts=candidate.parts,
        more=False,
        placed="",
    )


def _sizes(contestants: int, evening: Evening) -> range:
    """Return the numbers of boards per round to try.

    A small field has few rounds, so each round may have more boards. A short evening may have one board per round.
    """
    fewest = 1 if evening.full_to < USUAL.short else 2
    return range(fewest, 5) if contestants > 8 else range(fewest, 10)


def _evening(minutes: int | None, minutes_per_board: int, boards: int | None) -> Evening:
    """Return the limits of a usual evening, cut to fit the minutes and boards, and of a slightly longer evening."""
    in_time = USUAL.full_to if minutes is None else minutes // minutes_per_board
    full_to = max(1, min(USUAL.full_to, in_time, USUAL.full_to if boards is None else boards))
    return Evening(max(0, full_to - 8), max(0, full_to - 4), full_to, full_to + USUAL.longest - USUAL.full_to)


def _check(
    contestants: int, per_round: int | None, boards: int | None, minutes: int | None, minutes_per_board: int
) -> None:
    if not 2 <= contestants <= 2 * MAX_TABLES:
        raise MovementError(f"A movement is for 2 to {2 * MAX_TABLES} contestants, not {contestants}.")
    if per_round is not None and not 1 <= per_round <= MOST_BOARDS_A_ROUND:
        raise MovementError(f"A round has 1 to {MOST_BOARDS_A_ROUND} boards, not {per_round}.")
    if boards is not None and boards < 0:
        raise MovementError(f"There cannot be {boards} boards.")
    if minutes is not None and minutes < 1:
        raise MovementError(f"A night takes at least a minute, not {minutes}.")
    if minutes_per_board < 1:
        raise MovementError(f"A board takes at least a minute, not {minutes_per_board}.")
