"""Template filters that put the score of a board into words."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from clubsite.core.templatetags.bridge import bid, compass, side_score, untranslated
from scoring.lines import Status
from scoring.ruling_text import status_words as words_of

register = template.Library()


@register.filter
def status_words(score: Any, pairs: bool = False) -> str:
    """Describe in words a ScoreEntry or BoardResult that is not a contract's result, such as `Late play`."""
    return words_of(score.status, score.ruling, pairs)


@register.filter
def result_words(score: Any, pairs: bool = False) -> SafeString:
    """Describe a score: `4♠ by South, 10 tricks` or `Late play`, with a fouled board's group. Give a dash for none."""
    if not score:
        return mark_safe('<span class="dim">–</span>')
    if score.status == Status.PLAYED and score.contract:
        words = format_html("{} by {}, {} tricks", bid(score.contract), compass(score.declarer), score.tricks)
    else:
        words = format_html("{}", status_words(score, pairs))
    return format_html('{} <span class="tag">Group {}</span>', words, score.group) if score.group else words


@register.filter
def score_words(score: Any, pairs: bool = False) -> SafeString:
    """Return `result_words` followed by the points: `4♠ by South, 10 tricks, +420 to South`."""
    words, points = result_words(score, pairs), side_score(score.ns_score, pairs) if score else ""
    return format_html("{}, {}", words, untranslated(points)) if points else words
