"""Rover and bump: published tables; no table, opponent or set twice; and cases where a rematch is unavoidable."""

import pytest

from movements.catalogue import build
from movements.checks import problems
from movements.mitchell import relay, straight
from movements.plan import Pairing, Plan
from movements.routes import OpenSeat, Side, route, seats

# The rover's tables from round 2 on as published for whole Mitchells; 9 and 15 with one rematch.
PUBLISHED = {
    6: [1, 3, 5, 2, 4],
    7: [1, 3, 5, 7, 2, 4],
    8: [1, 6, 2, 7, 3, 8, 4],
    9: [1, 5, 9, 2, 4, 7, 3, 6],
    10: [1, 7, 2, 8, 3, 9, 4, 10, 5],
    11: [1, 3, 5, 7, 9, 11, 2, 4, 6, 8],
    12: [3, 9, 4, 10, 5, 11, 6, 12, 7, 1, 8],
    13: [1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10],
    14: [1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7],
}


def tables_of(plan: Plan, newcomer: int) -> list[int]:
    return [p.table for p in plan.schedule if newcomer in (p.ns, p.ew)][1:]


def ways(plan: Plan, side: Side, first: int) -> list[list[OpenSeat]]:
    return [seats(plan, number, side) for number in range(first, plan.rounds + 1)]


def seat(table: int, displaced: int, opponent: int, boardset: int) -> OpenSeat:
    return OpenSeat(Pairing(1, table, displaced, opponent, boardset), displaced, opponent)


def whole(tables: int) -> Plan:
    return straight(tables, tables) if tables % 2 else relay(tables, tables)


@pytest.mark.parametrize("tables", PUBLISHED)
def test_the_published_tables_are_a_route_as_we_understand_it(tables):
    rows = ways(whole(tables), "ns", 2)
    published = [[row[table - 1]] for row, table in zip(rows, PUBLISHED[tables], strict=True)]
    assert (route(published) is not None) == (tables != 9)
    assert route(published, rematches=1) is not None


@pytest.mark.parametrize("tables", [7, 8, 10, 11, 12, 13, 14])
def test_ours_are_the_published_tables(tables):
    assert tables_of(build("rover", tables), 2 * tables + 1) == PUBLISHED[tables]


@pytest.mark.parametrize("tables", range(3, 31))
@pytest.mark.parametrize("name", ["rover", "bump"])
def test_a_whole_movement_has_a_rematch_only_where_3_divides_an_odd_number_of_tables(name, tables):
    plan = build(name, tables)
    assert plan.rounds == tables
    assert ("rematches" in plan.declares) == (tables % 6 == 3)
    assert problems(plan) == []


@pytest.mark.parametrize("tables", [3, 9])
def test_there_is_no_route_without_a_rematch_for_3_and_9_tables(tables):
    """With T=9, one rematch is unavoidable, as a search of all routes shows."""
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


def test_a_route_can_be_asked_for_any_plan_from_any_round():
    """A repair asks for a route from a later round to seat a contestant who comes late."""
    taken = route(ways(straight(11, 9), "ew", 4))
    assert taken is not None
    assert len(taken) == 6
    for what in (lambda s: s.displaced, lambda s: s.opponent, lambda s: s.row.boardset):
        assert len(set(map(what, taken))) == 6


def test_no_route_where_there_is_none():
    assert route([[seat(1, 1, 5, 1)], [seat(2, 2, 5, 2)]]) is None
    assert route([[seat(1, 1, 5, 1)], [seat(2, 2, 5, 2)]], rematches=1) is not None
    assert route([[seat(1, 1, 5, 1)], [seat(1, 1, 6, 2)]], rematches=1) is None
    assert route([]) == ()


def test_a_bye_is_taken_only_where_there_is_one_to_take():
    rounds = [[seat(1, 1, 5, 1)], [seat(2, 2, 5, 2)], [seat(3, 3, 6, 3)]]
    assert route(rounds) is None
    taken = route(rounds, byes=1)
    assert taken is not None and taken.count(None) == 1
    assert route(rounds, spared={3}, rematches=1) is None
    assert route(rounds, spared={3}, rematches=1, byes=1) == (*(row[0] for row in rounds[:2]), None)
