"""Sections in the addresses of pages."""

from urllib.parse import urlencode

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def section_query(letter: str, before: str = "?") -> SafeString:
    """Return `?section=B`, or "" without a letter. `before` is "&" after another parameter."""
    return format_html("{}{}", before, urlencode({"section": letter})) if letter else SafeString()
