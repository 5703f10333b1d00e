"""The words for a score that is not the result of a contract, in templates."""

from typing import Any

from django import template

from scoring.ruling_text import status_words as words_of

register = template.Library()


@register.filter
def status_words(score: Any, pairs: bool = False) -> str:
    """Return the words of a ScoreEntry or a BoardResult, such as `Late play`."""
    return words_of(score.status, score.ruling, pairs)
