"""What a repair comes to, in which words, and what every repair must keep."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from movements.checks import problems
from movements.errors import MovementError
from movements.notes import declaring
from movements.plan import SIT_OUT, Pairing, Plan
from movements.terms import Words

About = Literal["seats", "boards", "scores"]


@dataclass(frozen=True, slots=True)
class Effect:
    """A sentence on what becomes of seats, of boards, or of scores already in."""

    about: About
    text: str


@dataclass(frozen=True, slots=True)
class Repair:
    """The plan after a repair and what it means. `newcomers` are numbers that somebody plays as from now on.

    `in_all`: of a movement drawn round by round, how many rounds there will be; None: as many as before.
    """

    plan: Plan
    effects: tuple[Effect, ...]
    newcomers: tuple[int, ...] = ()
    in_all: int | None = None


PLAIN = Words()


def concluded(
    plan: Plan, effects: Iterable[Effect], words: Words = PLAIN, newcomers: tuple[int, ...] = ()
) -> Repair:
    """The repair, if nobody replays a board and nothing else is unsound. Raises MovementError with the reason."""
    for contestant, boardset, earlier, later in replays(plan):
        who, boards = capital(words.contestant(contestant)), words.boards(boardset)
        raise MovementError(f"{who} would play {boards} again in round {later}, after round {earlier}.")
    plan = declaring(plan)
    wrong = problems(plan)
    if wrong:
        raise MovementError(wrong[0])
    return Repair(plan, tuple(effects), newcomers)


def replays(plan: Plan) -> Iterator[tuple[int, int, int, int]]:
    """(contestant, board set, round, later round) of every board set that somebody plays again, by later round."""
    before: dict[tuple[int, int], int] = {}
    for row in sorted(played(plan), key=lambda row: (row.round, row.table)):
        for contestant in (row.ns, row.ew):
            key = contestant, row.boardset
            if key in before:
                yield contestant, row.boardset, before[key], row.round
            before.setdefault(key, row.round)


def played(plan: Plan) -> Iterator[Pairing]:
    """The rows in which boards are played."""
    return (row for row in plan.schedule if row.boardset != SIT_OUT)


def later_rounds(plan: Plan, frozen: int) -> range:
    """The rounds that may still change. Raises MovementError if there are none, or no such round is frozen."""
    if not 0 <= frozen <= plan.rounds:
        raise MovementError(f"There are rounds 1 to {plan.rounds}: {frozen} of them cannot have begun.")
    if frozen == plan.rounds:
        raise MovementError(f"Round {plan.rounds} is the last: there is no later round to change.")
    return range(frozen + 1, plan.rounds + 1)


def no_teams(plan: Plan) -> None:
    """Raises MovementError for American whist: two of a team would be drawn against each other, a third be in none."""
    if plan.name == "american-whist":
        raise MovementError(
            "Teams meet each other by this movement alone: its rounds cannot be drawn anew, and nobody can join. "
            "Somebody can play on for one who leaves, and the night can stop earlier."
        )


def playing(plan: Plan, contestant: int, number: int, words: Words) -> None:
    """Raises MovementError unless somebody plays as this number in this round."""
    if not 1 <= contestant <= plan.contestants or contestant in plan.missing(number):
        raise MovementError(f"Nobody plays as {words.contestant(contestant)} in round {number}.")


def sits_out(plan: Plan, first: int = 1) -> dict[int, list[int]]:
    """contestant -> the rounds from `first` on in which it is there and has nobody to play."""
    found: dict[int, list[int]] = {}
    for row in plan.schedule:
        if row.boardset == SIT_OUT and row.round >= first:
            for contestant in {row.ns, row.ew} - plan.missing(row.round):
                found.setdefault(contestant, []).append(row.round)
    return {contestant: sorted(rounds) for contestant, rounds in sorted(found.items())}


def newly_alone(before: Plan, after: Plan, words: Words) -> list[Effect]:
    """The boards that only one table would play, and did not before, in a sentence."""

    def alone(plan: Plan) -> set[int]:
        times = Counter(row.boardset for row in played(plan))
        return {boardset for boardset, count in times.items() if count == 1 and plan.tables > 1}

    single = [words.boards(boardset) for boardset in sorted(alone(after) - alone(before))]
    text = f"At one table only, with nothing to compare: {listed(single)}." if single else ""
    return [Effect("boards", text)] if text else []


def listed(items: Iterable[object]) -> str:
    """ "a, b and c"."""
    *others, last = [str(item) for item in items]
    return f"{', '.join(others)} and {last}" if others else last


def rounds_text(numbers: Iterable[int]) -> str:
    """ "round 4", "rounds 4, 5 and 7", "rounds 4 to 9"."""
    rounds = sorted(numbers)
    if len(rounds) == 1:
        return f"round {rounds[0]}"
    if len(rounds) > 2 and rounds == list(range(rounds[0], rounds[-1] + 1)):
        return f"rounds {rounds[0]} to {rounds[-1]}"
    return f"rounds {listed(rounds)}"


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]
