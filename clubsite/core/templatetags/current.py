"""The mark of a link that leads to the page at hand."""

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def current(here: str, names: str) -> SafeString:
    """Return ` aria-current="page"` if `here` is one of these names, with spaces between them."""
    return mark_safe(' aria-current="page"') if here in names.split() else SafeString()
