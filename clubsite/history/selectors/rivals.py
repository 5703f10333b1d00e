"""A person's most frequent opponents, and a club's year as a crosstable of those who met most often."""

import datetime
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubsite.clubs.models import Club
from clubsite.core.names import name_order
from clubsite.history.selectors.lines import PLAYED_STATUSES, Year, boards_between, person_at, players_of
from clubsite.nights.models import ContestantPerson, SessionStatus
from clubsite.privacy.names import may_be_followed
from clubsite.rankings.models import PublishedLine, PublishedSession
from clubsite.rankings.selectors.published import hidden_boards, published_years
from clubsite.readers.visitor import ClubVisitor
from scoring.spread import Sample, sample_of

MAX_OPPONENTS_LISTED = 20
FORGOTTEN_KEY = -1  # the index in `shown_names.FACTS`


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent. `boards` is how many boards were played against them; `share` is the match points on the boards
    that have any, as a percentage of the top.
    """

    person: int
    name: str
    boards: int
    share: Sample

    @property
    def band(self) -> tuple[Fraction, Fraction] | None:
        """The band for the mean share, within 0 and 100 per cent."""
        return self.share.band(0, 100)


@dataclass(frozen=True, slots=True)
class Rivals:
    """The opponents. `rows` holds at most `MAX_OPPONENTS_LISTED`, the most frequent first.

    `others` counts boards against other people whom the reader can tell apart; `unnamed` counts boards against
    robots, pairs and people who are not shown.
    """

    rows: list[Rival]
    others: int
    unnamed: int

    @property
    def boards(self) -> int:
        return sum(row.boards for row in self.rows) + self.others + self.unnamed


def rivals_of(year: Year, visitor: ClubVisitor, leave: Collection[int]) -> Rivals:
    """Return the opponents on a year's played boards. Boards in `leave` do not count."""
    met: defaultdict[int | None, int] = defaultdict(int)
    shares: defaultdict[int | None, list[Fraction]] = defaultdict(list)
    names = {pk: _known(year, pk, visitor) for pk in year.people}
    for board in year.boards:
        if not board.played or board.board in leave:
            continue
        who = board.opponent if board.opponent is not None and names[board.opponent] else None
        met[who] += 1
        if board.share is not None:
            shares[who].append(board.share)
    unnamed = met.pop(None, 0)
    known = [(pk, boards) for pk, boards in met.items() if pk is not None]
    order = sorted(known, key=lambda opponent: (-opponent[1], name_order(names[opponent[0]]), opponent[0]))
    rows = [Rival(pk, names[pk], boards, sample_of(shares[pk])) for pk, boards in order[:MAX_OPPONENTS_LISTED]]
    return Rivals(rows, sum(boards for _, boards in order[MAX_OPPONENTS_LISTED:]), unnamed)


def _known(year: Year, person: int, visitor: ClubVisitor) -> str:
    """Return the person's name, or "" if the reader cannot tell this person from others."""
    facts = year.people[person]
    called = visitor.called(*facts)
    return called if may_be_followed(called, facts[FORGOTTEN_KEY]) else ""


MAX_RIVALS = 12
"""Limit of the people in a crosstable, as more do not fit on a page."""


class _Tally:
    """A count of boards, and shares of the top, added up per denominator because adding fractions is slow."""

    __slots__ = ("boards", "sums")

    def __init__(self) -> None:
        self.boards, self.sums = 0, defaultdict[int, int](int)

    def add(self, num: int, den: int) -> None:
        self.boards += 1
        self.sums[den] += num

    def sample(self) -> Sample:
        """Return the number of boards, and the sum of their percentages of the top. The squares are not known."""
        return Sample(self.boards, sum((Fraction(100 * num, den) for den, num in self.sums.items()), Fraction(0)))


Met = dict[int, dict[int, _Tally]]
"""Person -> opponent -> their result against them, among people whom the visitor may follow."""


def rival_matrix(visitor: ClubVisitor, year: str = "") -> dict[str, Any]:
    """Return the context of the crosstable for a year of the club, or for its newest if `year` has no results.

    `rows` are sorted by name. `others` is the number of other people who played; `boards` is the number of boards that
    count. If `year` is 0, there are no results. Raise MembersOnly if the visitor may not read the club's results.
    """
    club = visitor.require_access().club
    years = published_years(club)
    chosen = next((number for number in years if str(number) == year), years[0] if years else 0)
    if not chosen:
        return {"year": 0, "years": [], "rows": [], "others": 0, "boards": 0}
    met, names = _met(visitor, datetime.date(chosen, 1, 1), datetime.date(chosen, 12, 31))
    boards = {pk: sum(tally.boards for tally in own.values()) for pk, own in met.items()}
    most = sorted(met, key=lambda pk: (-boards[pk], name_order(names[pk]), pk))[:MAX_RIVALS]
    order = sorted(most, key=lambda pk: (name_order(names[pk]), pk))
    rows = [{"person": pk, "name": names[pk], **_results(met[pk], order)} for pk in order]
    return {
        "year": chosen,
        "years": years,
        "rows": rows,
        "others": len(met) - len(rows),
        "boards": sum(boards.values()) // 2,
    }


def _results(own: dict[int, _Tally], order: list[int]) -> dict[str, Any]:
    """Return a person's result against `all`, and in `cells` against each of `order`, or None if they did not meet."""
    every = _Tally()
    for tally in own.values():
        every.boards += tally.boards
        for den, num in tally.sums.items():
            every.sums[den] += num
    return {"all": every.sample(), "cells": [own[other].sample() if other in own else None for other in order]}


def _met(visitor: ClubVisitor, since: datetime.date, until: datetime.date) -> tuple[Met, dict[int, str]]:
    """Return the results by pairs of people who met, and the names of these people."""
    lines = _lines(visitor.club, since, until)
    sessions = PublishedSession.objects.filter(club=visitor.club, date__range=(since, until))
    players, facts = players_of(ContestantPerson.objects.filter(contestant__section__session__in=sessions.values("pk")))
    called = {pk: (visitor.called(*known), known[-1]) for pk, known in facts.items()}
    names = {pk: name for pk, (name, gone) in called.items() if may_be_followed(name, gone)}
    met: defaultdict[int, defaultdict[int, _Tally]] = defaultdict(lambda: defaultdict(_Tally))
    for ns, ew, number, top, ns_num, ns_den, ew_num, ew_den in lines:
        south, north = person_at(players[ns], number), person_at(players[ew], number)
        if south in names and north in names:
            met[south][north].add(ns_num, ns_den * top)
            met[north][south].add(ew_num, ew_den * top)
    return dict(met), names


def _lines(club: Club, since: datetime.date, until: datetime.date) -> list[Any]:
    """Return the contestants, the round, the top and the match points of closed boards that were played."""
    leave = hidden_boards(boards_between(club, since, until))
    rows = PublishedLine.objects.filter(
        published__club=club,
        published__date__range=(since, until),
        published__method="match_points",
        published__session__status=SessionStatus.ENDED,
        status__in=PLAYED_STATUSES,
        ns_mp_num__isnull=False,
        ew_mp_num__isnull=False,
        top__gt=0,
    )
    if leave:
        rows = rows.exclude(board__in=leave)
    points = ("ns_mp_num", "ns_mp_den", "ew_mp_num", "ew_mp_den")
    return list(rows.order_by().values_list("ns", "ew", "table_board__round__number", "top", *points))
