"""The result of a repair, its wording, and the conditions that every repair has to satisfy."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from games.wording import capital, listed
from movements.checks import problems
from movements.errors import MovementError
from movements.notes import declaring
from movements.plan import SIT_OUT, Plan
from movements.terms import MovementTerms

About = Literal["seats", "boards", "scores"]


@dataclass(frozen=True, slots=True)
class Effect:
    """A sentence about a repair's effect on seats, on boards, or on scores already entered."""

    about: About
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """The plan after a repair, and its effects. `newcomers` lists the numbers under which someone now starts to play.

    `in_all` is the new total number of rounds in a movement drawn round by round, or None if it is unchanged.
    """

    plan: Plan
    effects: tuple[Effect, ...]
    newcomers: tuple[int, ...] = ()
    in_all: int | None = None


PLAIN = MovementTerms()


def concluded(
    plan: Plan, effects: Iterable[Effect], words: MovementTerms = PLAIN, newcomers: tuple[int, ...] = ()
) -> Change:
    """Return the repair as a Change. Raise MovementError if someone replays a board or anything else is unsound."""
    for contestant, boardset, earlier, later in replays(plan):
        who, boards = capital(words.contestant(contestant)), words.boards(boardset)
        raise MovementError(f"{who} would play {boards} again in round {later}, after round {earlier}.")
    plan = declaring(plan)
    wrong = problems(plan)
    if wrong:
        raise MovementError(wrong[0])
    return Change(plan, tuple(effects), newcomers)


def replays(plan: Plan) -> Iterator[tuple[int, int, int, int]]:
    """Yield (contestant, board set, round, later round) for each replay of a board set, ordered by later round."""
    before: dict[tuple[int, int], int] = {}
    for row in sorted(plan.played(), key=lambda row: (row.round, row.table)):
        for contestant in (row.ns, row.ew):
            key = contestant, row.boardset
            if key in before:
                yield contestant, row.boardset, before[key], row.round
            before.setdefault(key, row.round)


def later_rounds(plan: Plan, frozen: int) -> range:
    """Return the rounds that may still change. Raise MovementError if none are left, or if `frozen` is impossible."""
    if not 0 <= frozen <= plan.rounds:
        raise MovementError(f"There are rounds 1 to {plan.rounds}: {frozen} of them cannot have begun.")
    if frozen == plan.rounds:
        raise MovementError(f"Round {plan.rounds} is the last: there is no later round to change.")
    return range(frozen + 1, plan.rounds + 1)


def no_teams(plan: Plan) -> None:
    """Raise MovementError for American whist, because a new draw would break up its teams."""
    if plan.name == "american-whist":
        raise MovementError(
            "Teams meet each other by this movement alone: its rounds cannot be drawn again, and nobody can join. "
            "Somebody can play on for one who leaves, and the night can stop earlier."
        )


def playing(plan: Plan, contestant: int, number: int, words: MovementTerms) -> None:
    """Raise MovementError unless someone plays under this number in this round."""
    if not 1 <= contestant <= plan.contestants or contestant in plan.missing(number):
        raise MovementError(f"Nobody plays as {words.contestant(contestant)} in round {number}.")


def sits_out(plan: Plan, first: int = 1) -> dict[int, list[int]]:
    """Return {contestant: the rounds, from `first` on, in which the contestant is present and sits out}."""
    sit_outs: dict[int, list[int]] = {}
    for row in plan.schedule:
        if row.boardset == SIT_OUT and row.round >= first:
            for contestant in {row.ns, row.ew} - plan.missing(row.round):
                sit_outs.setdefault(contestant, []).append(row.round)
    return {contestant: sorted(rounds) for contestant, rounds in sorted(sit_outs.items())}


def newly_alone(before: Plan, after: Plan, words: MovementTerms) -> list[Effect]:
    """Return an effect naming the boards that only one table plays because of the repair, or [] if there are none."""

    def alone(plan: Plan) -> set[int]:
        times = Counter(row.boardset for row in plan.played())
        return {boardset for boardset, count in times.items() if count == 1 and plan.tables > 1}

    single = [words.boards(boardset) for boardset in sorted(alone(after) - alone(before))]
    text = f"At one table only, with nothing to compare: {listed(single)}." if single else ""
    return [Effect("boards", text)] if text else []


def rounds_text(numbers: Iterable[int]) -> str:
    """Return the rounds as "round 4", "rounds 4, 5 and 7" or "rounds 4 to 9"."""
    rounds = sorted(numbers)
    if len(rounds) == 1:
        return f"round {rounds[0]}"
    if len(rounds) > 2 and rounds == list(range(rounds[0], rounds[-1] + 1)):
        return f"rounds {rounds[0]} to {rounds[-1]}"
    return f"rounds {listed(rounds)}"
