"""How a session is scored."""

from clubsite.duplicate.models import Session
from scoring.settings import ScoringSettings


def settings_of(session: Session) -> ScoringSettings:
    """How a session is scored. Raises scoring.settings.SettingsError where something else was stored."""
    return ScoringSettings.from_json(session.scoring)
