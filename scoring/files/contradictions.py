"""Warnings about a file of results: points that do not match the scores, and leads that are not cards."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from games.wording import signed
from scoring.board import field_size
from scoring.figures import mp_text
from scoring.files.model import FileLine, ResultFile
from scoring.methods import score_lines
from scoring.settings import ScoringSettings

ROUNDED = Fraction(1, 10)
"""By so much may points differ that another program rounded."""
MOST_WEIGHTED = 200
"""The points of a file with more weighted scores are not compared: no evening has so many, and each takes long."""


def contradictions(night: ResultFile) -> Iterator[str]:
    """Yield a sentence for each lead that is not a card, and each line whose points do not fit the board's scores."""
    settings = ScoringSettings(method=night.method)
    weighted = sum("," in line.score for line in night.lines)
    for section in night.sections:
        boards: defaultdict[int, list[FileLine]] = defaultdict(list)
        for line in section.lines:
            boards[line.board].append(line)
            if line.odd_lead:
                yield f"{line.where}: the lead {line.odd_lead!r} is no card, so it is left out."
        if weighted > MOST_WEIGHTED or not any(line.ns_points for line in section.lines):
            continue
        field = field_size([line.parsed.line("") for line in lines] for lines in boards.values())
        for lines in boards.values():
            if not _in_order(lines, settings.imps) or (_of_this_field(lines, field) and not settings.imps):
                yield from _differing(lines, field, settings)


def _plain(lines: Sequence[FileLine]) -> list[tuple[str, int, Fraction, Fraction]]:
    """Return the group, score and points of each line that has a single score, sorted by group and then by score."""
    return sorted(
        (line.group or "", points, Fraction(line.ns_points), Fraction(line.ew_points))
        for line in lines
        if line.ns_points and line.ew_points and (points := line.parsed.ns_score) is not None
    )


def _in_order(lines: Sequence[FileLine], imps: bool) -> bool:
    """True if better scores never have fewer points and equal scores have equal points, regardless of the field."""
    return all(
        (low[2:] == high[2:] if low[1] == high[1] else low[2] < high[2] and low[3] > high[3])
        or (imps and low[1] < high[1] and low[2:] == high[2:])  # different scores may be equal in IMPs
        for low, high in pairwise(_plain(lines))
        if low[0] == high[0]
    )


def _of_this_field(lines: Sequence[FileLine], field: int) -> bool:
    """True if the board's points are match points for the lines in this file, so that no other points can be right."""
    plain, top = _plain(lines), Fraction(2 * field - 2)
    whole = len(plain) == len(lines) == field and not any(group for group, *_ in plain)
    return whole and {ns + ew for _, _, ns, ew in plain} in ({top}, {top / 2})


def _differing(lines: Sequence[FileLine], field: int, settings: ScoringSettings) -> Iterator[str]:
    """Yield a sentence for each line whose points, in the file's unit, do not follow from the file's scores."""
    scored = score_lines([line.parsed.line(at, line.group or "") for at, line in enumerate(lines)], field, settings)
    _, _, ns, ew = _plain(lines)[0]
    for at, line in enumerate(lines):
        own, points = scored[at], line.parsed.ns_score
        if own.ns is None or own.ew is None or points is None or not (line.ns_points and line.ew_points):
            continue
        unit = Fraction(1) if settings.imps or not own.top else (ns + ew) / own.top
        due = own.ns * unit, own.ew * unit
        if max(abs(due[0] - Fraction(line.ns_points)), abs(due[1] - Fraction(line.ew_points))) > ROUNDED:
            yield (
                f"{line.where}: the file gives {line.ns_points} and {line.ew_points}, but by the scores in the file "
                f"{signed(points)} comes to {mp_text(due[0])} and {mp_text(due[1])}."
            )
