"""The club's ladder: everybody's running average. From published results only."""

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any

from django.http import Http404

from clubsite.clubs.models import Club
from clubsite.clubs.shown_names import Reader
from clubsite.rankings.selectors.person_results import Names, counted, person_names
from clubsite.rankings.selectors.published_sessions import published_sessions
from clubsite.season.models import Ladder
from scoring.ladder import LadderRules, Rung, ladder

Figures = dict[Any, list[tuple[int, int, int]]]
"""person id -> session id, numerator and denominator of the percentage; oldest first."""


@dataclass(slots=True)
class LadderPage:
    """`rungs` with names: best first, those who are level by name, those who are not on it yet last."""

    club: Club
    ladder: Ladder
    rules: LadderRules
    sessions: int
    """Nights with percentages."""
    left_out: int
    """Nights scored by IMPs: they have no percentage."""
    rungs: list[tuple[Rung, str]]
    known: set[Any]
    """Whom the reader may follow, by id."""

    @property
    def placed(self) -> list[tuple[Rung, str]]:
        return [row for row in self.rungs if row[0].place]

    @property
    def waiting(self) -> list[tuple[Rung, str]]:
        return [row for row in self.rungs if not row[0].place]


def ladder_kept(club: Club) -> Ladder | None:
    """The club's ladder, if it keeps one."""
    return Ladder.objects.filter(club=club).first()


def ladder_page(reader: Reader) -> LadderPage:
    """The ladder of the reader's club. Raises MembersOnly, and Http404 where it keeps none."""
    club = reader.let_in().club
    kept = ladder_kept(club)
    if kept is None:
        raise Http404("This club keeps no ladder")
    return ladder_of(reader, kept)


def ladder_of(reader: Reader, kept: Ladder, names: Names | None = None) -> LadderPage:
    """The ladder that the reader's club keeps so; `names` if they are read already."""
    club = reader.club
    rules = LadderRules.from_json(kept.rules)
    nights = published_sessions(club, since=kept.since).order_by("date", "session")
    methods = dict(nights.values_list("pk", "method"))
    by_points = [pk for pk, method in methods.items() if method == "match_points"]
    figures = _figures(club, kept)
    rungs = ladder(rules, _sessions(rules, figures, by_points))
    names = names or person_names(figures, reader)
    named = [(replace(rung, played=len(figures[rung.player])), names[rung.player]) for rung in rungs]
    placed = sorted((row for row in named if row[0].place), key=lambda row: (-row[0].average, row[1]))
    waiting = sorted((row for row in named if not row[0].place), key=lambda row: row[1])
    left_out = len(methods) - len(by_points)
    return LadderPage(club, kept, rules, len(by_points), left_out, placed + waiting, names.known)


def _figures(club: Club, kept: Ladder) -> Figures:
    """Everybody's percentages since the ladder began."""
    rows = counted().filter(club=club, date__gte=kept.since).order_by("person", "date", "published")
    found: Figures = defaultdict(list)
    facts: Any = rows.values_list("person", "published", "percentage_num", "percentage_den")
    for person, session, num, den in facts:
        found[person].append((session, num, den))
    return found


def _sessions(rules: LadderRules, figures: Figures, nights: list[int]) -> list[dict[Any, Fraction]]:
    """What `scoring.ladder` needs of the sessions, oldest first, for the ladder of now and of before the last session.

    So many of each player as count or are needed and one more, and of the last sessions everybody. Exact fractions are
    slow, and a club has thousands of results.
    """
    present = {session for own in figures.values() for session, _, _ in own}
    held = [session for session in nights if session in present]
    recent = set(held[-rules.within - 1 :])
    found: dict[int, dict[Any, Fraction]] = {session: {} for session in held}
    for person, own in figures.items():
        for session, num, den in chain(_needed(rules, own), (one for one in own if one[0] in recent)):
            found[session][person] = Fraction(num, den)
    return list(found.values())


def _needed(rules: LadderRules, own: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Of a player's figures. Equal floats are all taken, so that the exact ones decide."""
    enough = max(rules.sessions, rules.minimum) + 1
    if not rules.sessions or len(own) <= enough:
        return own
    if rules.chosen != "best":
        return own[-enough:]
    least = sorted(num / den for _, num, den in own)[-enough]
    return [one for one in own if one[1] / one[2] >= least]
