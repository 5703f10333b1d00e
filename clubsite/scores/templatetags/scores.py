"""The words of a score's status, in templates."""

from django import template

from clubsite.scores.models import ScoreStatus

register = template.Library()


@register.filter
def status_words(status: str) -> str:
    """`Late play` of a status."""
    return str(ScoreStatus(status).label)
