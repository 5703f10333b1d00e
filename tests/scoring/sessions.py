"""Sessions for the tests: a short notation for results, and random sessions."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from scoring.evening import Result, Scored, sums
from scoring.lines import Line, Status, parse_score_text
from scoring.ranking import PlacedStanding, Standing, rank
from scoring.settings import CHOICES, ScoringSettings
from scoring.totals import Sums

points = st.integers(-30, 30).map(lambda tens: tens * 10)
contracts = st.builds(
    lambda level, strain, doubled: f"{level}{strain}{doubled}",
    st.integers(1, 7),
    st.sampled_from("CDHSN"),
    st.sampled_from(["", "", "X", "XX"]),
)
part_weights = st.sampled_from([(Fraction(1),), (Fraction(3, 5), Fraction(2, 5)), (Fraction(1, 3),) * 3])


def line(key: object, text: str, group: str = "") -> Line:
    """Return a line from a score that is written as clubs write it."""
    parsed = parse_score_text(text)
    return Line(
        key, parsed.status, parsed.ns_score, parsed.ns_pct, parsed.ew_pct, parsed.ns_parts, parsed.ew_parts, group
    )


def lines(*texts: str) -> list[Line]:
    return [line(number, text) for number, text in enumerate(texts)]


def result(board: int, ns: object, ew: object, text: str, section: str = "") -> Result:
    return Result(board, ns, ew, line((section, board, ns, ew), text), section)


def travellers(rows: Sequence[tuple[int, object, object, str]]) -> list[Result]:
    return [result(*row) for row in rows]


@st.composite
def weighted(draw: st.DrawFn) -> tuple[tuple[Fraction, int], ...]:
    return tuple((weight, draw(points)) for weight in draw(part_weights))


@st.composite
def board_lines(draw: st.DrawFn, *, rulings: bool = True, max_size: int = 9) -> list[Line]:
    """Draw the lines of a board: scores and, with `rulings`, everything that a director may have decided."""
    lines: list[Line] = []
    for key in range(draw(st.integers(1, max_size))):
        kind = draw(st.sampled_from(["played", "played", "played", "artificial", "weighted", "split", "np"]))
        if kind == "played" or not rulings:
            lines.append(Line(key, ns_score=draw(points)))
        elif kind == "artificial":
            ns, ew = draw(st.sampled_from([(60, 60), (60, 40), (50, 50), (40, 40)]))
            lines.append(Line(key, Status.ARTIFICIAL, ns_pct=Fraction(ns), ew_pct=Fraction(ew)))
        elif kind == "weighted":
            lines.append(Line(key, Status.ASSIGNED, ns_parts=draw(weighted())))
        elif kind == "split":
            lines.append(Line(key, Status.ASSIGNED, ns_parts=draw(weighted()), ew_parts=draw(weighted())))
        else:
            lines.append(Line(key, Status.NOT_PLAYED))
    return lines


@st.composite
def sessions(draw: st.DrawFn, *, rulings: bool = True) -> list[Result]:
    """Draw a Howell-like session: on every board, contestants 1 to 2n sit at n tables in some way."""
    tables = draw(st.integers(2, 4))
    results: list[Result] = []
    for board in range(1, draw(st.integers(1, 4)) + 1):
        seats = draw(st.permutations(range(1, 2 * tables + 1)))
        for line in draw(board_lines(rulings=rulings, max_size=tables)):
            ns, ew = seats[2 * int(str(line.key)) : 2 * int(str(line.key)) + 2]
            kept = Line((board, line.key), *[getattr(line, name) for name in Line.__slots__[1:]])
            results.append(Result(board, ns, ew, kept))
    return results


any_settings = st.builds(
    ScoringSettings,
    method=st.sampled_from(list(CHOICES["method"])),
    fewer_results=st.sampled_from(list(CHOICES["fewer_results"])),
    tiny_groups=st.booleans(),
    rounding=st.sampled_from(list(CHOICES["rounding"])),
    imp_divisor=st.sampled_from(list(CHOICES["imp_divisor"])),
    butler_trim=st.integers(0, 2),
    sit_outs=st.sampled_from(list(CHOICES["sit_outs"])),
)


def ranked(scored: list[Scored], winners: int = 1) -> list[list[PlacedStanding]]:
    return [_ranked(sums(scored, sides)) for sides in ((("NS",), ("EW",)) if winners == 2 else (("NS", "EW"),))]


def _ranked(totals: Sums) -> list[PlacedStanding]:
    full = Fraction(max((possible for _, possible in totals.values()), default=0))
    return rank(Standing(entry, won, Fraction(possible), full) for entry, (won, possible) in totals.items())
