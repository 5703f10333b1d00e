"""A plan: every round's seating as plain numbers, and its JSON.

In a Mitchell, N/S contestants are numbered 1..T and E/W contestants T+1..2T; in a Howell, all are numbered 1..2T.
Board sets count from 1. Board set 0 is a sit-out: both numbers stay in the row, and the number that belongs to
nobody is in `absent`. A contestant is one player (two-handed), a pair or a team's player.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from games.wording import counted
from movements import fields
from movements.errors import MovementError

SIT_OUT = 0
# shares: tables need one set at the same time; rematches: opponents meet again; byes: more than one sit-out;
# directions: two winners, but somebody has sat in the other line.
DECLARABLE = ("shares", "rematches", "byes", "directions")


@dataclass(frozen=True, slots=True)
class Pairing:
    """One table in one round: `ns` meets `ew` on board set `boardset`, which is 0 for a sit-out."""

    round: int
    table: int
    ns: int
    ew: int
    boardset: int


@dataclass(frozen=True, slots=True)
class Share:
    """Tables that need the same board set in the same round."""

    round: int
    boardset: int
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Away:
    """One absence: a late or departed contestant misses rounds `first` to `last` (None means to the end)."""

    contestant: int
    first: int
    last: int | None

    def covers(self, round_number: int) -> bool:
        """True if the contestant is away in this round."""
        return self.first <= round_number and (self.last is None or round_number <= self.last)


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole movement with `contestants` numbers (2 per table). `absent` lists the numbers that belong to nobody.

    `declares` lists deliberate irregularities, chosen from `DECLARABLE`, which `checks.problems` then accepts.
    `away` lists contestants who came late or have left. Their opponents sit out in the meantime.
    """

    name: str
    tables: int
    rounds: int
    contestants: int
    board_sets: int
    winners: int
    absent: tuple[int, ...]
    schedule: tuple[Pairing, ...]
    declares: tuple[str, ...] = ()
    away: tuple[Away, ...] = ()

    @property
    def present(self) -> tuple[int, ...]:
        """The numbers that belong to someone, in ascending order."""
        return tuple(c for c in range(1, self.contestants + 1) if c not in self.absent)

    def missing(self, round_number: int) -> frozenset[int]:
        """Return the numbers without a player in a round: absent all night, not yet here, or gone."""
        return frozenset(self.absent) | {a.contestant for a in self.away if a.covers(round_number)}

    def south(self) -> frozenset[int]:
        """Return the N/S line, which has `tables` numbers: the contestants who sit N/S most often.

        If several contestants sit N/S equally often, the contestants who sat N/S first are chosen.
        """
        return _south(((row.round, row.ns, row.ew) for row in self.schedule), self.tables)

    def round(self, number: int) -> tuple[Pairing, ...]:
        """Return the pairings of one round by table, or () if there is no such round."""
        return tuple(pairing for pairing in self.schedule if pairing.round == number)

    def seat_of(self, contestant: int, round_number: int) -> Pairing | None:
        """Return a contestant's pairing in a round, or None if there is none."""
        here = (p for p in self.round(round_number) if contestant in (p.ns, p.ew))
        return next(here, None)

    def shares(self) -> tuple[Share, ...]:
        """Return every (round, board set) that more than one table needs at once."""
        wanted: dict[tuple[int, int], list[int]] = {}
        for pairing in self.schedule:
            if pairing.boardset != SIT_OUT:
                wanted.setdefault((pairing.round, pairing.boardset), []).append(pairing.table)
        return tuple(Share(r, s, tuple(tables)) for (r, s), tables in wanted.items() if len(tables) > 1)

    def played(self) -> tuple[Pairing, ...]:
        """Return the rows in which boards are played, leaving out sit-outs."""
        return tuple(pairing for pairing in self.schedule if pairing.boardset != SIT_OUT)

    def sit_outs(self) -> tuple[Pairing, ...]:
        """Return the rows in which someone has no opponent."""
        return tuple(pairing for pairing in self.schedule if pairing.boardset == SIT_OUT)

    def cut(self, rounds: int) -> "Plan":
        """Return the movement stopped after `rounds` rounds. Raise MovementError unless 1 <= rounds <= self.rounds."""
        if not 1 <= rounds <= self.rounds:
            raise MovementError(f"This movement has {counted(self.rounds, 'round')}, not {rounds}.")
        return replace(self, rounds=rounds, schedule=tuple(p for p in self.schedule if p.round <= rounds))

    def to_json(self) -> dict[str, Any]:
        """Return the plan as plain dictionaries, lists and numbers, ready for `json.dumps` or a JSON column."""
        more: dict[str, Any] = {"declares": list(self.declares)} if self.declares else {}
        if self.away:
            more["away"] = [[a.contestant, a.first, a.last] for a in self.away]
        return {
            "name": self.name,
            "tables": self.tables,
            "rounds": self.rounds,
            "contestants": self.contestants,
            "board_sets": self.board_sets,
            "winners": self.winners,
            "absent": list(self.absent),
            "schedule": [asdict(pairing) for pairing in self.schedule],
            **more,
        }

    @classmethod
    def from_json(cls, source: str | Mapping[str, Any]) -> "Plan":
        """Read the output of `to_json` (as values or as text), or a club's own plan in the form that `to_json` writes.

        Raise MovementError saying what is missing or wrong, and where. This does not check that the plan is sound.
        """
        data = fields.mapping(fields.parsed(source) if isinstance(source, str) else source, "a movement")
        numbers = {key: fields.whole(fields.field(data, key), repr(key)) for key in _NUMBERS}
        rows = enumerate(fields.listed(data, "schedule"), start=1)
        declares = fields.listed(data, "declares", optional=True)
        return cls(
            name=fields.text(fields.field(data, "name"), "'name'"),
            absent=tuple(fields.whole(number, "a number in 'absent'") for number in fields.listed(data, "absent")),
            schedule=tuple(_pairing(row, f"row {number} of the schedule") for number, row in rows),
            declares=tuple(fields.text(word, "a word in 'declares'") for word in declares),
            away=tuple(_away(row) for row in fields.listed(data, "away", optional=True)),
            **numbers,
        )


def south_of(stored: Mapping[str, Any]) -> frozenset[int]:
    """Return `Plan.south` from a plan's JSON without reading all its rows, which is slow for a large plan."""
    return _south(((row["round"], row["ns"], row["ew"]) for row in stored["schedule"]), stored["tables"])


def _south(rows: Iterable[tuple[int, int, int]], tables: int) -> frozenset[int]:
    lean: dict[int, int] = {}
    for number, ns, ew in rows:
        lean[ns] = lean.get(ns, 0) + (3 if number == 1 else 2)
        lean[ew] = lean.get(ew, 0) - 2
    return frozenset(sorted(lean, key=lambda c: (-lean[c], c))[:tables])


def _pairing(row: Any, where: str) -> Pairing:
    data = fields.mapping(row, where)
    return Pairing(**{key: fields.whole(fields.field(data, key, f"{where}: "), f"{where}: {key!r}") for key in _ROW})


def _away(row: Any) -> Away:
    if not isinstance(row, list | tuple) or len(row) != 3:
        raise fields.refused("'away' must hold lists of contestant, first round and last round (or null)")
    contestant, first, last = row
    where = "a number in 'away'"
    return Away(
        fields.whole(contestant, where),
        fields.whole(first, where),
        None if last is None else fields.whole(last, where),
    )


_NUMBERS = ("tables", "rounds", "contestants", "board_sets", "winners")
_ROW = ("round", "table", "ns", "ew", "boardset")


def with_sit_out(plan: Plan, absent: int) -> Plan:
    """Return the plan without contestant `absent`, whose opponents sit out (board set 0).

    Raise MovementError if there is no such contestant, or if a contestant is missing already (with two sit-outs in
    a round there is one table too many).
    """
    if not 1 <= absent <= plan.contestants:
        raise MovementError(f"There is no contestant {absent}: they are numbered 1 to {plan.contestants}.")
    if plan.absent:
        raise MovementError(f"Contestant {plan.absent[0]} is missing already: use one table fewer.")
    rows = tuple(replace(p, boardset=SIT_OUT) if absent in (p.ns, p.ew) else p for p in plan.schedule)
    without = replace(plan, absent=(absent,), schedule=rows)
    return replace(without, declares=_declared_without(without))


def _declared_without(plan: Plan) -> tuple[str, ...]:
    """Return the plan's declarations once a contestant is missing.

    A second meeting with that contestant becomes a second sit-out, and board sets may no longer be shared.
    """
    out = [c for p in plan.sit_outs() for c in (p.ns, p.ew) if c not in plan.absent]
    byes = {"byes"} if "rematches" in plan.declares and len(set(out)) < len(out) else set[str]()
    ended = {"shares"} if not plan.shares() else set[str]()
    return tuple(word for word in DECLARABLE if word in ({*plan.declares} | byes) - ended)
