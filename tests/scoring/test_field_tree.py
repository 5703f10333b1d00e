"""The plays of a board as one tree: the tree holds every play and nothing else, and folding it loses nothing."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.field_tree import Branch, field_tree

STEPS = st.sampled_from(["c:P", "c:1H", "p:S7", "claim:S:3"])
PLAYS = st.dictionaries(st.integers(1, 99), st.lists(STEPS, max_size=8).map(tuple), min_size=1, max_size=12)


def paths(branch: Branch, before: tuple[str, ...] = ()) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield every play that ends in the branch, with all steps from the root to its end."""
    here = before + branch.steps
    for key in branch.ends:
        yield key, here
    for grown in branch.branches:
        yield from paths(grown, here)


@given(PLAYS)
def test_the_ends_are_the_plays_and_every_path_is_its_play(plays):
    found = list(paths(field_tree(plays)))
    assert dict(found) == plays
    assert len(found) == len(plays)


@given(PLAYS)
def test_counts_add_up_and_positions_follow_one_another(plays):
    tree = field_tree(plays)
    assert tree.start == 0
    for branch in tree.every():
        grown = [key for way in branch.branches for key in way.keys]
        assert sorted([*branch.ends, *grown]) == sorted(branch.keys)
        assert all(way.start == branch.end for way in branch.branches)


@given(PLAYS)
def test_it_parts_only_where_plays_differ_and_as_late_as_it_can(plays):
    for branch in field_tree(plays).every():
        firsts = [way.steps[0] for way in branch.branches]
        assert len(set(firsts)) == len(firsts)
        assert len(branch.branches) != 1 or branch.ends
        sizes = [len(way.keys) for way in branch.branches]
        assert sizes == sorted(sizes, reverse=True)


def test_a_run_that_all_took_is_one_branch_and_the_way_of_most_stands_first():
    plays = {1: ("c:1H", "c:P", "p:S7"), 2: ("c:1H", "c:P", "p:SA"), 3: ("c:1H", "c:P", "p:SA", "p:S2")}
    tree = field_tree(plays)
    assert tree.steps == ("c:1H", "c:P")
    most, other = tree.branches
    assert (most.steps, most.keys, most.ends, other.keys) == (("p:SA",), (2, 3), (2,), (1,))
    assert [way.steps for way in most.branches] == [("p:S2",)]


def test_without_a_play_there_is_no_tree():
    with pytest.raises(ValueError, match="needs a play"):
        field_tree({})
