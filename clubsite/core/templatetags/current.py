"""The mark on a link that leads to the current page."""

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def current(here: str, names: str) -> SafeString:
    """Return ` aria-current="page"` if `here` is one of the space-separated `names`."""
    return mark_safe(' aria-current="page"') if here in names.split() else SafeString()
