"""Template tags for all pages: buttons that post, keys of forms, and marks for the reader and the current page."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from clubsite.core.tokens import new_token
from clubsite.staticfiles import version

register = template.Library()
register.simple_tag(version, name="page_version")


@register.inclusion_tag("core/_post_button.html")
def post_button(words: str, view: str, *args: Any, **options: Any) -> dict[str, Any]:
    """Return a button that posts to a view: `{% post_button "Let wait" "coming_director:reply" night.pk %}`.

    `style` is "main", "small" or "danger". Screen readers read `about` after the button's words. `name` and `value`
    are submitted. With `once=True`, pressing the button twice acts only once.
    """
    return options | {"words": words, "address": reverse(view, args=args)}


@register.filter
def current(here: str, names: str) -> SafeString:
    """Return ` aria-current="page"` if `here` is one of the space-separated `names`."""
    return mark_safe(' aria-current="page"') if here in names.split() else SafeString()


@register.simple_tag
def you() -> SafeString:
    """Return the mark that follows the reader's own name. The row with that name has the class `you`."""
    return mark_safe('<span class="tag you">you</span>')


@register.simple_tag
def idempotency_key() -> SafeString:
    """Return a hidden key of a form, new each time the page is shown, so that sending it twice creates one thing."""
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', new_token())
