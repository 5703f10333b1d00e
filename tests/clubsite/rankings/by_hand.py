"""The value of each row of a session by brute force: each row against every other, by the laws and club practice."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from clubsite.nights.models import TableBoard
from clubsite.scores.models import ScoreEntry

# fmt: off
# Law 78B
FIRST_DIFFERENCES = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000,
                     2250, 2500, 3000, 3500, 4000)
# fmt: on
UNSAID: dict[str, Any] = {
    "method": "match_points",
    "winners": None,
    "fewer_results": "neuberg",
    "tiny_groups": False,
    "rounding": "exact",
    "field": "session",
    "sections": "apart",
    "imp_divisor": "field",
    "butler_trim": 1,
    "sit_outs": "factored",
    "ties": "shared",
    "strata": [],
    "strata_rank": "upwards",
    "handicap": None,
    "carry_over": "0",
}  # fmt: skip
Parts = list[tuple[Fraction, int]]


def weighted(*parts: tuple[int, int]) -> Parts:
    return [(Fraction(percent, 100), points) for percent, points in parts]


# The effect of a ruling: N/S's and E/W's percent, N/S's and E/W's weighted scores.
RULINGS: dict[str, tuple[int | None, int | None, Parts, Parts]] = {
    "A6040": (60, 40, [], []),
    "A5050": (50, 50, [], []),
    "A4060": (40, 60, [], []),
    "A6060": (60, 60, [], []),
    "A7030": (70, 30, [], []),
    "-50": (None, None, weighted((100, -50)), weighted((100, -50))),
    "60% 620, 40% -100": (None, None, weighted((60, 620), (40, -100)), weighted((60, 620), (40, -100))),
    "620 / -100": (None, None, weighted((100, 620)), weighted((100, -100))),
    "A60 / -50": (60, None, [], weighted((100, -50))),
    "140 / A40": (None, 40, weighted((100, 140)), []),
    "75% 140, 25% 110 / 110": (None, None, weighted((75, 140), (25, 110)), weighted((100, 110))),
}


class Row:
    """A row with its score: each side's percentage or weighted scores, and later the points that the score earns."""

    def __init__(self, line: TableBoard, score: ScoreEntry, field: str):
        self.pk, self.board, self.field = line.pk, line.board_id, field
        self.section: int = line.round.section_id
        self.who = {"ns": line.ns_id, "ew": line.ew_id}
        self.group = score.group or ("fouled" if score.status == "fouled" else "")
        self.percent: dict[str, int | None] = {"ns": None, "ew": None}
        self.parts: dict[str, Parts] = {"ns": [], "ew": []}
        if score.ruling:
            ns, ew, ns_parts, ew_parts = RULINGS[score.ruling]
            self.percent, self.parts = {"ns": ns, "ew": ew}, {"ns": ns_parts, "ew": ew_parts}
        elif score.ns_score is not None:
            self.parts = {side: [(Fraction(1), score.ns_score)] for side in ("ns", "ew")}
        self.worth: dict[str, Any] = {"ns": None, "ew": None}
        self.top = 0

    @property
    def counts(self) -> bool:
        return None not in self.worth.values()


def settings_of(session) -> dict[str, Any]:
    """Return the session's scoring settings, with defaults filled in."""
    return UNSAID | session.scoring


def scored(session) -> list[Row]:
    """Return every row that has a score, with the points that the score earns."""
    settings = settings_of(session)
    lines = TableBoard.objects.filter(round__section__session=session).exclude(state="void")
    latest = {score.table_board_id: score for score in ScoreEntry.objects.order_by("pk")}
    boards: dict[tuple[str, int], int] = defaultdict(int)
    groups: dict[tuple[str, int, str], list[Row]] = defaultdict(list)
    for line in lines.select_related("round__section", "board").order_by("pk"):
        section = line.round.section
        apart = section.pk if settings["field"] == "section" else ""
        field = f"{line.board.board_set_id} {section.kind} {apart}"
        boards[field, line.board_id] += 1
        if line.pk in latest:
            row = Row(line, latest[line.pk], field)
            groups[field, row.board, row.group].append(row)
    score = match_points if settings["method"] == "match_points" else imps
    for (field, *_), rows in groups.items():
        score(rows, settings, max(n for (own, _), n in boards.items() if own == field))
    return [row for rows in groups.values() for row in rows]


def match_points(rows: Sequence[Row], settings: dict[str, Any], field: int):
    """Set the match points (Law 78A) separately for each direction. Percentages of both sides use the field's top."""
    compared = [row for row in rows if row.parts["ns"] or row.parts["ew"]]
    full = len(compared) if settings["fewer_results"] == "own_top" else field
    for row in rows:
        row.top = 2 * max(0, (field if None not in row.percent.values() else full) - 1)
        for side, sign in (("ns", 1), ("ew", -1)):
            percent = row.percent[side]
            if percent is not None:
                row.worth[side] = Fraction(percent * row.top, 100)
            elif row.parts[side]:
                others = [one for one in rows if one is not row and one.parts[side]]
                won = sum(
                    (against(row, one, side, lambda d: 1 + (d > 0) - (d < 0), sign) for one in others), Fraction(0)
                )
                row.worth[side] = converted(won, len(others) + 1, full, settings)


def against(row: Row, other: Row, side: str, worth, sign: int) -> Fraction:
    """Compare each part of one score with each part of the other, weighted by the weights of both parts (Law 12C1c)."""
    pairs = [(own, theirs) for own in row.parts[side] for theirs in other.parts[side]]
    return sum((weight * share * worth(sign * (a - b)) for (weight, a), (share, b) in pairs), Fraction(0))


def converted(won: Fraction, among: int, full: int, settings: dict[str, Any]) -> Fraction:
    """Convert match points from a small group to the full field."""
    top = 2 * max(0, full - 1)
    if settings["tiny_groups"] and among <= 3 and full >= 3 * among:
        worth = (60 + 5 * (won - (among - 1))) * top / 100
    elif settings["fewer_results"] == "factoring":
        worth = won * (full - 1) / (among - 1) if among > 1 else Fraction(full - 1)
    else:
        worth = (won * full + full - among) / among
    return Fraction(top, 2) + rounded(worth - Fraction(top, 2), settings)


def rounded(distance: Fraction, settings: dict[str, Any]) -> Fraction:
    """Round to 0.1. The settings say whether an exact half is rounded away from zero or towards zero."""
    if settings["rounding"] == "exact":
        return distance
    whole, rest = divmod(abs(distance) * 10, 1)
    half_up = settings["rounding"] == "tenth"
    tenths = Fraction(whole + (rest > Fraction(1, 2) or (half_up and rest == Fraction(1, 2))), 10)
    return tenths if distance >= 0 else -tenths


def imps(rows: Sequence[Row], settings: dict[str, Any], field: int):
    """Set the IMPs (Law 78B) against every other row or against the datum. Average plus is 3 IMPs."""
    average = datum(rows, settings["butler_trim"])
    cross = settings["method"] == "cross_imps"
    for row in rows:
        row.top = 1
        for side, sign in (("ns", 1), ("ew", -1)):
            compared = [one for one in rows if one.parts[side]]
            percent = row.percent[side]
            if percent is not None:
                times = max(1, field - 1) if cross and settings["imp_divisor"] == "sum" else 1
                row.worth[side] = rounded((percent - 50) * Fraction(3, 10) * times, settings)
            elif row.parts[side] and cross:
                others = [one for one in compared if one is not row]
                total = sum((against(row, one, side, imp, sign) for one in others), Fraction(0))
                among, full = Fraction(len(compared)), max(1, field - 1)
                by = {
                    "field": full * among / field,
                    "mean": max(1, len(others)),
                    "sum": Fraction(max(1, len(others)), full),
                    "results": among,
                }[settings["imp_divisor"]]
                row.worth[side] = rounded(total / by, settings)
            elif row.parts[side]:
                parts = row.parts[side]
                total = sum((weight * imp(sign * (a - average)) for weight, a in parts), Fraction(0))
                row.worth[side] = rounded(total, settings)
        if not row.counts:
            row.worth = {"ns": None, "ew": None}


def imp(difference: int) -> int:
    won = sum(abs(difference) >= first for first in FIRST_DIFFERENCES)
    return won if difference > 0 else -won


def datum(rows: Sequence[Row], trim: int) -> int:
    """Return the mean of the scores that count for both sides, without the extremes, rounded to the nearest 10."""
    agreed = sorted(r.parts["ns"][0][1] for r in rows if len(r.parts["ns"]) == 1 and r.parts["ns"] == r.parts["ew"])
    if not agreed:
        return 0
    dropped = min(trim, (len(agreed) - 1) // 2)
    kept = agreed[dropped : len(agreed) - dropped]
    mean = Fraction(sum(kept), 10 * len(kept))
    return 10 * int(abs(mean) + Fraction(1, 2)) * (1 if mean >= 0 else -1)
