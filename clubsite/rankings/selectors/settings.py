"""The scoring settings of a session."""

from clubsite.duplicate.models import Session
from scoring.settings import ScoringSettings


def settings_of(session: Session) -> ScoringSettings:
    """Return how a session is scored. Raise scoring.settings.SettingsError if something else was stored."""
    return ScoringSettings.from_json(session.scoring)
