"""A session's scoring settings, and which sections share a ranking.

Four-handed pairs are never compared with two-handed players, who play a different game with the same cards.
"""

from clubsite.nights.models import Section, Session
from scoring.settings import ScoringSettings


def settings_of(session: Session) -> ScoringSettings:
    """Return the settings by which a session is scored. Raise scoring.settings.SettingsError if they are invalid."""
    return ScoringSettings.from_json(session.scoring)


def ranked_with(section: Section) -> list[Section]:
    """Return the sections that share a ranking with this one, sorted by name. The first one stores the ranking."""
    session = section.session
    if settings_of(session).sections != "together":
        return [section]
    return list(session.sections.filter(kind=section.kind).order_by("name"))
