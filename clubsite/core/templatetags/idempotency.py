"""A word in a form that makes something, so that pressed twice it makes one."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubsite.core.tokens import new_token

register = template.Library()


@register.simple_tag
def idempotency_key() -> SafeString:
    """`<input type="hidden" name="idempotency_key">`, another at each showing of the page."""
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', new_token())
