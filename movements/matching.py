"""Matchings in graphs, to find whether everyone can be paired: alternating paths and blossoms (Edmonds 1965)."""

from collections import deque
from collections.abc import Collection, Mapping, Sequence

Graph = Mapping[int, Collection[int]]


def largest_matching(graph: Graph, start: Mapping[int, int] | None = None) -> dict[int, int]:
    """Return a matching of as many vertices as possible, in both directions (a -> b and b -> a).

    `graph` maps each vertex to its neighbours, in both directions. `start` is a matching to extend. Its vertices stay
    matched.
    """
    mate = dict(start or {})
    for vertex in graph:
        if vertex not in mate:
            _Search(graph, mate, vertex).grow()
    return mate


def perfect_in_order(graph: Graph, order: Sequence[int]) -> list[tuple[int, int]] | None:
    """Return the first perfect matching in the order given, or None if there is no perfect matching.

    The first vertex gets the earliest neighbour that still lets all the others be paired, then the next vertex, and
    so on.
    """
    mate = largest_matching(graph)
    if len(mate) < len(graph):
        return None
    left = {vertex: set(graph[vertex]) for vertex in graph}
    couples: list[tuple[int, int]] = []
    for vertex in order:
        if vertex in left:
            for other in [o for o in order if o in left[vertex]]:
                changed = _with_couple(left, mate, vertex, other)
                if changed is not None:
                    mate = changed
                    break
            couples.append((vertex, mate[vertex]))
            _take_out(left, vertex, mate[vertex])
    return couples


def _with_couple(left: Graph, mate: dict[int, int], vertex: int, other: int) -> dict[int, int] | None:
    """Return the matching changed so that these vertices are a couple, or None if it can then no longer be perfect."""
    if mate[vertex] == other:
        return mate
    rest = {v: [w for w in near if w not in (vertex, other)] for v, near in left.items() if v not in (vertex, other)}
    freed = {vertex, other, mate[vertex], mate[other]}
    kept = {v: mate[v] for v in rest if v not in freed}
    grown = largest_matching(rest, kept)
    return {**grown, vertex: other, other: vertex} if len(grown) == len(rest) else None


def _take_out(left: dict[int, set[int]], *couple: int) -> None:
    for vertex in couple:
        for near in left.pop(vertex):
            if near in left:
                left[near].discard(vertex)


class _Search:
    """One search for an augmenting path from a free vertex. Blossoms are shrunk to their base."""

    def __init__(self, graph: Graph, mate: dict[int, int], root: int) -> None:
        self.graph, self.mate, self.root = graph, mate, root
        self.base = {vertex: vertex for vertex in graph}
        self.parent: dict[int, int] = {}
        self.outer = {root}
        self.queue = deque([root])

    def grow(self) -> bool:
        """Add one couple to the matching if there is an augmenting path. Return whether a path was found."""
        while self.queue:
            vertex = self.queue.popleft()
            for near in self.graph[vertex]:
                if self.base[vertex] == self.base[near] or self.mate.get(vertex) == near:
                    continue
                if near == self.root or (near in self.mate and self.mate[near] in self.parent):
                    self._shrink(vertex, near)
                elif near not in self.parent:
                    self.parent[near] = vertex
                    if near not in self.mate:
                        self._flip(near)
                        return True
                    self._reach(self.mate[near])
        return False

    def _reach(self, vertex: int) -> None:
        if vertex not in self.outer:
            self.outer.add(vertex)
            self.queue.append(vertex)

    def _flip(self, vertex: int) -> None:
        """Exchange matched and free edges on the path back to the root."""
        at: int | None = vertex
        while at is not None:
            before = self.parent[at]
            after = self.mate.get(before)
            self.mate[at], self.mate[before] = before, at
            at = after

    def _shrink(self, end: int, other: int) -> None:
        """Shrink the odd cycle through this edge to one vertex."""
        base = self._common(end, other)
        blossom: set[int] = set()
        self._mark(end, base, other, blossom)
        self._mark(other, base, end, blossom)
        for vertex in self.graph:
            if self.base[vertex] in blossom:
                self.base[vertex] = base
                self._reach(vertex)

    def _common(self, vertex: int, other: int) -> int:
        passed = set()
        at = vertex
        while True:
            at = self.base[at]
            passed.add(at)
            if at not in self.mate or at == self.root:
                break
            at = self.parent[self.mate[at]]
        at = self.base[other]
        while at not in passed:
            at = self.base[self.parent[self.mate[at]]]
        return at

    def _mark(self, vertex: int, base: int, child: int, blossom: set[int]) -> None:
        while self.base[vertex] != base:
            blossom |= {self.base[vertex], self.base[self.mate[vertex]]}
            self.parent[vertex] = child
            child = self.mate[vertex]
            vertex = self.parent[child]
