"""Swiss draws: rank order, no rematch, byes, untangling from the bottom, and a draw found whenever one exists."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movements.checks import problems
from movements.errors import MovementError
from movements.matching import largest_matching, perfect_in_order
from movements.plan import Plan
from movements.swiss import draw, first_round, next_round
from tests.long import sample

Couple = tuple[int, int]


def by_trying(order: Sequence[int], known: set[frozenset[int]]) -> list[Couple] | None:
    """Return the first draw in rank order, found by trying all possible draws, or None if there is no draw."""
    if not order:
        return []
    first, *others = order
    for other in others:
        if frozenset((first, other)) not in known:
            rest = by_trying([c for c in others if c != other], known)
            if rest is not None:
                return [(first, other), *rest]
    return None


@st.composite
def met(draw_: st.DrawFn, contestants: int) -> set[frozenset[int]]:
    couples = list(combinations(range(1, contestants + 1), 2))
    share = draw_(st.sampled_from([3, 5, 8]))
    marks = draw_(st.lists(st.integers(0, 9), min_size=len(couples), max_size=len(couples)))
    return {frozenset(couple) for couple, mark in zip(couples, marks, strict=True) if mark < share}


@settings(max_examples=sample(75, 750), deadline=None)
@given(st.sampled_from([4, 6, 8, 10]).flatmap(lambda n: st.tuples(st.permutations(range(1, n + 1)), met(n))))
def test_a_perfect_matching_is_found_whenever_one_exists(given_):
    order, known = given_
    graph = {a: [b for b in order if b != a and frozenset((a, b)) not in known] for a in order}
    assert perfect_in_order(graph, order) == by_trying(order, known)


def test_blossoms_within_blossoms():
    """The graph has odd cycles with shared vertices, which matching by simple alternation gets wrong."""
    edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3), (5, 6), (6, 7), (7, 8), (8, 6), (8, 9)]
    graph: dict[int, list[int]] = {v: [] for v in range(10)}
    for a, b in edges:
        graph[a].append(b)
        graph[b].append(a)
    mate = largest_matching(graph)
    assert len(mate) == 10
    assert all(mate[mate[v]] == v and mate[v] in graph[v] for v in mate)


@pytest.mark.parametrize("contestants", [20, 21, 60])
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_a_whole_swiss(contestants, data):
    plan = first_round(contestants)
    for _ in range(5):
        standings = data.draw(st.permutations(plan.present))
        before = {frozenset((p.ns, p.ew)) for p in plan.schedule}
        plan = next_round(plan, standings)
        check_top_tables(plan, standings, before)
    assert problems(plan) == []
    assert (plan.rounds, plan.board_sets) == (6, 6)
    assert "rematches" not in plan.declares
    north = Counter(p.ns for p in plan.schedule if p.boardset)
    assert max(north.values()) <= 5


def check_top_tables(plan: Plan, standings: Sequence[int], before: set[frozenset[int]]):
    """Check that tables 1 to 3 each have the best contestant left and that contestant's best new opponent."""
    out = [p.ns for p in plan.round(plan.rounds) if not p.boardset]
    left = [c for c in standings if c not in out]
    for p in plan.round(plan.rounds)[:3]:
        first = left.pop(0)
        second = next(c for c in left if frozenset((first, c)) not in before)
        left.remove(second)
        assert {p.ns, p.ew} == {first, second}


def test_the_draw_is_untangled_from_the_bottom():
    order = list(range(1, 13))
    assert draw(order, [(11, 12)]).couples == ((1, 2), (3, 4), (5, 6), (7, 8), (9, 11), (10, 12))


def test_the_first_three_tables_are_untangled_only_if_the_director_wants_it():
    """10, 11 and 12 have met one another as well as 7, 8 and 9, so they find opponents only at the first tables."""
    known = [*combinations((10, 11, 12), 2), *((a, b) for a in (7, 8, 9) for b in (10, 11, 12))]
    order = list(range(1, 13))
    with pytest.raises(MovementError, match="nobody meets an opponent again and the first tables stay"):
        draw(order, known)
    again = draw(order, known, rematches=True)
    assert sorted(c for couple in again.couples for c in couple) == order
    assert len(again.rematches) <= 2
    free = draw(order, known, kept=0)
    assert not {frozenset(couple) for couple in free.couples} & {frozenset(couple) for couple in known}
    assert free.couples[0] == (1, 2)


def test_the_bye_goes_to_the_lowest_who_had_none_or_to_another_where_that_would_leave_no_draw():
    assert draw([3, 1, 2, 5, 4], []).bye == 4
    assert draw([3, 1, 2, 5, 4], [], byes=[4]).bye == 5
    assert draw([3, 1, 2, 5, 4], [], byes=[1, 2, 3, 4, 5]).bye == 4
    assert draw([3, 1, 2, 5, 4], [], byes=[1, 2, 3, 4, 5, 4]).bye == 5
    known = [(1, 2), (1, 3), (2, 3)]
    assert draw([1, 2, 4], [(1, 2)]).bye == 2
    assert draw([1, 2, 3, 4, 5], known, byes=[3]).couples


@pytest.mark.parametrize("contestants", [5, 7, 9, 11])
def test_in_an_odd_field_nobody_sits_out_twice_before_all_have(contestants):
    plan = first_round(contestants)
    for number in range(contestants - 2):
        plan = next_round(plan, [*plan.present[number:], *plan.present[:number]], rematches=True)
    out = [p.ns for p in plan.sit_outs()]
    assert len(out) == len(set(out)) == contestants - 1
    assert all(p.ew == contestants + 1 for p in plan.sit_outs())


def test_a_rematch_is_declared_and_only_as_many_as_must_be():
    plan = first_round(4)
    for _ in range(2):
        plan = next_round(plan, [1, 2, 3, 4])
    with pytest.raises(MovementError, match="or draw with a rematch"):
        next_round(plan, [1, 2, 3, 4])
    plan = next_round(plan, [1, 2, 3, 4], rematches=True)
    assert "rematches" in plan.declares
    assert problems(plan) == []


@pytest.mark.parametrize("teams", [4, 6, 10])
def test_teams_of_two_meet_at_two_tables_each_way(teams):
    plan = first_round(teams, teams=True)
    plan = next_round(plan, list(range(teams, 0, -1)), teams=True)
    assert problems(plan) == []
    assert plan.tables == teams
    for number in (1, 2):
        rows = plan.round(number)
        for row, other in zip(rows[::2], rows[1::2], strict=True):
            assert (row.ns, row.ew) == (other.ew - teams, other.ns + teams)
            assert row.boardset == other.boardset
    pairs = [frozenset((p.ns, p.ew - teams)) for p in plan.schedule[::2]]
    assert len(pairs) == len(set(pairs))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: next_round(first_round(6), [1, 2, 3]), "missing is 4, 5, 6"),
        (lambda: next_round(first_round(6), [1, 2, 3, 4, 5, 7]), "missing is 6"),
        (lambda: next_round(first_round(6), [1, 2, 3, 4, 5, 6, 7]), "nobody is 7"),
        (lambda: next_round(first_round(6), [1, 2, 3, 4, 5, 6, 6]), "somebody is named twice"),
        (lambda: first_round(1), "for 2 to 200, not 1"),
        (lambda: first_round(5, teams=True), "even number of teams, not 5"),
        (lambda: draw([1, 1], []), "each of them once"),
    ],
)
def test_sizes_that_cannot_be_and_standings_of_others_are_refused(make, sentence):
    with pytest.raises(MovementError, match=sentence):
        make()
