"""Template filters for a traveller's lines: the contract and result, the points, and the reasons for the points."""

from fractions import Fraction

from django import template
from django.utils.html import format_html, format_html_join

from clubsite.core.templatetags.bridge import bid, figures, imps, mp_as, signed
from clubsite.rankings.selectors.published import Published
from clubsite.results.selectors.boards import PageLine
from clubsite.results.selectors.percentage import Reason

register = template.Library()


@register.filter
def played(line: PageLine) -> str:
    """Return the contract, its declarer and its result, or the words that replace them."""
    if not line.contract:
        return line.words
    return format_html('<bdi translate="no">{} {} {}</bdi>', bid(line.contract), line.result.declarer, line.against)


@figures
def worth_in(points: Fraction | None, published: Published) -> str:
    """Return a line's points in the unit that `published` uses: IMPs or match points."""
    return imps(points) if published.imps else mp_as(points, published.halves)


@register.filter
def reasons(given: list[Reason], replay: str) -> str:
    """Return the reasons with their points, separated by commas. Acts are links to the `replay` page."""
    shown = ((reason, f"{reason.what} {signed(reason.points)}") for reason in given)
    linked = (
        words if reason.seq is None else format_html('<a href="{}?act={}">{}</a>', replay, reason.seq, words)
        for reason, words in shown
    )
    return format_html_join(", ", "{}", ((words,) for words in linked))
