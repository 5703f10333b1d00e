"""Every family at every size: its invariants, and its announcement in the room, followed from round to round."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from movements.catalogue import FAMILIES, build
from movements.checks import problems
from movements.errors import MovementError
from movements.notes import plays
from movements.plan import Plan
from tests.long import sample

SIZES = sample((*range(1, 15), 17, 22, 27, 30), range(1, 31))  # up to sixty contestants
EVERY_LENGTH_TO = sample(8, 30)
ROVERS = ("rover", "bump")


def lengths(name: str, tables: int) -> list[int]:
    """Return all numbers of rounds for a small movement, or the fewest, the most and the usual ones for a large one."""
    every = list(FAMILIES[name].rounds(tables))
    if tables <= EVERY_LENGTH_TO:
        return every
    return sorted({*every[:1], *[r for r in every if r in (9, 13)], *every[-1:]})


def every_plan(name: str) -> Iterator[Plan]:
    for tables in SIZES:
        for rounds in lengths(name, tables):
            plan = build(name, tables, rounds)
            yield plan
            if FAMILIES[name].odd and tables > 1:
                yield build(name, tables, rounds, 2 * tables - 1)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_plan_is_what_was_asked_for_and_survives_json(name):
    for tables in (5, 8, 9, 14):
        for rounds in lengths(name, tables)[-1:]:
            plan = build(name, tables, rounds)
            assert (plan.name, plan.rounds) == (name, rounds)
            assert plan.tables == tables + (name in ROVERS)
            assert Plan.from_json(plan.to_json()) == plan


# A plan declares shared boards, opponents met again or repeated sit-outs if it has any, and only then.
DECLARING = {
    "relay-mitchell": {("shares",)}, "web": {("shares",)}, "appendix": {("shares",)},
    "rover": {(), ("shares",), ("rematches",)}, "bump": {(), ("shares",), ("rematches",)}, "howell": {(), ("shares",)},
    "half-rounds": {("rematches",)}, "barometer": {(), ("shares",)}, "swiss": {(), ("shares",)},
    "swiss-teams": {("shares",)}, "sections": {("shares",)},
}  # fmt: skip


@pytest.mark.parametrize("name", FAMILIES)
def test_every_size_is_sound_and_only_what_happens_is_declared(name):
    for plan in every_plan(name):
        assert problems(plan) == [], (plan.tables, plan.rounds, len(plan.present))
        if not plan.absent or name in ROVERS:
            assert plan.declares in DECLARING.get(name, {()}), (plan.tables, plan.rounds)
        assert bool(plan.shares()) == ("shares" in plan.declares), (plan.tables, plan.rounds)
        met = Counter(frozenset((p.ns, p.ew)) for p in plan.schedule)
        assert (max(met.values()) > 1) == ("rematches" in plan.declares), (plan.tables, plan.rounds)


@pytest.mark.parametrize(
    ("name", "tables", "rounds", "times"),
    [
        ("mitchell", 9, 9, {9}), ("mitchell", 9, 6, {6}), ("skip-mitchell", 8, 7, {7}),
        ("relay-mitchell", 8, 8, {8}), ("hesitation", 7, 8, {7}), ("web", 14, 9, {14}), ("web", 13, 9, {13}),
        ("appendix", 11, 9, {11}), ("howell", 6, 9, {6}), ("half-rounds", 3, 10, {3}),
        ("barometer", 8, 9, {8}), ("american-whist", 7, 6, {6}), ("sections", 30, 13, {30}),
        ("rover", 8, 8, {8}),
    ],
)  # fmt: skip
def test_how_often_each_set_is_played(name, tables, rounds, times):
    assert set(plays(build(name, tables, rounds)).values()) == times


@pytest.mark.parametrize("name", ["relay-mitchell", "web", "appendix", "sections"])
@pytest.mark.parametrize("tables", [10, 14, 15, 17, 30])
def test_everybody_plays_every_board(name, tables):
    for rounds in lengths(name, tables):
        plan = build(name, tables, rounds)
        for contestant in plan.present:
            played = sorted(p.boardset for p in plan.schedule if contestant in (p.ns, p.ew))
            assert played == list(range(1, plan.board_sets + 1))


@pytest.mark.parametrize("tables", range(2, 31, 2))
def test_a_relay_mitchell_shares_at_the_two_ends_only_and_with_a_half_table_nothing(tables):
    plan = build("relay-mitchell", tables, contestants=2 * tables - 1)
    assert (plan.absent, plan.shares(), plan.declares) == ((tables,), (), ())
    assert sorted(p.ew for p in plan.sit_outs()) == list(range(tables + 1, 2 * tables + 1))
    whole = [(s.round, s.tables) for s in build("relay-mitchell", tables).shares()]
    assert whole == [(r, (1, tables)) for r in range(1, tables + 1)]


def test_a_relay_mitchell_as_announced():
    """E/W move up one and boards down one. Tables 8 and 1 share boards; a set rests on the stand between 4 and 5."""
    plan = build("relay-mitchell", 8)
    east, places = list(range(9, 17)), [1, 2, 3, 4, "stand", 5, 6, 7]
    boards = dict(zip(places, range(1, 9), strict=True))
    for number in range(1, 9):
        shown = {p.table: (p.ns, p.ew, p.boardset) for p in plan.round(number)}
        expected = {t: (t, east[t - 1], boards[t if t < 8 else 1]) for t in range(1, 9)}
        assert shown == expected
        east = [east[-1], *east[:-1]]
        boards = {place: boards[places[(i + 1) % 8]] for i, place in enumerate(places)}


def test_a_hesitation_mitchell_as_announced():
    """A Mitchell in which all play two rounds at the last table, first E/W and then N/S, and then go to table 1."""
    plan = build("hesitation", 7)
    ring = [*range(8, 15), 7]  # E/W of tables 1 to 7, then N/S of table 7
    places = [1, 2, 3, "stand", 4, 5, 6, 7]
    boards = dict(zip(places, range(1, 9), strict=True))
    for number in range(1, 9):
        expected = {t: (t if t < 7 else ring[7], ring[t - 1], boards[t]) for t in range(1, 8)}
        assert {p.table: (p.ns, p.ew, p.boardset) for p in plan.round(number)} == expected
        ring = [ring[-1], *ring[:-1]]
        boards = {place: boards[places[(i + 1) % 8]] for i, place in enumerate(places)}


@pytest.mark.parametrize("tables", range(3, 31, 2))
def test_in_a_hesitation_mitchell_those_who_walk_play_each_seat_of_the_last_table_once(tables):
    last = [p for p in build("hesitation", tables).schedule if p.table == tables]
    assert sorted(p.ns for p in last) == sorted(p.ew for p in last) == list(range(tables, 2 * tables + 1))


@pytest.mark.parametrize(("tables", "rounds"), [(14, 13), (12, 9), (13, 9), (17, 13), (19, 9), (10, 9)])
def test_a_web_as_announced(tables, rounds):
    """E/W move up one, and all boards move down one. Copies for the last tables are laid out in descending order."""
    plan = build("web", tables, rounds)
    down = tables // 2 if tables % 2 == 0 else (tables + rounds) // 2
    first = {p.table: p.boardset for p in plan.round(1)}
    assert [first[t] for t in range(1, down + 1)] == [(t - 1) % rounds + 1 for t in range(1, down + 1)]
    assert [first[t] for t in range(tables, down, -1)] == [rounds, *range(1, tables - down)]
    for number in range(1, rounds):
        now, after = plan.round(number), plan.round(number + 1)
        assert [p.ew for p in after] == [now[-1].ew, *[p.ew for p in now[:-1]]]
        assert [p.boardset for p in after[: down - 1]] == [p.boardset for p in now[1:down]]
        assert [p.boardset for p in after[down:-1]] == [p.boardset for p in now[down + 1 :]]


@pytest.mark.parametrize("tables", range(5, 31, 2))
def test_an_appendix_is_a_mitchell_and_two_tables_more(tables):
    base = tables - 2
    plan = build("appendix", tables)
    ordinary = build("mitchell", base) if base > 1 else None
    for number in range(1, base + 1):
        rows = {p.table: p for p in plan.round(number)}
        if ordinary:
            assert [rows[p.table].boardset for p in ordinary.round(number)] == [
                p.boardset for p in ordinary.round(number)
            ]
        assert rows[tables].boardset == rows[1].boardset
    assert {len(share.tables) for share in plan.shares()} <= {2, 3}
    walk = [1, base + 1, base + 2, *range(2, base + 1)]
    for number in range(1, base):
        now = {p.table: p.ew for p in plan.round(number)}
        after = {p.table: p.ew for p in plan.round(number + 1)}
        assert all(after[there] == now[here] for here, there in zip(walk, walk[1:] + walk[:1], strict=True))


@pytest.mark.parametrize("tables", range(3, 31, 2))
def test_in_american_whist_every_two_teams_meet_at_two_tables_on_one_set(tables):
    matches: dict[frozenset[int], list[tuple[int, int]]] = {}
    for p in build("american-whist", tables).schedule:
        home, away = p.ns, p.ew - tables
        assert home != away
        matches.setdefault(frozenset((home, away)), []).append((home, p.boardset))
    assert set(matches) == {frozenset(two) for two in combinations(range(1, tables + 1), 2)}
    for teams, halves in matches.items():
        assert {home for home, _ in halves} == teams
        assert len({boardset for _, boardset in halves}) == 1


@pytest.mark.parametrize(("tables", "rounds"), [(2, 6), (3, 10)])
def test_half_rounds_share_nothing_and_are_perfectly_even(tables, rounds):
    plan = build("half-rounds", tables)
    assert plan.rounds == rounds
    assert plan.shares() == ()
    for number in range(1, rounds, 2):
        assert [(p.ns, p.ew) for p in plan.round(number)] == [(p.ns, p.ew) for p in plan.round(number + 1)]
    met = Counter(frozenset((p.ns, p.ew)) for p in plan.schedule)
    assert set(met.values()) == {2}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("waltz", 4), "There is no movement called 'waltz'. There are: mitchell, skip-mitchell"),
        (("relay-mitchell", 8, 7), "Use skip-mitchell: it may stop after any of its 7 rounds"),
        (("relay-mitchell", 7), "with 7 use mitchell"), (("hesitation", 8), "with 8 use relay-mitchell"),
        (("hesitation", 7, 9), "at most 8 rounds, not 9"),
        (("web", 13, 8), "A web of 13 tables has 7, 9, 11 rounds, not 8."), (("web", 3), "4 to 100 tables, not 3"),
        (("appendix", 9, 9), "has 7 rounds, not 9"), (("appendix", 8), "use web"),
        (("american-whist", 8), "use swiss-teams"), (("rover", 31), "3 to 30 tables"),
        (("half-rounds", 4), "use howell"), (("half-rounds", 3, 3), "come in twos"),
        (("barometer", 4, 8), "at most 7 rounds, not 8"), (("swiss", 4, 3), "begins with 1 round, not 3"),
        (("swiss-teams", 4, 3), "begins with 1 round, not 3"),
        (("swiss-teams", 5), "an even number of teams, not 5: with 5 use american-whist"),
        (("swiss-teams", 102), "has 2 to 100 tables, not 102"), (("sections", 30, 8), "cannot be split"),
        (("mitchell", 9, 9, 16), "18 contestants, or 17 with a sit-out, not 16"),
        (("american-whist", 7, 6, 13), "7 tables are for 14 contestants, not 13"),
        (("mitchell", 8, 8), "Use relay-mitchell: it has all 8 rounds"),
        (("skip-mitchell", 8, 8), "Use relay-mitchell: it has all 8 rounds"),
    ],
)  # fmt: skip
def test_what_does_not_exist_is_refused_with_what_does(arguments, sentence):
    with pytest.raises(MovementError) as refused:
        build(*arguments)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("tables", [-1, 0, 1, 101, 10**6])
def test_sizes_out_of_reach_are_refused_at_once(name, tables):
    if not FAMILIES[name].rounds(tables):
        with pytest.raises(MovementError):
            build(name, tables)
