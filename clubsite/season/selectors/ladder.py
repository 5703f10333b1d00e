"""The club's ladder: everybody's running average. From published results only."""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

from django.db.models import CharField, Count
from django.db.models.functions import Cast
from django.http import Http404

from clubsite.clubs.models import Club
from clubsite.clubs.shown_names import Reader
from clubsite.core.names import name_order
from clubsite.rankings.selectors.person_results import Names, counted, person_names
from clubsite.rankings.selectors.published_sessions import published_sessions
from clubsite.season.models import Ladder
from scoring.ladder import LadderRules, Rung, ladder

Night = tuple[str, int]
"""Its date, in ISO form because thousands of dates are slow to read, and the id of its session: in this order."""
Figure = tuple[Any, str, int, int, int]
"""Person id, the two of the night, numerator and denominator of the percentage."""
Figures = dict[Any, list[Figure]]
"""person id -> their figures, oldest first."""


@dataclass
class LadderPage:
    """`rungs` with names: best first, those who are level by name, those who are not on it yet last."""

    club: Club
    ladder: Ladder
    rules: LadderRules
    rungs: list[tuple[Rung, str]]
    known: set[Any]
    """Whom the reader may follow, by id."""

    @cached_property
    def _methods(self) -> Counter[bool]:
        """How many nights there are, by whether they were scored by match points."""
        rows = published_sessions(self.club, since=self.ladder.since).order_by().values_list("method")
        found: Counter[bool] = Counter()
        for method, number in rows.annotate(Count("pk")):
            found[method == "match_points"] += number
        return found

    @property
    def sessions(self) -> int:
        """Nights with percentages."""
        return self._methods[True]

    @property
    def left_out(self) -> int:
        """Nights scored by IMPs: they have no percentage."""
        return self._methods[False]

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
    figures = _figures(club, kept)
    rungs = ladder(rules, _sessions(rules, figures))
    names = names or person_names(figures, reader)
    named = [(replace(rung, played=len(figures[rung.player])), names[rung.player]) for rung in rungs]
    placed = sorted(
        (row for row in named if row[0].place), key=lambda row: (-row[0].average, name_order(row[1]))
    )
    waiting = sorted((row for row in named if not row[0].place), key=lambda row: name_order(row[1]))
    return LadderPage(club, kept, rules, placed + waiting, names.known)


def _figures(club: Club, kept: Ladder) -> Figures:
    """Everybody's percentages since the ladder began."""
    rows = counted().filter(club=club, date__gte=kept.since).order_by("person", "date", "published")
    rows = rows.annotate(day=Cast("date", CharField()))
    facts: Any = rows.values_list("person", "day", "published", "percentage_num", "percentage_den")
    return {person: list(own) for person, own in groupby(facts.iterator(chunk_size=2000), itemgetter(0))}


def _sessions(rules: LadderRules, figures: Figures) -> list[dict[Any, Fraction]]:
    """What `scoring.ladder` needs of the sessions, oldest first, for the ladder of now and of before the last session.

    So many of each player as count or are needed and one more, and of the last sessions everybody. Exact fractions are
    slow, and a club has thousands of results.
    """
    last = rules.within + 1
    # Of a player nothing else can be in the club's last sessions.
    latest = {_night(one) for own in figures.values() for one in own[-last:]}
    recent = set(sorted(latest)[-last:])
    found: dict[Night, dict[Any, Fraction]] = defaultdict(dict)
    for person, own in figures.items():
        for one in chain(_needed(rules, own), (one for one in own[-last:] if _night(one) in recent)):
            found[_night(one)][person] = Fraction(*one[-2:])
    return [found[night] for night in sorted(found)]


def _night(figure: Figure) -> Night:
    return figure[1], figure[2]


def _needed(rules: LadderRules, own: list[Figure]) -> list[Figure]:
    """Of a player's figures. Equal floats are all taken, so that the exact ones decide."""
    enough = max(rules.sessions, rules.minimum) + 1
    if not rules.sessions or len(own) <= enough:
        return own
    if rules.chosen != "best":
        return own[-enough:]
    least = sorted(num / den for *_, num, den in own)[-enough]
    return [one for one in own if one[-2] / one[-1] >= least]
