"""Whether what was measured lies on a straight line, and whether the line is level."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

PARTS = 12  # the medians of which are compared, as single readings scatter


@dataclass(frozen=True)
class Line:
    """y = start + slope * x."""

    start: float
    slope: float

    def at(self, x: float) -> float:
        return self.start + self.slope * x


def fitted(points: Sequence[tuple[float, float]]) -> Line:
    """Return the line with the least squares through the points, level if they have one `x` only."""
    mean_x, mean_y = (statistics.fmean(values) for values in zip(*points, strict=True))
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0
    return Line(mean_y - slope * mean_x, slope)


def medians(points: Sequence[tuple[float, float]], parts: int = PARTS) -> list[tuple[float, float]]:
    """Return the medians of that many parts of the points, which are in order of `x`."""
    size = max(1, -(-len(points) // parts))
    cut = [points[at : at + size] for at in range(0, len(points), size)]
    return [(statistics.median(x for x, _ in part), statistics.median(y for _, y in part)) for part in cut]


def faults(
    name: str, points: Sequence[tuple[float, float]], share: float = 0.1, least: float = 0.0, *, may_grow: bool = False
) -> list[str]:
    """Return a sentence for each way in which the points are no straight line within this share of it.

    Unless it `may_grow`, the line may also rise by no more than the share from the first point to the last. Differences
    of up to `least` are none.
    """
    parts = medians(points)
    line, flaws = fitted(parts), list[str]()
    far = max(parts, key=lambda point: abs(point[1] - line.at(point[0])))
    there = line.at(far[0])
    if abs(far[1] - there) > max(least, share * abs(there)):
        flaws.append(f"{name} is no straight line: {far[1]:,.1f} at {far[0]:,.0f}, where the line has {there:,.1f}.")
    first, last = (line.at(parts[at][0]) for at in (0, -1))
    if not may_grow and last - first > max(least, share * abs(first)):
        flaws.append(f"{name} grows: from {first:,.1f} to {last:,.1f}, by {(last - first) / first:.0%}.")
    return flaws


def told(name: str, points: Iterable[tuple[float, float]]) -> str:
    """Return the line in words: where it begins and ends."""
    parts = medians(list(points))
    line = fitted(parts)
    return f"{name}: {line.at(parts[0][0]):,.1f} to {line.at(parts[-1][0]):,.1f}"
