"""Mitchells, rovers and bumps, arrow switches and barometers: published tables and figures, and every size."""

import json
from collections.abc import Iterator
from fractions import Fraction
from importlib import resources
from itertools import combinations

import pytest

from movements.balance import competition, quality
from movements.barometer import barometer
from movements.catalogue import build
from movements.checks import problems
from movements.errors import MovementError
from movements.make_barometers import found
from movements.mitchell import relay, skip, skip_rounds, straight, straight_rounds
from movements.plan import Pairing, Plan, with_sit_out
from movements.routes import OpenSeat, Side, route, seats
from movements.switch import arrow_switch, best_switch, usual_switch
from tests.movements.repairs import cells

# ns-ew/boardset of tables 1, 2, 3 ... in each round.
STRAIGHT_5 = """
1-6/1  2-7/2  3-8/3  4-9/4  5-10/5
1-10/2 2-6/3  3-7/4  4-8/5  5-9/1
1-9/3  2-10/4 3-6/5  4-7/1  5-8/2
1-8/4  2-9/5  3-10/1 4-6/2  5-7/3
1-7/5  2-8/1  3-9/2  4-10/3 5-6/4
"""
SKIP_4 = """
1-5/1 2-6/2 3-7/3 4-8/4
1-8/2 2-5/3 3-6/4 4-7/1
1-6/3 2-7/4 3-8/1 4-5/2
"""
SKIP_6 = """
1-7/1  2-8/2  3-9/3  4-10/4 5-11/5 6-12/6
1-12/2 2-7/3  3-8/4  4-9/5  5-10/6 6-11/1
1-11/3 2-12/4 3-7/5  4-8/6  5-9/1  6-10/2
1-9/4  2-10/5 3-11/6 4-12/1 5-7/2  6-8/3
1-8/5  2-9/6  3-10/1 4-11/2 5-12/3 6-7/4
"""


@pytest.mark.parametrize(
    ("plan", "golden"),
    [(straight(5, 5), STRAIGHT_5), (skip(4, 3), SKIP_4), (skip(6, 5), SKIP_6)],
    ids=["straight 5", "skip 4", "skip 6"],
)
def test_cell_by_cell(plan, golden):
    assert cells(plan) == [line.split() for line in golden.strip().splitlines()]


def every_mitchell() -> Iterator[Plan]:
    for tables in range(2, 31):
        for rounds in range(1, straight_rounds(tables) + 1):
            yield straight(tables, rounds)
        if tables % 2 == 0:
            for rounds in range(1, skip_rounds(tables) + 1):
                yield skip(tables, rounds)


def test_every_size_up_to_30_tables_and_every_odd_field_up_to_59_is_sound():
    for plan in every_mitchell():
        for field in (plan, with_sit_out(plan, 2 * plan.tables)):
            assert problems(field) == [], (field.name, field.tables, field.rounds, field.absent)


@pytest.mark.parametrize("absent", range(1, 15))
def test_anybody_may_be_the_one_who_is_missing(absent):
    plan = with_sit_out(straight(7, 7), absent)
    assert problems(plan) == []
    assert [p.boardset for p in plan.schedule if absent in (p.ns, p.ew)] == [0] * 7
    assert len(plan.sit_outs()) == 7
    assert absent not in plan.present


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: straight(8, 7), "Use skip-mitchell: it has up to 7 rounds"),
        (lambda: skip(7, 6), "use the straight one"),
        *((lambda size=size: straight(*size), None) for size in ((7, 8), (0, 1), (102, 1), (5, 0))),
        (lambda: skip(8, 8), None),
        (lambda: with_sit_out(with_sit_out(straight(5, 5), 10), 9), "missing already"),
        (lambda: with_sit_out(straight(5, 5), 11), "no contestant 11"),
    ],
)
def test_sizes_and_sit_outs_that_cannot_be_are_refused(make, sentence):
    with pytest.raises(MovementError, match=sentence):
        make()


# The rover's tables from round 2 on as published for whole Mitchells; 9 and 15 with one rematch.
ROVER_TABLES = {
    6: [1, 3, 5, 2, 4], 7: [1, 3, 5, 7, 2, 4], 8: [1, 6, 2, 7, 3, 8, 4], 9: [1, 5, 9, 2, 4, 7, 3, 6],
    10: [1, 7, 2, 8, 3, 9, 4, 10, 5], 11: [1, 3, 5, 7, 9, 11, 2, 4, 6, 8], 12: [3, 9, 4, 10, 5, 11, 6, 12, 7, 1, 8],
    13: [1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10], 14: [1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7],
}  # fmt: skip


def ways(plan: Plan, side: Side, first: int) -> list[list[OpenSeat]]:
    return [seats(plan, number, side) for number in range(first, plan.rounds + 1)]


def seat(table: int, displaced: int, opponent: int, boardset: int) -> OpenSeat:
    return OpenSeat(Pairing(1, table, displaced, opponent, boardset), displaced, opponent)


SEATS = [seat(1, 1, 5, 1), seat(2, 2, 5, 2), seat(3, 3, 6, 3)]


def whole(tables: int) -> Plan:
    return straight(tables, tables) if tables % 2 else relay(tables, tables)


@pytest.mark.parametrize("tables", ROVER_TABLES)
def test_the_published_tables_are_a_route_as_we_understand_it(tables):
    rows = ways(whole(tables), "ns", 2)
    published = [[row[table - 1]] for row, table in zip(rows, ROVER_TABLES[tables], strict=True)]
    assert (route(published) is not None) == (tables != 9)
    assert route(published, rematches=1) is not None


@pytest.mark.parametrize("tables", [7, 8, 10, 11, 12, 13, 14])
def test_ours_are_the_published_tables(tables):
    rover_tables = [p.table for p in build("rover", tables).schedule if 2 * tables + 1 in (p.ns, p.ew)]
    assert rover_tables[1:] == ROVER_TABLES[tables]


@pytest.mark.parametrize("tables", range(3, 31))
@pytest.mark.parametrize("name", ["rover", "bump"])
def test_a_whole_movement_has_a_rematch_only_where_3_divides_an_odd_number_of_tables(name, tables):
    plan = build(name, tables)
    assert plan.rounds == tables
    assert ("rematches" in plan.declares) == (tables % 6 == 3)
    assert problems(plan) == []


@pytest.mark.parametrize("tables", [3, 9])
def test_there_is_no_route_without_a_rematch_for_3_and_9_tables(tables):
    assert route(ways(whole(tables), "ns", 2)) is None
    assert route(ways(whole(tables), "ns", 2), rematches=1) is not None


@pytest.mark.parametrize("tables", [9, 15, 21])
def test_one_round_less_needs_no_rematch(tables):
    assert build("rover", tables, tables - 1).declares == ()


@pytest.mark.parametrize(("name", "side"), [("rover", "ns"), ("bump", "ew")])
@pytest.mark.parametrize("tables", [6, 7, 8, 13])
def test_everybody_else_keeps_to_the_mitchell_and_sits_out_once_at_most(name, side, tables):
    plan, newcomer = build(name, tables), 2 * tables + 1
    base = {(p.round, p.table): p for p in whole(tables).schedule}
    for p in plan.schedule:
        if p.table > tables:
            assert (p.boardset, newcomer + 1 in (p.ns, p.ew)) == (0, True)
            continue
        before = base[p.round, p.table]
        assert p.boardset == before.boardset
        assert {p.ns, p.ew} <= {before.ns, before.ew, newcomer}
        if newcomer in (p.ns, p.ew):
            assert getattr(p, side) == newcomer
    out = [c for p in plan.sit_outs() for c in (p.ns, p.ew) if c != newcomer + 1]
    assert out[0] == newcomer
    assert len(out) == len(set(out)) == tables


def test_a_route_can_be_asked_for_any_plan_from_any_round_and_takes_one_bye_at_most():
    taken = route(ways(straight(11, 9), "ew", 4))
    assert taken is not None
    assert len(taken) == 6
    for what in (lambda s: s.displaced, lambda s: s.opponent, lambda s: s.row.boardset):
        assert len(set(map(what, taken))) == 6
    taken = route([[seat] for seat in SEATS], byes=1)
    assert taken is not None and taken.count(None) == 1


@pytest.mark.parametrize(
    ("rounds", "allowed", "way"),
    [
        ([SEATS[0], SEATS[1]], {}, None), ([SEATS[0], SEATS[1]], {"rematches": 1}, [SEATS[0], SEATS[1]]),
        ([SEATS[0], seat(1, 1, 6, 2)], {"rematches": 1}, None), ([], {}, []), (SEATS, {}, None),
        (SEATS, {"spared": {3}, "rematches": 1}, None),
        (SEATS, {"spared": {3}, "rematches": 1, "byes": 1}, [SEATS[0], SEATS[1], None]),
    ],
)  # fmt: skip
def test_a_route_has_a_rematch_or_a_bye_only_where_one_is_allowed(rounds, allowed, way):
    assert route([[entry] for entry in rounds], **allowed) == (None if way is None else tuple(way))


# design page, after Manning: tables, rounds switched, Q of the whole Mitchell (an even number: share and
# relay).
SWITCHED_BALANCE = [
    (5, 1, "65"), (6, 1, "78"), (7, 1, "90.5"), (8, 1, "90"), (9, 1, "93"), (10, 1, "89"), (11, 2, "84.5"),
    (11, 1, "88.6"), (12, 2, "88.5"), (13, 2, "92.5"), (17, 2, "94.7"), (21, 3, "93.9"),
]  # fmt: skip


@pytest.mark.parametrize(("tables", "rounds", "published"), SWITCHED_BALANCE)
def test_the_published_figures(tables, rounds, published):
    decimals = len(published.partition(".")[2])
    assert round(quality(arrow_switch(whole(tables), rounds)), decimals) == Fraction(published)


@pytest.mark.parametrize("tables", [5, 7, 9, 11, 13])
def test_no_switch_and_half_the_rounds_are_both_poor(tables):
    plan = build("mitchell", tables)
    assert 44 <= quality(plan) <= 49
    assert 30 <= round(quality(arrow_switch(plan, tables // 2))) <= 35


@pytest.mark.parametrize(
    ("rounds", "switched"), [(1, 1), (5, 1), (8, 1), (11, 1), (12, 2), (18, 2), (20, 3), (26, 3), (28, 4)]
)
def test_directors_switch_an_eighth_of_the_rounds(rounds, switched):
    assert usual_switch(rounds) == switched


@pytest.mark.parametrize("tables", range(5, 31))
def test_no_other_number_of_rounds_is_better_than_the_best(tables):
    plan = whole(tables)
    best = quality(arrow_switch(plan, best_switch(plan)))
    assert best == max(quality(arrow_switch(plan, k)) for k in range(1, tables))


def test_the_best_is_chosen_by_balance_and_not_by_rule():
    """With 19 tables, an eighth of the rounds is 2, but directors' tables say 3. Switching two rounds is more even."""
    plan = build("mitchell", 19)
    assert best_switch(plan) == 2
    assert quality(arrow_switch(plan, 2)) > quality(arrow_switch(plan, 3))


@pytest.mark.parametrize("name", ["mitchell", "skip-mitchell", "relay-mitchell", "web", "sections", "hesitation"])
def test_a_switched_movement_is_sound_and_more_even(name):
    tables = 15 if name in ("mitchell", "web", "hesitation") else 14
    plan = build(name, tables)
    switched = arrow_switch(plan, best_switch(plan))
    assert problems(switched) == []
    assert switched.winners == 1
    assert quality(switched) > quality(plan)


@pytest.mark.parametrize("rounds", [-1, 0, 9, 10])
def test_a_switch_of_no_round_or_of_all_or_with_one_winner_already_is_refused(rounds):
    with pytest.raises(MovementError, match=f"1 to 8 of 9 rounds, not {rounds}"):
        arrow_switch(build("mitchell", 9), rounds)
    with pytest.raises(MovementError, match="one round has no arrow switch"):
        best_switch(build("mitchell", 9, 1))
    with pytest.raises(MovementError, match="Howell has no arrow switch"):
        build("howell", 4, arrow_switch=1)


@pytest.mark.parametrize("tables", range(1, 31))
def test_everybody_meets_everybody_on_set_r_in_round_r_and_some_are_perfect(tables):
    plan = barometer(tables, 2 * tables - 1)
    assert all(p.boardset == p.round for p in plan.schedule)
    met = sorted(tuple(sorted((p.ns, p.ew))) for p in plan.schedule)
    assert met == list(combinations(range(1, 2 * tables + 1), 2))
    if tables in (2, 4, 6, 10, 12, 16, 22, 24, 30):  # 2T - 1 is a prime 4n + 3
        assert quality(plan) == 100
        assert set(competition(plan).values()) == {tables - 1}


@pytest.mark.parametrize(
    ("tables", "highest"), [(3, Fraction(60)), (5, Fraction(250, 3)), (7, Fraction(2100, 23)), (9, 90)]
)
def test_others_are_as_even_as_was_found(tables, highest):
    assert quality(barometer(tables, 2 * tables - 1)) == highest


def test_the_stored_turns_are_those_that_the_script_finds_and_more_tables_still_have_one():
    stored = json.loads(resources.files("movements").joinpath("data/barometers.json").read_text("utf-8"))
    assert list(stored) == [str(tables) for tables in range(2, 31)]
    assert {t: stored[str(t)] for t in (2, 3, 5, 8, 12)} == {t: found(t) for t in (2, 3, 5, 8, 12)}
    assert problems(barometer(40, 9)) == []
