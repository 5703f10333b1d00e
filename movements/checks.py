"""What every movement must keep, as sentences: an empty list is a sound plan."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from movements.plan import DECLARABLE, SIT_OUT, Pairing, Plan

# Howells that have to share, as they were stored before plans declared it.
MAY_SHARE = frozenset({("howell", 2), ("howell", 3)})


def problems(plan: Plan) -> list[str]:
    """Everything unsound about a plan, each a sentence naming round, table or contestant.

    Checked: counts and ids in range; every table once and every contestant in one seat in every round; no
    board set met twice; no opponent met twice; a board set at two tables at once only in the sizes of `MAY_SHARE`;
    a sit-out exactly where somebody is missing, at most one each; a fixed direction where there are two winners.
    What the plan declares is no problem of it.
    """
    checks = (_counts, _ranges, _seats, _replays, _rematches, _shares, _sit_outs, _directions)
    return [sentence for check in checks for sentence in check(plan)]


def _counts(plan: Plan) -> Iterator[str]:
    if plan.tables < 1 or plan.rounds < 1 or plan.board_sets < 1:
        yield "A movement has at least one table, one round and one board set."
    if plan.contestants != 2 * plan.tables:
        yield f"{plan.tables} tables seat {2 * plan.tables} contestants, not {plan.contestants}."
    if plan.winners not in (1, 2):
        yield f"A movement has one or two winners, not {plan.winners}."
    for absent in plan.absent:
        if not 1 <= absent <= plan.contestants:
            yield f"Contestant {absent} is absent but has no number from 1 to {plan.contestants}."
    for word in plan.declares:
        if word not in DECLARABLE:
            yield f"A movement cannot declare {word!r}, only {', '.join(DECLARABLE)}."
    if len(plan.absent) > 1:
        yield f"{len(plan.absent)} contestants are absent: use fewer tables."


def _ranges(plan: Plan) -> Iterator[str]:
    for p in plan.schedule:
        where = f"Round {p.round}, table {p.table}"
        if not 1 <= p.round <= plan.rounds:
            yield f"{where}: there are rounds 1 to {plan.rounds} only."
        if not 1 <= p.table <= plan.tables:
            yield f"{where}: there are tables 1 to {plan.tables} only."
        if not SIT_OUT <= p.boardset <= plan.board_sets:
            yield f"{where}: there is no board set {p.boardset}."
        for contestant in (p.ns, p.ew):
            if not 1 <= contestant <= plan.contestants:
                yield f"{where}: there is no contestant {contestant}."


def _seats(plan: Plan) -> Iterator[str]:
    rows: defaultdict[int, list[Pairing]] = defaultdict(list)
    for p in plan.schedule:
        rows[p.round].append(p)
    for number in range(1, plan.rounds + 1):
        here = rows[number]
        yield from _once_each(f"Round {number}", "table", [p.table for p in here], plan.tables)
        seated = [contestant for p in here for contestant in (p.ns, p.ew)]
        yield from _once_each(f"Round {number}", "contestant", seated, plan.contestants)


def _once_each(where: str, what: str, found: list[int], highest: int) -> Iterator[str]:
    if len(found) == highest and set(found) == set(range(1, highest + 1)):
        return
    times = Counter(found)
    for number in range(1, highest + 1):
        if times[number] != 1:
            yield f"{where}: {what} {number} appears {times[number]} times."


def _replays(plan: Plan) -> Iterator[str]:
    played = Counter((c, p.boardset) for p in _played(plan) for c in (p.ns, p.ew))
    for (contestant, boardset), times in played.items():
        if times > 1:
            yield f"Contestant {contestant} plays board set {boardset} {times} times."


def _rematches(plan: Plan) -> Iterator[str]:
    if "rematches" in plan.declares:
        return
    met = Counter((min(p.ns, p.ew), max(p.ns, p.ew)) for p in _played(plan))
    for (one, other), times in met.items():
        if times > 1:
            yield f"Contestants {one} and {other} meet {times} times."


def _shares(plan: Plan) -> Iterator[str]:
    if (plan.name, plan.tables) not in MAY_SHARE and "shares" not in plan.declares:
        for share in plan.shares():
            tables = " and ".join(str(table) for table in share.tables)
            yield f"Round {share.round}: tables {tables} need board set {share.boardset} at once."


def _sit_outs(plan: Plan) -> Iterator[str]:
    rounds_out: defaultdict[int, list[int]] = defaultdict(list)
    for p in plan.schedule:
        missing = [c for c in (p.ns, p.ew) if c in plan.missing(p.round)]
        if bool(missing) != (p.boardset == SIT_OUT):
            yield f"Round {p.round}, table {p.table}: board set {p.boardset} with {len(missing)} absent."
        if missing:
            for contestant in {p.ns, p.ew} - set(missing):
                rounds_out[contestant].append(p.round)
    for contestant, rounds in sorted(rounds_out.items()):
        if len(rounds) > 1 and "byes" not in plan.declares:
            yield f"Contestant {contestant} sits out {len(rounds)} times."


def _directions(plan: Plan) -> Iterator[str]:
    if plan.winners == 2 and "directions" not in plan.declares:
        for contestant in sorted({p.ns for p in plan.schedule} & {p.ew for p in plan.schedule}):
            yield f"Contestant {contestant} changes direction, yet N/S and E/W are ranked apart."


def plays(plan: Plan) -> dict[int, int]:
    """How many tables play each board set in the whole movement; 0 for a set that stays in its box."""
    times = Counter(p.boardset for p in _played(plan))
    return {boardset: times[boardset] for boardset in range(1, plan.board_sets + 1)}


def _played(plan: Plan) -> Iterator[Pairing]:
    return (p for p in plan.schedule if p.boardset != SIT_OUT)
