"""Repairs to a movement whose later rounds are still to be drawn (Swiss): who plays, and how many rounds follow.

A round that has been drawn but has not begun is dropped and drawn again. If the number of rounds changes, `in_all`
of the Change gives the new number.
"""

from dataclasses import replace

from games.wording import capital, listed
from movements.errors import MovementError
from movements.plan import SIT_OUT, Away, Pairing, Plan
from movements.repair.base import PLAIN, Change, Effect, concluded, playing, rounds_text
from movements.repair.leaving import away_from
from movements.terms import MovementTerms

TEAMS = "swiss-teams"


def leave_undrawn(plan: Plan, frozen: int, contestant: int, in_all: int, *, words: MovementTerms = PLAIN) -> Change:
    """Let a contestant leave after round `frozen`. Later rounds are drawn without that contestant.

    Raise MovementError if the contestant is not playing.
    """
    _not_the_last(frozen, in_all)
    playing(plan, contestant, max(1, frozen), words)
    begun = _begun(plan, frozen)
    left = replace(begun, away=away_from(plan, contestant, frozen + 1))
    if len(_there(left, frozen)) < 2:
        raise MovementError("Nobody would have anybody to play: stop the movement earlier.")
    name = words.contestant(contestant)
    effects = [
        Effect("seats", f"{capital(name)} plays no more after round {frozen}."),
        *_drawn_for(plan, left, frozen),
        Effect("scores", f"The scores of {name} stay and count, also for the opponents."),
    ]
    return concluded(left, effects, words)


def join_undrawn(
    plan: Plan,
    frozen: int,
    in_all: int,
    newcomers: int = 1,
    *,
    instead_of: int | None = None,
    words: MovementTerms = PLAIN,
) -> Change:
    """Add one or two contestants from the next round on. `instead_of`, a robot, leaves.

    Raise MovementError if the contestants cannot be added.
    """
    _not_the_last(frozen, in_all)
    if plan.name == TEAMS:
        raise MovementError("Teams of two have no place for one more: let the newcomer stand in for somebody who goes.")
    begun = _begun(plan, frozen)
    if newcomers == 1 and begun.absent:
        new = begun.absent
        wide = replace(begun, absent=())
    else:
        new = (plan.contestants + 1, plan.contestants + 2)[:newcomers]
        wide = _wider(begun, new)
    away = [*plan.away, *(Away(c, 1, frozen) for c in new if frozen)]
    away += [Away(instead_of, frozen + 1, None)] if instead_of else []
    wide = replace(wide, away=tuple(away))
    names = capital(listed(words.contestant(c) for c in new))
    effects = [Effect("seats", f"{names} {'play' if len(new) > 1 else 'plays'} from round {frozen + 1}.")]
    if instead_of:
        effects.append(Effect("seats", f"{capital(words.contestant(instead_of))} plays no more."))
    effects += _drawn_for(plan, wide, frozen)
    if frozen:
        text = f"{names} missed {rounds_text(range(1, frozen + 1))}: no score there, and nothing lost by it."
        effects.append(Effect("scores", text))
    return concluded(wide, effects, words, tuple(new))


def rounds_in_all(plan: Plan, frozen: int, in_all: int, *, words: MovementTerms = PLAIN) -> Change:
    """Set the total number of rounds. Raise MovementError if more rounds have already begun."""
    if not max(1, frozen) <= in_all:
        raise MovementError(f"Round {frozen} has begun: the night cannot end before it.")
    kept = plan if in_all >= plan.rounds else _begun(plan, in_all)
    text = f"The night ends after round {in_all}."
    if in_all > plan.rounds:
        text += f" {capital(rounds_text(range(plan.rounds + 1, in_all + 1)))} will be drawn when the time comes."
    effects = [Effect("seats", text), Effect("scores", "Every score that is in counts as before.")]
    return replace(concluded(kept, effects, words), in_all=in_all)


def _not_the_last(frozen: int, in_all: int) -> None:
    if frozen >= in_all:
        raise MovementError(f"Round {frozen} is the last: there is no later round to change.")


def _begun(plan: Plan, frozen: int) -> Plan:
    """Return the plan without rounds that have been drawn but have not begun."""
    return replace(plan.cut(frozen), board_sets=frozen) if frozen < plan.rounds else plan


def _wider(plan: Plan, new: tuple[int, ...]) -> Plan:
    """Return the plan with one more table, at which nobody has sat so far."""
    newcomer, other, table = plan.contestants + 1, plan.contestants + 2, plan.tables + 1
    stand = tuple(Pairing(number, table, newcomer, other, SIT_OUT) for number in range(1, plan.rounds + 1))
    return replace(
        plan,
        tables=table,
        contestants=other,
        absent=plan.absent if other in new else (*plan.absent, other),
        schedule=tuple(sorted((*plan.schedule, *stand), key=lambda row: (row.round, row.table))),
    )


def _there(plan: Plan, frozen: int) -> list[int]:
    missing = plan.missing(frozen + 1)
    return [c for c in range(1, plan.contestants + 1) if c not in missing]


def _drawn_for(before: Plan, after: Plan, frozen: int) -> list[Effect]:
    there = len(_there(after, frozen))
    again = f"Round {frozen + 1} was drawn already: it is drawn again. " if before.rounds > frozen else ""
    if after.name == TEAMS:
        text = f"{again}Teams go on with one member too: who would meet somebody who has gone sits out."
        return [Effect("seats", text)]
    out = ", of whom one sits out in each" if there % 2 else ""
    return [Effect("seats", f"{again}Later rounds are drawn for {there} contestants{out}.")]
