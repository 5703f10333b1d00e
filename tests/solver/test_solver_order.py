"""The order in which leads are tried: it does not change any result, and keeps searches short."""

from solver.compiled import Compiled
from solver.position import Position
from tests.needs import compiled_solver
from tests.solver.solver_positions import STRAINS, ending

WITHOUT_THE_NET = 2_939_000  # nodes of these searches in the order of a sum of single features
WORTH = 0.93  # a net that saves less has been damaged


@compiled_solver
def test_the_net_keeps_searches_short():
    nodes = 0
    for number in range(1, 5):
        for strain in STRAINS:
            engine = Compiled()
            engine.value(Position.of(ending(f"judge {number}", 13), strain, "N"), guess=6)
            nodes += engine.nodes
    assert nodes < WORTH * WITHOUT_THE_NET


@compiled_solver
def test_both_builds_judge_alike():
    for strain in "HN":
        at = Position.of(ending("judge 3", 13), strain, "S")
        fast, portable = Compiled(), Compiled(portable=True)
        assert fast.value(at) == portable.value(at)
        assert fast.nodes == portable.nodes
