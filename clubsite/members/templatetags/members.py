"""How "you" is marked."""

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def you() -> SafeString:
    """The mark behind the reader's own name; its row has the class `you`."""
    return mark_safe('<span class="tag you">you</span>')
