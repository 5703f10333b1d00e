"""Lists of places with names, for a running session and for published results."""

from collections.abc import Mapping
from dataclasses import replace

from clubsite.nights.models import Session
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.sessions import sections_of
from clubsite.rankings.models import Ranking
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.selectors.settings import settings_of
from clubsite.rankings.shapes import RankingList


def rankings_published(published: Published) -> list[RankingList]:
    """Return every list of places in a published session."""
    return [_named(found, published.names) for section in published.sections for found in section.rankings]


def rankings_so_far(session: Session) -> list[RankingList]:
    """Return the ranking from the scores so far, section by section, or [] before the first score."""
    lists = [found for of_section in stored_rankings(session).values() for found in of_section]
    names = names_of([row.contestant for found in lists for row in found.rows])
    return [_named(found, names) for found in lists if any(row.possible for row in found.rows)]


def stored_rankings(session: Session) -> dict[str, list[RankingList]]:
    """Return the stored lists of places by the name of their first section, without names."""
    settings, sections = settings_of(session), {section.pk: section for section in sections_of(session)}
    lists: dict[str, list[RankingList]] = {section.name: [] for section in sections.values()}
    stored = Ranking.objects.filter(section__session=session)
    for ranking in stored.order_by("-line", "handicap", "stratum"):
        own = sections[ranking.section_id]
        alike = [one for one in sections.values() if one.kind == own.kind]
        field = alike if settings.sections == "together" else [own]
        lists[own.name].append(
            RankingList(
                direction=ranking.line,
                sections=tuple(one.name for one in field) if own.lettered else (),
                four_handed=own.pairs,
                stratum=ranking.stratum,
                handicap=ranking.handicap,
                imps=settings.imps,
                rows=ranking.rows,
            )
        )
    return lists


def _named(found: RankingList, names: Mapping[int, str]) -> RankingList:
    rows = [replace(row, name=names.get(row.contestant, f"Player {row.label}")) for row in found.rows]
    return replace(found, rows=tuple(rows))
