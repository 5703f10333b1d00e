"""Lists of places with names, for a running session and for published results."""

from collections.abc import Mapping
from dataclasses import replace

from clubsite.nights.models import Session
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.sessions import sections_of
from clubsite.rankings.models import Ranking
from clubsite.rankings.payload import ranking_read
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.shapes import RankingList
from scoring.settings import ScoringSettings


def rankings_published(published: Published) -> list[RankingList]:
    """Return every list of places in a published session."""
    return [_named(found, published.names) for section in published.sections for found in section.rankings]


def rankings_so_far(session: Session) -> list[RankingList]:
    """Return the ranking from the scores so far, section by section, or [] before the first score."""
    settings = ScoringSettings.from_json(session.scoring)
    stored = Ranking.objects.filter(section__session=session).select_related("section")
    sections = sections_of(session)
    lists = []
    for ranking in stored.order_by("section__name", "-line", "handicap", "stratum"):
        own = ranking.section
        field = [s for s in sections if s.kind == own.kind] if settings.sections == "together" else [own]
        letters = tuple(s.name for s in field) if own.lettered else ()
        lists.append(ranking_read(ranking.listed(), letters, four_handed=own.pairs, imps=settings.imps))
    names = names_of([row.contestant for found in lists for row in found.rows])
    return [_named(found, names) for found in lists if any(row.possible for row in found.rows)]


def _named(found: RankingList, names: Mapping[int, str]) -> RankingList:
    rows = [replace(row, name=names.get(row.contestant, f"Player {row.label}")) for row in found.rows]
    return replace(found, rows=tuple(rows))
