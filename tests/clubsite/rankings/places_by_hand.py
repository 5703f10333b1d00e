"""All ranking lists of a session by brute force, from the values of its rows (`by_hand`)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from clubsite.nights.models import Contestant, Movement, Section
from clubsite.rankings.models import Penalty
from tests.clubsite.rankings.by_hand import Row, settings_of

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
                inside = [one for one in contestants if one.pk in totals and self.belongs(one, stratum)]
                listed = inside if stratum else contestants
                gross = self.placed(listed, totals, full, lost)
                if not stratum:
                    self.robots_and_trophy(gross, contestants)
                yield (line, stratum, False), gross
                if self.set["handicap"]:
                    yield (line, stratum, True), self.net(inside, totals, full, lost)

    def lines(self) -> dict[str, list[Contestant]]:
        """Return the South players and the North players, or all players in one list."""
        found: dict[str, list[Contestant]] = {"NS": [], "EW": []}
        for section in self.group:
            plan = Movement.objects.get(section=section).plan
            if (self.set["winners"] or plan.get("winners", 1)) != 2:
                return {"ALL": [one for each in self.group for one in each.contestants.order_by("number")]}
            south = south_of(plan)
            for one in section.contestants.order_by("number"):
                found["NS" if one.number in south else "EW"].append(one)
        return {line: contestants for line, contestants in found.items() if contestants}

    def totals(self, contestants: Sequence[Contestant]) -> tuple[Won, dict[int, Fraction]]:
        """Return the totals after penalties and carry-over, and the amounts that penalties deducted."""
        found: Won = {}
        lost: dict[int, Fraction] = defaultdict(Fraction)
        for one in contestants:
            own = [(row.worth[side], row.top) for row, side in self.sides() if row.who[side] == one.pk]
            won, possible = sum((worth for worth, _ in own), Fraction(0)), sum(top for _, top in own)
            if not possible:
                continue
            units = {"points": Fraction(1), "top": Fraction(self.top, 100), "percent": Fraction(possible, 100)}
            for penalty in Penalty.objects.filter(contestant=one, withdrawn_at=None):
                lost[one.pk] += Fraction(penalty.amount) * units[penalty.unit]
            found[one.pk] = self.carried(won - lost[one.pk], possible, one), possible
        return found, {pk: taken for pk, taken in lost.items() if taken}

    def carried(self, won: Fraction, possible: int, one: Contestant) -> Fraction:
        weight = Fraction(self.set["carry_over"])
        if not weight or not one.carry:
            return won
        if self.imps:
            return won + weight * Fraction(one.carry)
        return (won + weight * Fraction(one.carry) * possible / 100) / (1 + weight)

    def belongs(self, one: Contestant, stratum: str) -> bool:
        names = self.set["strata"]
        if not stratum:
            return True
        own = one.stratum or names[0]
        if self.set["strata_rank"] == "apart" or own not in names:
            return own == stratum
        return names.index(own) >= names.index(stratum)

    def net(self, contestants: Sequence[Contestant], totals: Won, full: int, lost) -> list[dict[str, Any]]:
        handicaps = {one.pk: Fraction(one.handicap) for one in contestants if one.handicap is not None}
        net = {pk: (won + handicaps.get(pk, 0) * Fraction(all_, 100), all_) for pk, (won, all_) in totals.items()}
        rows = self.placed(contestants, net, full, lost)
        return [row | ({"handicap": handicaps[pk]} if (pk := row["contestant"]) in handicaps else {}) for row in rows]

    def placed(self, contestants: Sequence[Contestant], totals: Won, full: int, lost) -> list[dict[str, Any]]:
        """Return the places: the best first, then contestants who have not played, then robots in the same order."""
        raw = self.imps and self.set["sit_outs"] == "raw"
        share = {pk: won if raw else won / possible for pk, (won, possible) in totals.items()}
        order = sorted(contestants, key=lambda e: (bool(e.robot), e.pk not in share, -share.get(e.pk, 0)))
        people = [share[one.pk] for one in contestants if one.pk in share and not one.robot]
        rows = []
        for one in order:
            won, possible = totals.get(one.pk, (Fraction(0), 0))
            row: dict[str, Any] = {
                "contestant": one.pk, "number": one.number, "won": won, "possible": possible, "place": "",
            }  # fmt: skip
            if boards := sum(row.top > 0 for row, side in self.sides() if row.who[side] == one.pk):
                row["boards"] = boards
            if one.pk in share:
                own = share[one.pk]
                if not one.robot:
                    row["place"] = f"{1 + sum(p > own for p in people)}{'=' * (people.count(own) > 1)}"
                row["factored"] = won * full / possible
                row["mean" if self.imps else "percentage"] = won / possible * (1 if self.imps else 100)
            rows.append(row | ({"penalty": lost[one.pk]} if one.pk in lost else {}))
        return rows

    def robots_and_trophy(self, rows: list[dict[str, Any]], contestants: Sequence[Contestant]):
        robots = {one.pk for one in contestants if one.robot}
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
