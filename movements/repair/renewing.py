"""New rounds: replacing the rest of the movement, or adding a round or a table."""

from collections import Counter
from dataclasses import replace

from games.wording import capital, listed
from movements import catalogue
from movements.errors import MovementError
from movements.plan import SIT_OUT, Away, Pairing, Plan
from movements.repair.base import (
    PLAIN,
    Change,
    Effect,
    concluded,
    later_rounds,
    newly_alone,
    no_teams,
    rounds_text,
    sits_out,
)
from movements.repair.drawing import drawn
from movements.terms import MovementTerms


def rest(plan: Plan, frozen: int, rounds: int | None = None, *, words: MovementTerms = PLAIN) -> Change:
    """Draw all rounds after `frozen` again, up to `rounds` in all, for the contestants who are present.

    Raise MovementError if that is impossible.
    """
    later_rounds(plan, frozen)
    no_teams(plan)
    last = plan.rounds if rounds is None else rounds
    if last <= frozen:
        raise MovementError(f"Round {frozen} has begun: a new movement needs at least {frozen + 1} rounds in all.")
    new_plan = drawn(plan, frozen, last)
    verb = "is" if last == frozen + 1 else "are"
    text = f"{capital(rounds_text(range(frozen + 1, last + 1)))} {verb} drawn again for everybody who is there."
    return concluded(new_plan, [Effect("seats", text), *renewed(plan, new_plan, frozen, words)], words)


def extend(plan: Plan, frozen: int, more: int = 1, *, words: MovementTerms = PLAIN) -> Change:
    """Add rounds at the end, by continuing the movement if possible, or else by drawing the new rounds.

    Raise MovementError if both are impossible.
    """
    if not 0 <= frozen <= plan.rounds or more < 1:
        raise MovementError("A night is made longer by one round or more.")
    wanted = plan.rounds + more
    new_plan = _as_the_movement_goes_on(plan, wanted)
    added = capital(rounds_text(range(plan.rounds + 1, wanted + 1)))
    effects = [Effect("seats", f"{added} {'is' if more == 1 else 'are'} added at the end.")]
    if new_plan is not None:
        effects.append(Effect("seats", "It goes on as this movement does: nobody meets anybody again."))
    else:
        no_teams(plan)
        new_plan = drawn(plan, plan.rounds, wanted)
    return concluded(new_plan, [*effects, *renewed(plan, new_plan, plan.rounds, words)], words)


def _as_the_movement_goes_on(plan: Plan, wanted: int) -> Plan | None:
    """Return a movement from the same family with `wanted` rounds that begins with the plan's rounds, or None.

    The result may be a longer movement that is cut short.
    """
    try:
        rounds = [n for n in catalogue.family(plan.name).rounds(plan.tables) if n >= wanted]
        lengths = sorted({*rounds[:1], *rounds[-1:]})
    except MovementError:
        return None
    longer = (catalogue.build(plan.name, plan.tables, n).cut(wanted) for n in lengths)
    return next((same for candidate in longer if (same := _continued(plan, candidate)) is not None), None)


def _continued(plan: Plan, longer: Plan) -> Plan | None:
    same = {(r.round, r.table): r for r in longer.schedule}
    for row in plan.schedule:
        other = same.get((row.round, row.table))
        if other is None or replace(other, boardset=row.boardset) != row:
            return None
        if row.boardset not in (SIT_OUT, other.boardset):
            return None
    new = [row for row in longer.schedule if row.round > plan.rounds]
    rows = [replace(r, boardset=SIT_OUT) if {r.ns, r.ew} & plan.missing(r.round) else r for r in new]
    return replace(plan, rounds=longer.rounds, board_sets=longer.board_sets, schedule=(*plan.schedule, *rows))


def add_table(plan: Plan, frozen: int, newcomers: int = 2, *, words: MovementTerms = PLAIN) -> Change:
    """Add one table and one or two contestants after round `frozen`. Later rounds are drawn again.

    Raise MovementError if that is impossible.
    """
    later_rounds(plan, frozen)
    no_teams(plan)
    if newcomers not in (1, 2):
        raise MovementError("One table more is for one or two contestants.")
    newcomer, other, table = plan.contestants + 1, plan.contestants + 2, plan.tables + 1
    new = (newcomer, other)[:newcomers]
    stand = tuple(Pairing(number, table, newcomer, other, SIT_OUT) for number in range(1, frozen + 1))
    wide = replace(
        plan,
        tables=table,
        contestants=other,
        absent=plan.absent if newcomers == 2 else (*plan.absent, other),
        away=(*plan.away, *(Away(c, 1, frozen) for c in new)) if frozen else plan.away,
        schedule=tuple(sorted((*plan.schedule, *stand), key=lambda row: (row.round, row.table))),
    )
    new_plan = drawn(wide, frozen, plan.rounds, plan.south() | {newcomer})
    names = listed(words.contestant(c) for c in new)
    play = "play" if newcomers == 2 else "plays"
    added = f"Table {words.table(table)} is added; {names} {play} from round {frozen + 1}."
    effects = [Effect("seats", added)]
    if frozen:
        missed = rounds_text(range(1, frozen + 1))
        effects.append(Effect("scores", f"{capital(names)} missed {missed}: no score there, and nothing lost by it."))
    return concluded(new_plan, [*effects, *renewed(plan, new_plan, frozen, words)], words, new)


def renewed(before: Plan, after: Plan, frozen: int, words: MovementTerms) -> list[Effect]:
    """Return the effects of new rounds: rematches, sit-outs, shared boards and new boards."""
    effects = [Effect("scores", "Every score that is in counts as before.")]
    again = _meet_again(after, frozen)
    if again:
        couples = (f"{words.contestant(a)} and {words.contestant(b)}" for a, b in again)
        effects.append(Effect("seats", f"They meet again: {'; '.join(couples)}."))
    out = [f"{words.contestant(c)} in {rounds_text(r)}" for c, r in sits_out(after, frozen + 1).items()]
    if out:
        effects.append(Effect("seats", f"Sitting out: {listed(out)}."))
    effects += _sharing(after, frozen, words)
    fresh = [words.boards(s) for s in range(before.board_sets + 1, after.board_sets + 1)]
    if fresh:
        effects.append(Effect("boards", f"New boards are needed: {listed(fresh)}."))
    return [*effects, *newly_alone(before, after, words)]


def _sharing(plan: Plan, frozen: int, words: MovementTerms) -> list[Effect]:
    shares = [share for share in plan.shares() if share.round > frozen]
    tables = {n: sum(bool(row.boardset) for row in plan.round(n)) for n in {share.round for share in shares}}
    together = [share for share in shares if len(share.tables) == tables[share.round]]
    effects = [
        Effect("boards", f"In round {share.round} all tables play {words.boards(share.boardset)} at once.")
        for share in together
    ]
    some = {share.round for share in shares if share not in together}
    if some:
        effects.append(Effect("boards", f"Two tables play the same boards at once in {rounds_text(some)}."))
    if shares:
        effects.append(Effect("boards", "On screens that needs nothing; with cards it needs copies."))
    return effects


def _meet_again(plan: Plan, frozen: int) -> list[tuple[int, int]]:
    times = Counter((min(r.ns, r.ew), max(r.ns, r.ew)) for r in plan.played())
    late = {(min(r.ns, r.ew), max(r.ns, r.ew)) for r in plan.played() if r.round > frozen}
    return sorted(couple for couple, count in times.items() if count > 1 and couple in late)
