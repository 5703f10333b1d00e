"""The words of a score's status, in templates."""

from django import template

from clubsite.scores.models import ScoreStatus

register = template.Library()


@register.filter
def status_words(status: str) -> str:
    """Return the words of a status, such as `Late play`."""
    return str(ScoreStatus(status).label)
