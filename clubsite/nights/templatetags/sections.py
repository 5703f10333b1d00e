"""Sections in page addresses."""

from urllib.parse import urlencode

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubsite.nights.models import Section

register = template.Library()


@register.filter
def section_query(letter: str, before: str = "?") -> SafeString:
    """Return `?section=B`, or "" if there is no letter. `before` is "&" if another parameter comes first."""
    return format_html("{}{}", before, urlencode({"section": letter})) if letter else SafeString()


@register.filter
def who_plays(section: Section) -> str:
    """Return a description such as "18 players, on cards, a device stays at its table"."""
    words = [f"{section.expected} {'pairs, four-handed' if section.pairs else 'players'}"]
    if not section.live:
        words += [] if section.pairs else ["on cards"]
        words.append("a device stays at its table" if section.table_devices else "a device goes with its player")
    return ", ".join([*words, "boards of its own"] if section.own_boards else words)
