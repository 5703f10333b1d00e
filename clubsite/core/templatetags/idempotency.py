"""A hidden key in a form that creates something, so that pressing its button twice creates it only once."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubsite.core.tokens import new_token

register = template.Library()


@register.simple_tag
def idempotency_key() -> SafeString:
    """Return `<input type="hidden" name="idempotency_key">`, with a new value each time the page is shown."""
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', new_token())
