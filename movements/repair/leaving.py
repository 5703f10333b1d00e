"""Having fewer contestants or rounds: a contestant leaves, or the night stops earlier."""

from collections import Counter
from dataclasses import replace

from games.wording import capital, listed
from movements.errors import MovementError
from movements.plan import SIT_OUT, Away, Plan
from movements.repair.base import (
    PLAIN,
    Change,
    Effect,
    concluded,
    later_rounds,
    playing,
    rounds_text,
    sits_out,
)
from movements.terms import MovementTerms


def leave(plan: Plan, frozen: int, contestant: int, *, words: MovementTerms = PLAIN) -> Change:
    """Let a contestant leave after round `frozen`. The opponents whom the contestant would have met sit out.

    Raise MovementError if the contestant is not playing, or if nobody could play in a later round.
    """
    rounds = later_rounds(plan, frozen)
    playing(plan, contestant, rounds[0], words)
    gone = replace(
        plan,
        away=away_from(plan, contestant, frozen + 1),
        schedule=tuple(
            replace(r, boardset=SIT_OUT) if r.round > frozen and contestant in (r.ns, r.ew) else r
            for r in plan.schedule
        ),
    )
    idle = [number for number in rounds if not any(row.round == number for row in gone.played())]
    if idle:
        raise MovementError(f"Nobody would have anybody to play in {rounds_text(idle)}: stop the movement earlier.")
    return concluded(gone, _left(plan, gone, frozen, contestant, words), words)


def away_from(plan: Plan, contestant: int, first: int) -> tuple[Away, ...]:
    """Return the absences with this absence added. A latecomer who leaves at once counts as never having been there."""
    late = next((a for a in plan.away if a.contestant == contestant and a.last == first - 1), None)
    return (*(a for a in plan.away if a is not late), Away(contestant, late.first if late else first, None))


def _left(plan: Plan, gone: Plan, frozen: int, contestant: int, words: MovementTerms) -> list[Effect]:
    name = words.contestant(contestant)
    already, idle = sits_out(plan, frozen + 1), sits_out(gone, frozen + 1)
    new = {c: [r for r in rounds if r not in already.get(c, [])] for c, rounds in idle.items()}
    order = sorted((rounds, c) for c, rounds in new.items() if rounds)
    who = [f"{words.contestant(c)} in {rounds_text(rounds)}" for rounds, c in order]
    effects = [Effect("seats", f"{capital(name)} plays no more after round {frozen}.")]
    if who:
        effects.append(Effect("seats", f"Whoever would have met {name} sits out: {listed(who)}."))
    twice = [words.contestant(c) for c, rounds in sits_out(gone).items() if len(rounds) > 1]
    if twice:
        effects.append(Effect("seats", f"More than once without an opponent: {listed(twice)}."))
    if len(gone.missing(frozen + 1)) > 1:
        text = "Two places are empty now: a new movement for the rest would give their opponents a game."
        effects.append(Effect("seats", text))
    if any(contestant in (row.ns, row.ew) for row in plan.played() if row.round <= frozen):
        effects.append(Effect("scores", f"The scores of {name} stay and count, also for the opponents."))
    return effects


def curtail(plan: Plan, frozen: int, rounds: int, *, words: MovementTerms = PLAIN) -> Change:
    """Stop the night after `rounds` rounds. Raise MovementError if any of the dropped rounds has begun."""
    later_rounds(plan, frozen)
    if not max(1, frozen) <= rounds < plan.rounds:
        raise MovementError(
            f"The movement can stop after any round from {max(1, frozen)} to {plan.rounds - 1}, not after {rounds}."
        )
    short = plan.cut(rounds)
    dropped = rounds_text(range(rounds + 1, plan.rounds + 1))
    effects = [Effect("seats", f"The night ends after round {rounds}: {dropped} will not be played.")]
    return concluded(short, [*effects, *_complete(short, words)], words)


def _complete(plan: Plan, words: MovementTerms) -> list[Effect]:
    """Return the effects on scores, and whether the result is still complete."""
    plays = Counter(row.boardset for row in plan.played())
    each = Counter(c for row in plan.played() for c in (row.ns, row.ew))
    alone = [words.boards(s) for s in sorted(plays) if plays[s] == 1]
    effects = [Effect("scores", "Every score that is in counts as before.")]
    if alone:
        text = f"Played at one table only, so with nothing to compare: {listed(alone)}."
        effects.append(Effect("boards", text))
    if len(set(each.values())) > 1:
        effects.append(Effect("boards", "Not everybody has played as many boards: percentages make up for it."))
    elif not alone:
        text = "The result is complete: everybody has played as many boards, and every board at two tables or more."
        effects.append(Effect("boards", text))
    return effects
