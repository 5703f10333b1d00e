"""The club's ladder: everybody's running average. From published results only."""

from dataclasses import dataclass

from django.http import Http404

from clubsite.clubs.models import Club
from clubsite.rankings.selectors.person_results import figures_of, person_names
from clubsite.rankings.selectors.published import published_since
from clubsite.season.models import Ladder
from scoring.ladder import LadderRules, Rung, ladder


@dataclass(slots=True)
class LadderPage:
    club: Club
    ladder: Ladder
    rules: LadderRules
    sessions: int
    left_out: int
    """Nights scored by IMPs: they have no percentage."""
    rungs: list[tuple[Rung, str]]

    @property
    def placed(self) -> list[tuple[Rung, str]]:
        return [row for row in self.rungs if row[0].place]

    @property
    def waiting(self) -> list[tuple[Rung, str]]:
        return [row for row in self.rungs if not row[0].place]


def ladder_kept(club: Club) -> Ladder | None:
    """The club's ladder, if it keeps one."""
    return Ladder.objects.filter(club=club).first()


def ladder_page(club: Club) -> LadderPage:
    """The club's ladder. Raises Http404 where it keeps none."""
    kept = ladder_kept(club)
    if kept is None:
        raise Http404("This club keeps no ladder")
    rules = LadderRules.from_json(kept.rules)
    nights = published_since(club, kept.since)
    sessions = figures_of([night for night in nights if not night.imps])
    rungs = ladder(rules, [one for one in sessions if one])
    names = person_names(rung.player for rung in rungs)
    left_out = len(nights) - len(sessions)
    return LadderPage(
        club, kept, rules, len(sessions), left_out, [(rung, names[rung.player]) for rung in rungs]
    )
