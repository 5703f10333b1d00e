"""A movement described in directors' terms: its title and the reasons for choosing it."""

from games.wording import capital, counted, listed
from movements.candidates import USUAL, Candidate, Evening
from movements.catalogue import FAMILIES
from movements.howell import howell_rounds
from movements.plan import Plan


def name(candidate: Candidate) -> str:
    """Return a movement's name, such as "Mitchell with arrow switch"."""
    if candidate.plan.tables == 1:
        return "One table"
    title = FAMILIES[candidate.plan.name].title
    if candidate.parts:
        title = f"{len(candidate.parts)} sections ranked together"
    if candidate.cyclic:
        title = "Howell, everybody follows the same number"
    return f"{title} with arrow switch" if candidate.switched else title


def title(candidate: Candidate, per_round: int) -> str:
    """Return a movement's title, such as "Mitchell with arrow switch, 9 tables, 9 rounds of 3 boards"."""
    plan, parts = candidate.plan, candidate.parts
    if plan.tables == 1:
        return f"{name(candidate)}, {counted(per_round, 'board')}"
    tables = listed(part.tables for part in parts) if parts else plan.tables
    return f"{name(candidate)}, {tables} tables, {counted(plan.rounds, 'round')} of {counted(per_round, 'board')}"


def why(candidate: Candidate, per_round: int, stay: str, move: str, evening: Evening, *, live: bool) -> str:
    """Return sentences about a movement: how it works, who plays which boards, and what directors should know."""
    plan = candidate.plan
    sentences = [
        *_manner(candidate, stay, move),
        _played(plan, per_round),
        _sitting_out(plan),
        _comparing(plan),
        _sharing(plan, live),
        _length(plan, per_round, evening),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _manner(candidate: Candidate, stay: str, move: str) -> list[str]:
    plan = candidate.plan
    if plan.tables == 1:
        return ["Two contestants, one table."]
    if plan.name == "barometer":
        return ["Everybody plays the same boards in each round, so the running ranking is fair; one winner."]
    if plan.name in ("howell", "half-rounds"):
        return [f"{_meeting(plan)}; one winner."]
    sentences = [_walking(plan, stay, move)]
    if candidate.switched:
        rounds = "the last round" if candidate.switched == 1 else f"the last {candidate.switched} rounds"
        sentences.append(f"In {rounds} all change seats with their opponents, so that there is one winner.")
    elif plan.winners == 1:
        sentences.append("One winner.")
    else:
        sentences.append(f"Two winners: {stay} and {move} are ranked apart.")
    return sentences


def _meeting(plan: Plan) -> str:
    twice = " for two rounds running" if plan.name == "half-rounds" else " once"
    full = howell_rounds(plan.tables) * (2 if plan.name == "half-rounds" else 1)
    if plan.rounds == full:
        return f"Everybody meets everybody{twice}"
    if plan.rounds < plan.board_sets:
        return "Stopped early, so not everybody meets"
    return f"Everybody meets {plan.rounds} of the {full} others, nobody twice"


def _walking(plan: Plan, stay: str, move: str) -> str:
    walk = f"{capital(stay)} keep their table, {move} move up one table each round"
    if plan.name == "skip-mitchell" and plan.rounds > plan.tables // 2:
        return f"{walk} and two tables after round {plan.tables // 2}."
    if plan.name == "hesitation":
        last = plan.tables
        return f"{walk}; at table {last} they stay for a second round in the other seat, and nobody keeps that table."
    if plan.name == "relay-mitchell":
        return f"{walk}; they meet everybody of the other side. It cannot be cut short well."
    if plan.name == "sections":
        return f"{walk}, each within the section. All sections play the same boards."
    return f"{walk}."


def _played(plan: Plan, per_round: int) -> str:
    most = plan.rounds * per_round
    total = plan.board_sets * per_round
    who = "Each contestant" if not plan.absent else "Each contestant without a sit-out"
    if most == total:
        return f"{who} plays all {counted(total, 'board')}."
    return f"{who} plays {most} of the {counted(total, 'board')} in play."


def _sitting_out(plan: Plan) -> str:
    if not plan.absent:
        return ""
    out = [c for p in plan.sit_outs() for c in (p.ns, p.ew) if c not in plan.absent]
    if not out:
        return ""
    often = max(map(out.count, out))
    times = "once" if often == 1 else "for two rounds running"
    everybody = len(set(out)) == len(plan.present)
    who = f"everybody {times}" if everybody else f"{counted(len(set(out)), 'contestant')} {times}, nobody twice"
    return f"One contestant sits out each round: {who}."


def _comparing(plan: Plan) -> str:
    results = plan.tables - bool(plan.absent)
    if results == 1:
        return "Every board is played at one table only: nothing to compare, so play it for practice."
    return ""


def _sharing(plan: Plan, live: bool) -> str:
    shares = plan.shares()
    if not shares:
        return ""
    copies = "live tables need no copies" if live else "they need copies, or wait for one another"
    rounds = sorted({share.round for share in shares})
    everywhere = all(len(share.tables) == plan.tables - bool(plan.absent) for share in shares)
    if everywhere and len(rounds) == plan.rounds:
        return f"All tables play the same boards at the same time ({copies})."
    if everywhere and len(rounds) == 1:
        return f"In round {rounds[0]} all tables play the same boards ({copies})."
    if plan.name == "relay-mitchell":
        return f"Tables 1 and {plan.tables} play the same boards ({copies})."
    most = max(len(share.tables) for share in shares)
    return f"Up to {counted(most, 'table')} play the same boards at the same time ({copies})."


def _length(plan: Plan, per_round: int, evening: Evening) -> str:
    played = plan.rounds * per_round
    if played > max(evening.full_to, USUAL.full_to):
        return f"A long evening: {played} boards."
    better = evening.full_to // plan.rounds
    if plan.tables == 1 or played >= evening.short or better <= per_round:
        return ""
    return f"A short evening: {better} boards a round would make it {better * plan.rounds}."


def duration(minutes: int) -> str:
    """Return the minutes as "3 h 12" or "45 minutes"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02d}" if hours else counted(rest, "minute")
