"""Every movement by name: how it is made, its possible tables and rounds, and its description in `list`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from movements import barometer, halves, hesitation, howell, mitchell, rover, sections, swiss, teams, web
from movements.errors import MovementError
from movements.layout import MAX_TABLES, check_size
from movements.plan import Plan, with_sit_out
from movements.switch import arrow_switch as switched


@dataclass(frozen=True, slots=True)
class Family:
    """A family of movements, identified by its name.

    `about` has `{stay}` and `{move}` for the names of the two sides, which `told` fills in.

    `rounds(T)` lists the numbers of rounds that exist for T tables, in ascending order, or nothing if the family has
    no movement of that size. `make(T, R)` returns the plan or raises MovementError with the reason. `odd` says whether
    a field may be one contestant short, and `missing(T)` which number is then left out. If `switchable`, an arrow
    switch turns the movement into a (fairer) one-winner movement.
    """

    title: str
    sizes: str
    about: str
    make: Callable[[int, int], Plan]
    rounds: Callable[[int], Sequence[int]]
    odd: bool = True
    missing: Callable[[int], int] = lambda tables: 2 * tables
    switchable: bool = False

    def told(self, stay: str, move: str) -> str:
        """Return a sentence that describes the movement. `stay` and `move` are the names of N/S and E/W."""
        text = self.about.format(stay=stay, move=move)
        return f"{text[:1].upper()}{text[1:]}."


def _upto(most: Callable[[int], int], fewest: int = 1, step: int = 1) -> Callable[[int], Sequence[int]]:
    """Return a `rounds` function: 1 .. most(T) rounds for every `step`-th number of tables from `fewest` up."""

    def rounds(tables: int) -> Sequence[int]:
        exists = fewest <= tables <= MAX_TABLES and (tables - fewest) % step == 0
        return range(1, most(tables) + 1) if exists else ()

    return rounds


def _all_rounds(most: Callable[[int], int], fewest: int, step: int) -> Callable[[int], Sequence[int]]:
    """Return a `rounds` function: exactly most(T) rounds for every `step`-th number of tables from `fewest` up."""
    upto = _upto(most, fewest, step)
    return lambda tables: upto(tables)[-1:]


def _howell_rounds(tables: int) -> Sequence[int]:
    exists = howell.MIN_TABLES <= tables <= howell.MAX_TABLES
    return range(1, howell.howell_rounds(tables) + 1) if exists else ()


def _swiss(tables: int, rounds: int) -> Plan:
    if rounds != 1:
        raise MovementError(
            f"A Swiss is drawn round by round, from the standings: it begins with 1 round, not {rounds}."
        )
    return swiss.first_round(2 * tables)


def _swiss_teams(tables: int, rounds: int) -> Plan:
    """Return the first round of a Swiss teams event. `swiss.next_round(plan, ..., teams=True)` adds later rounds."""
    check_size("Swiss for teams of two", tables, rounds, fewest=2)
    if tables % 2:
        raise MovementError(
            f"A Swiss for teams needs an even number of teams, not {tables}: with {tables} use american-whist."
        )
    _swiss(tables, rounds)
    return replace(swiss.first_round(tables, teams=True), name="swiss-teams")


FAMILIES: dict[str, Family] = {
    "mitchell": Family(
        "Mitchell",
        f"1-{MAX_TABLES} tables, up to T rounds (T odd) or T/2 (T even)",
        "{stay} stay, {move} go up one table, boards go down one; two winners",
        mitchell.straight,
        _upto(mitchell.straight_rounds),
        switchable=True,
    ),
    "skip-mitchell": Family(
        "Skip Mitchell",
        f"2-{MAX_TABLES} tables (even), up to T-1 rounds",
        "as mitchell, {move} go up two tables after round T/2; two winners",
        mitchell.skip,
        _upto(mitchell.skip_rounds, 2, 2),
        switchable=True,
    ),
    "relay-mitchell": Family(
        "Share-and-relay Mitchell",
        f"2-{MAX_TABLES} tables (even), T rounds",
        "as mitchell, tables T and 1 share, a set waits half way; two winners",
        mitchell.relay,
        _all_rounds(lambda tables: tables, 2, 2),
        missing=lambda tables: tables,
        switchable=True,
    ),
    "hesitation": Family(
        "Hesitation Mitchell",
        f"3-{MAX_TABLES} tables (odd), up to T+1 rounds",
        "as mitchell, {move} stay at table T for a second round in the other seat; one winner",
        hesitation.hesitation,
        _upto(hesitation.hesitation_rounds, 3, 2),
        switchable=True,
    ),
    "web": Family(
        "Web Mitchell",
        f"4-{MAX_TABLES} tables, R rounds (odd), R < T <= 2R+1",
        "many tables on few boards, in copies; {move} go up one table; two winners",
        web.web,
        lambda tables: web.web_rounds(tables) if 4 <= tables <= MAX_TABLES else (),
        switchable=True,
    ),
    "appendix": Family(
        "Appendix Mitchell",
        f"5-{MAX_TABLES} tables (odd), T-2 rounds",
        "mitchell of T-2 tables and two more that share; two winners",
        web.appendix,
        _all_rounds(web.appendix_rounds, 5, 2),
        switchable=True,
    ),
    "rover": Family(
        "Rover Mitchell",
        f"3-{rover.MOST_TABLES} tables, 2 to T rounds, 2T+1 contestants",
        "mitchell with one more, who takes the place of one of the {stay} each round; two winners",
        rover.rover,
        rover.rover_rounds,
        odd=False,
    ),
    "bump": Family(
        "Bump Mitchell",
        f"3-{rover.MOST_TABLES} tables, 2 to T rounds, 2T+1 contestants",
        "mitchell with one more, who takes the place of one of the {move} each round; two winners",
        rover.bump,
        rover.rover_rounds,
        odd=False,
    ),
    "howell": Family(
        "Howell",
        f"{howell.MIN_TABLES}-{howell.MAX_TABLES} tables, 2T-1 rounds or fewer",
        "nobody meets anybody twice; everybody moves; one winner",
        howell.howell,
        _howell_rounds,
    ),
    "half-rounds": Family(
        "Howell in half-rounds",
        "2-3 tables, up to 6 or 10 rounds, in twos",
        "two rounds against each opponent, nothing is shared; one winner",
        halves.half_rounds,
        halves.half_round_lengths,
    ),
    "barometer": Family(
        "Barometer",
        f"1-{MAX_TABLES} tables, up to 2T-1 rounds",
        "round robin, everybody on the same boards in each round; one winner",
        barometer.barometer,
        _upto(barometer.barometer_rounds),
    ),
    "swiss": Family(
        "Swiss",
        f"1-{MAX_TABLES} tables, drawn round by round",
        "opponents by rank, nobody twice, same boards everywhere; one winner",
        _swiss,
        _all_rounds(lambda tables: 1, 1, 1),
    ),
    "american-whist": Family(
        "American whist",
        f"3-{MAX_TABLES} teams (odd), up to T-1 rounds",
        "teams of two: number t and T+t; every team meets every other",
        teams.american_whist,
        _upto(teams.whist_rounds, 3, 2),
        odd=False,
    ),
    "swiss-teams": Family(
        "Swiss for teams of two",
        f"2-{MAX_TABLES} teams (even), drawn round by round",
        "teams of two: number t and T+t; a match by rank at two tables, same boards everywhere",
        _swiss_teams,
        _all_rounds(lambda tables: 1, 2, 2),
        odd=False,
    ),
    "sections": Family(
        "Sections ranked together",
        f"6-{MAX_TABLES} tables, R rounds (odd)",
        "two or more Mitchells or webs side by side on the same boards; two winners",
        sections.sections,
        lambda tables: sections.sections_rounds(tables) if 6 <= tables <= MAX_TABLES else (),
        switchable=True,
    ),
}


def family(name: str) -> Family:
    """Return the family with this name. If there is none, raise MovementError with a list of the existing names."""
    family = FAMILIES.get(name)
    if family is None:
        raise MovementError(f"There is no movement called {name!r}. There are: {', '.join(FAMILIES)}.")
    return family


def build(
    name: str,
    tables: int,
    rounds: int | None = None,
    contestants: int | None = None,
    *,
    arrow_switch: int = 0,
    cyclic: bool = False,
) -> Plan:
    """Build a movement by name. If `rounds` is None, the movement gets as many rounds as possible. An odd field gets
    sit-outs.

    `arrow_switch` is the number of final rounds in which N/S and E/W change seats, so that there is one winner.
    `cyclic` is for the Howell in which each contestant follows the same other contestant all night. A rover or bump
    movement has `tables` playing tables and one more table, the stand. Raise MovementError if no such movement exists.
    """
    kind = family(name)
    if rounds is None:
        rounds = max(kind.rounds(tables), default=1)
    if cyclic and name != "howell":
        raise MovementError(f"Only a Howell can be chosen so that everybody follows the same number, not {name}.")
    made = howell.howell(tables, rounds, cyclic=True) if cyclic else kind.make(tables, rounds)
    plan = _for_field(kind, made, tables, contestants)
    if not arrow_switch:
        return plan
    if not kind.switchable:
        raise MovementError(f"{kind.title} has no arrow switch.")
    return switched(plan, arrow_switch)


def _for_field(kind: Family, plan: Plan, tables: int, contestants: int | None) -> Plan:
    usual = len(plan.present)
    if contestants is None or contestants == usual:
        return plan
    if kind.odd and contestants == usual - 1:
        return with_sit_out(plan, kind.missing(tables))
    sit_out = f", or {usual - 1} with a sit-out" if kind.odd else ""
    raise MovementError(f"{tables} tables are for {usual} contestants{sit_out}, not {contestants}.")
