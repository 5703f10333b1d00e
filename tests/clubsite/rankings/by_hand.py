"""The value of each row of a session by brute force: each row against every other, by the laws and club practice."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from clubsite.nights.models import Contestant, Movement, Section, TableBoard
from clubsite.rankings.models import Penalty
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
                others = [other for other in rows if other is not row and other.parts[side]]
                won = sum(
                    (against(row, other, side, lambda d: 1 + (d > 0) - (d < 0), sign) for other in others), Fraction(0)
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
            compared = [line for line in rows if line.parts[side]]
            percent = row.percent[side]
            if percent is not None:
                times = max(1, field - 1) if cross and settings["imp_divisor"] == "sum" else 1
                row.worth[side] = rounded((percent - 50) * Fraction(3, 10) * times, settings)
            elif row.parts[side] and cross:
                others = [other for other in compared if other is not row]
                total = sum((against(row, other, side, imp, sign) for other in others), Fraction(0))
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


SIDES = ("ns", "ew")
Won = dict[int, tuple[Fraction, int]]
"""By contestant: what was won, and out of how much."""


def lists(session, scored: Sequence[Row]) -> dict[Any, list[dict[str, Any]]]:
    """Return the ranking lists by section, line, stratum and handicap, with exact figures for each row."""
    sections = list(Section.objects.filter(session=session).order_by("name"))
    groups = [[section] for section in sections]
    if settings_of(session)["sections"] == "together":
        kinds = dict.fromkeys(section.kind for section in sections)
        groups = [[section for section in sections if section.kind == kind] for kind in kinds]
    return {(group[0].pk, *key): rows for group in groups for key, rows in Places(session, group, scored).lists()}


def south_of(plan: dict[str, Any]) -> set[int]:
    """Return the South players: those who sit N/S most often, then those who started N/S, one per table."""
    times: dict[int, int] = defaultdict(int)
    for row in plan["schedule"]:
        times[row["ns"]] += 2 + (row["round"] == 1)
        times[row["ew"]] -= 2
    return set(sorted(times, key=lambda number: (-times[number], number))[: plan["tables"]])


class Places:
    """The places in sections that are ranked together."""

    def __init__(self, session, group: Sequence[Section], scored: Sequence[Row]):
        self.set = settings_of(session)
        self.imps = self.set["method"] != "match_points"
        self.group = group
        ids = {section.pk for section in group}
        self.rows = [row for row in scored if row.section in ids and row.counts]
        self.top = max((row.top for row in self.rows), default=0)
        self.finally_worth()

    def finally_worth(self):
        """Work out average plus and minus from the contestant's other boards (Law 12C2)."""
        others: dict[int, list[Any]] = defaultdict(lambda: [Fraction(0), 0])
        for row, side in self.sides():
            if row.percent[side] not in (40, 60):
                others[row.who[side]][0] += row.worth[side]
                others[row.who[side]][1] += row.top
        for row, side in self.sides():
            won, possible = others[row.who[side]]
            if row.percent[side] in (40, 60) and possible:
                better = max if row.percent[side] == 60 else min
                row.worth[side] = better(row.worth[side], won / possible * row.top)

    def sides(self) -> Iterator[tuple[Row, str]]:
        return ((row, side) for row in self.rows for side in SIDES)

    def lists(self) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
        for line, contestants in self.lines().items():
            totals, lost = self.totals(contestants)
            full = max((possible for _, possible in totals.values()), default=0)
            for stratum in ("", *self.set["strata"]):
                inside = [player for player in contestants if player.pk in totals and self.belongs(player, stratum)]
                listed = inside if stratum else contestants
                gross = self.placed(listed, totals, full, lost)
                if not stratum:
                    self.robots_and_trophy(gross, contestants)
                yield (line, stratum, False), gross
                if self.set["handicap"]:
                    yield (line, stratum, True), self.net(inside, totals, full, lost)

    def lines(self) -> dict[str, list[Contestant]]:
        """Return the South players and the North players, or all players in one list."""
        by_line: dict[str, list[Contestant]] = {"NS": [], "EW": []}
        for section in self.group:
            plan = Movement.objects.get(section=section).plan
            if (self.set["winners"] or plan.get("winners", 1)) != 2:
                return {"ALL": [player for each in self.group for player in each.contestants.order_by("number")]}
            south = south_of(plan)
            for contestant in section.contestants.order_by("number"):
                by_line["NS" if contestant.number in south else "EW"].append(contestant)
        return {line: contestants for line, contestants in by_line.items() if contestants}

    def totals(self, contestants: Sequence[Contestant]) -> tuple[Won, dict[int, Fraction]]:
        """Return the totals after penalties and carry-over, and the amounts that penalties deducted."""
        totals: Won = {}
        lost: dict[int, Fraction] = defaultdict(Fraction)
        for contestant in contestants:
            own = [(row.worth[side], row.top) for row, side in self.sides() if row.who[side] == contestant.pk]
            won, possible = sum((worth for worth, _ in own), Fraction(0)), sum(top for _, top in own)
            if not possible:
                continue
            units = {"points": Fraction(1), "top": Fraction(self.top, 100), "percent": Fraction(possible, 100)}
            for penalty in Penalty.objects.filter(contestant=contestant, withdrawn_at=None):
                lost[contestant.pk] += Fraction(penalty.amount) * units[penalty.unit]
            totals[contestant.pk] = self.carried(won - lost[contestant.pk], possible, contestant), possible
        return totals, {pk: taken for pk, taken in lost.items() if taken}

    def carried(self, won: Fraction, possible: int, contestant: Contestant) -> Fraction:
        weight = Fraction(self.set["carry_over"])
        if not weight or not contestant.carry:
            return won
        if self.imps:
            return won + weight * Fraction(contestant.carry)
        return (won + weight * Fraction(contestant.carry) * possible / 100) / (1 + weight)

    def belongs(self, contestant: Contestant, stratum: str) -> bool:
        names = self.set["strata"]
        if not stratum:
            return True
        own = contestant.stratum or names[0]
        if self.set["strata_rank"] == "apart" or own not in names:
            return own == stratum
        return names.index(own) >= names.index(stratum)

    def net(self, contestants: Sequence[Contestant], totals: Won, full: int, lost) -> list[dict[str, Any]]:
        handicaps = {player.pk: Fraction(player.handicap) for player in contestants if player.handicap is not None}
        net = {pk: (won + handicaps.get(pk, 0) * Fraction(all_, 100), all_) for pk, (won, all_) in totals.items()}
        rows = self.placed(contestants, net, full, lost)
        return [row | ({"handicap": handicaps[pk]} if (pk := row["contestant"]) in handicaps else {}) for row in rows]

    def placed(self, contestants: Sequence[Contestant], totals: Won, full: int, lost) -> list[dict[str, Any]]:
        """Return the places: the best first, then contestants who have not played, then robots in the same order."""
        raw = self.imps and self.set["sit_outs"] == "raw"
        share = {pk: won if raw else won / possible for pk, (won, possible) in totals.items()}
        order = sorted(contestants, key=lambda e: (bool(e.robot), e.pk not in share, -share.get(e.pk, 0)))
        people = [share[person.pk] for person in contestants if person.pk in share and not person.robot]
        rows = []
        for contestant in order:
            won, possible = totals.get(contestant.pk, (Fraction(0), 0))
            row: dict[str, Any] = {
                "contestant": contestant.pk, "number": contestant.number, "won": won, "possible": possible, "place": "",
            }  # fmt: skip
            if boards := sum(row.top > 0 for row, side in self.sides() if row.who[side] == contestant.pk):
                row["boards"] = boards
            if contestant.pk in share:
                own = share[contestant.pk]
                if not contestant.robot:
                    row["place"] = f"{1 + sum(p > own for p in people)}{'=' * (people.count(own) > 1)}"
                row["factored"] = won * full / possible
                row["mean" if self.imps else "percentage"] = won / possible * (1 if self.imps else 100)
            rows.append(row | ({"penalty": lost[contestant.pk]} if contestant.pk in lost else {}))
        return rows

    def robots_and_trophy(self, rows: list[dict[str, Any]], contestants: Sequence[Contestant]):
        robots = {contestant.pk for contestant in contestants if contestant.robot}
        tied = [row["contestant"] for row in rows if row["place"] == "1="]
        best = self.best(tied) if self.set["ties"] == "split" else []
        for row in rows:
            row |= {"robot": True} if row["contestant"] in robots else {}
            row |= {"trophy": True} if best == [row["contestant"]] else {}

    def best(self, tied: list[int]) -> list[int]:
        """Break a tie by the tied players' boards against each other if all met, then by boards above average."""
        for test in (self.met, self.count_back):
            figures = [test(pk, tied) for pk in tied]
            if len(tied) > 1 and None not in figures and len(set(figures)) > 1:
                most = max(figure for figure in figures if figure is not None)
                return self.best([pk for pk, figure in zip(tied, figures, strict=True) if figure == most])
        return tied

    def met(self, pk: int, tied: list[int]) -> Fraction | None:
        boards = [
            (row.who["ew" if side == "ns" else "ns"], row.worth[side], row.top)
            for row, side in self.sides()
            if row.who[side] == pk
        ]
        own = [board for board in boards if board[0] in tied]
        if {other for other, *_ in own} != set(tied) - {pk} or not own:
            return None
        return sum((worth for _, worth, _ in own), Fraction(0)) / sum(top for *_, top in own)

    def count_back(self, pk: int, tied: list[int]) -> Fraction | None:
        half = [0 if self.imps else Fraction(row.top, 2) for row, side in self.sides() if row.who[side] == pk]
        own = [row.worth[side] for row, side in self.sides() if row.who[side] == pk]
        points = [1 + (won > level) - (won < level) for won, level in zip(own, half, strict=True)]
        return Fraction(sum(points), 2 * len(points)) if points else None
