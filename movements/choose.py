"""Which movement for tonight: what exists for a field, best first, in a director's words."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from movements.balance import quality
from movements.errors import MovementError
from movements.howell import MAX_TABLES as MOST_HOWELL_TABLES
from movements.howell import MIN_TABLES as FEWEST_HOWELL_TABLES
from movements.howell import howell, howell_rounds
from movements.mitchell import MAX_TABLES, skip, skip_rounds, straight, straight_rounds
from movements.plan import Plan, with_sit_out

SHORT, FULL_FROM, FULL_TO, LONGEST = 20, 24, 28, 36  # boards of one contestant in an evening
MOST_BOARDS_A_ROUND = 36


@dataclass(frozen=True, slots=True)
class Option:
    """One movement that would do. `sit_outs`: rounds in which one contestant has nobody to play.

    `problem` is a sentence if there are too few boards, else None. At most one option is `recommended`.
    `quality` is Q (`movements.balance`), `minutes` the length of the night, `boards_each` what a contestant
    without a sit-out plays, `shares` how many (round, board set) more than one table needs at once.
    """

    plan: Plan
    title: str
    why: str
    boards_needed: int
    rounds: int
    sit_outs: int
    winners: int
    recommended: bool
    problem: str | None
    quality: Fraction = Fraction(0)
    minutes: int = 0
    boards_each: int = 0
    shares: int = 0


def options(
    contestants: int,
    boards_per_round: int,
    boards_available: int | None = None,
    *,
    stay: str = "South players",
    move: str = "North players",
    minutes: int | None = None,
    minutes_per_board: int = 8,
    live: bool = True,
) -> list[Option]:
    """Movements for 2 or more contestants, best first; an odd field gets a sit-out each round.

    Aims at 24 to 28 boards for everybody. Those that need more boards than `boards_available` come last, with
    their `problem`. `stay` and `move` are what N/S and E/W are called. Raises MovementError for impossible
    numbers.
    """
    _check(contestants, boards_per_round, boards_available)
    weighed = []
    for plan in _plans(contestants, boards_per_round):
        needed = plan.board_sets * boards_per_round
        option = Option(
            plan=plan,
            title=_title(plan, boards_per_round),
            why=_why(plan, boards_per_round, stay, move),
            boards_needed=needed,
            rounds=plan.rounds,
            sit_outs=len(plan.sit_outs()),
            winners=plan.winners,
            recommended=False,
            problem=_problem(plan, boards_per_round, boards_available),
            quality=quality(plan),
            minutes=plan.rounds * boards_per_round * minutes_per_board,
            boards_each=plan.rounds * boards_per_round,
            shares=len(plan.shares()),
        )
        weighed.append((option.problem is not None, _cost(plan, boards_per_round), option))
    weighed.sort(key=lambda row: row[:2])
    best, *others = [option for _, _, option in weighed]
    return [replace(best, recommended=best.problem is None), *others]


def _check(contestants: int, boards_per_round: int, boards_available: int | None) -> None:
    if not 2 <= contestants <= 2 * MAX_TABLES:
        raise MovementError(f"A movement is for 2 to {2 * MAX_TABLES} contestants, not {contestants}.")
    if not 1 <= boards_per_round <= MOST_BOARDS_A_ROUND:
        raise MovementError(f"A round has 1 to {MOST_BOARDS_A_ROUND} boards, not {boards_per_round}.")
    if boards_available is not None and boards_available < 0:
        raise MovementError(f"There cannot be {boards_available} boards.")


def _plans(contestants: int, per_round: int) -> Iterator[Plan]:
    tables = (contestants + 1) // 2
    for plan in _full_fields(tables, per_round):
        yield with_sit_out(plan, 2 * tables) if contestants % 2 else plan


def _full_fields(tables: int, per_round: int) -> Iterator[Plan]:
    if tables == 1:
        yield straight(1, 1)
    if FEWEST_HOWELL_TABLES <= tables <= MOST_HOWELL_TABLES:
        for rounds in _lengths(howell_rounds(tables), per_round):
            yield howell(tables, rounds)
    if tables > 2:
        most = straight_rounds(tables) if tables % 2 else skip_rounds(tables)
        for rounds in _lengths(most, per_round):
            yield straight(tables, rounds) if rounds <= straight_rounds(tables) else skip(tables, rounds)


def _lengths(most: int, per_round: int) -> list[int]:
    """All rounds unless that is far too long, and as many as make a full evening."""
    fitting = min(most, max(1, FULL_TO // per_round))
    return sorted({fitting} | ({most} if most * per_round <= LONGEST else set()))


def _full_length(plan: Plan) -> int:
    if plan.name == "howell":
        return howell_rounds(plan.tables)
    return skip_rounds(plan.tables) if plan.tables % 2 == 0 else straight_rounds(plan.tables)


def _cost(plan: Plan, per_round: int) -> float:
    """What speaks against a plan: too long or short, stopped early (a Howell above all), few results."""
    played = plan.rounds * per_round
    length = max(0.0, played - FULL_TO) + max(0, FULL_FROM - played) / 2 + max(0, SHORT - played) / 2
    missing = 1 - plan.rounds / _full_length(plan) if plan.tables > 1 else 0.0
    stopped = missing * (20 if plan.name == "howell" else 3)
    # A Mitchell of few tables compares everybody with very few others.
    family = max(0, 7 - plan.tables) * 2 if plan.name != "howell" else 0
    return length + stopped + family


def _title(plan: Plan, per_round: int) -> str:
    name = {"howell": "Howell", "mitchell": "Mitchell", "skip-mitchell": "Skip Mitchell"}[plan.name]
    if plan.tables == 1:
        return f"One table, {_many(per_round, 'board')}"
    return f"{name}, {plan.tables} tables, {_many(plan.rounds, 'round')} of {_many(per_round, 'board')}"


def _why(plan: Plan, per_round: int, stay: str, move: str) -> str:
    sentences = [*_manner(plan, stay, move), _played(plan, per_round), _sitting_out(plan), _comparing(plan)]
    sentences += [_sharing(plan), _length(plan, per_round)]
    return " ".join(sentence for sentence in sentences if sentence)


def _manner(plan: Plan, stay: str, move: str) -> list[str]:
    if plan.tables == 1:
        return ["Two contestants, one table."]
    if plan.name == "howell":
        complete = plan.rounds == howell_rounds(plan.tables)
        meets = "Everybody meets everybody once" if complete else "Stopped early, so not everybody meets"
        return [f"{meets}; one winner."]
    manner = f"{_capital(stay)} keep their table, {move} move up one table each round"
    if plan.name == "skip-mitchell":
        manner += f" and two tables after round {plan.tables // 2}"
    return [f"{manner}.", f"Two winners: {stay} and {move} are ranked apart."]


def _played(plan: Plan, per_round: int) -> str:
    most = plan.rounds * per_round
    total = plan.board_sets * per_round
    who = "Each contestant" if not plan.absent else "Each contestant without a sit-out"
    if most == total:
        return f"{who} plays all {_many(total, 'board')}."
    return f"{who} plays {most} of the {_many(total, 'board')} in play."


def _sitting_out(plan: Plan) -> str:
    if not plan.absent:
        return ""
    rounds = len(plan.sit_outs())
    everybody = rounds == len(plan.present)
    who = "everybody once" if everybody else f"{_many(rounds, 'contestant')} once, nobody twice"
    return f"One contestant sits out each round: {who}."


def _comparing(plan: Plan) -> str:
    results = plan.tables - bool(plan.absent)
    if results == 1:
        return "Every board is played at one table only: nothing to compare, so play it for practice."
    return ""


def _sharing(plan: Plan) -> str:
    if plan.absent and plan.tables == 2:
        return ""
    rounds = sorted({share.round for share in plan.shares()})
    if not rounds:
        return ""
    if len(rounds) == plan.rounds:
        return "All tables play the same boards at the same time (live tables need no copies)."
    return f"In round {rounds[-1]} all tables play the same boards (live tables need no copies)."


def _length(plan: Plan, per_round: int) -> str:
    played = plan.rounds * per_round
    if played > FULL_TO:
        return f"A long evening: {played} boards."
    better = FULL_TO // plan.rounds
    if plan.tables == 1 or played >= SHORT or better <= per_round:
        return ""
    return f"A short evening: {better} boards a round would make it {better * plan.rounds}."


def _problem(plan: Plan, per_round: int, available: int | None) -> str | None:
    needed = plan.board_sets * per_round
    if available is None or needed <= available:
        return None
    enough = available // plan.board_sets
    sentence = f"Needs {_many(needed, 'board')}, the set has {available}."
    if enough == 0:
        return sentence
    return f"{sentence} With {_many(enough, 'board')} a round it would need {enough * plan.board_sets}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
