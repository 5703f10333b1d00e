"""A button that changes something, in a form of its own."""

from typing import Any

from django import template
from django.urls import reverse

register = template.Library()


@register.inclusion_tag("core/_post_button.html")
def post_button(words: str, view: str, *args: Any, **options: Any) -> dict[str, Any]:
    """Return a button that posts to a view: `{% post_button "Let wait" "coming_director:reply" night.pk %}`.

    `style` is "main", "small" or "danger". Screen readers read `about` after the button's words. `name` and `value`
    are submitted. With `once=True`, pressing the button twice acts only once.
    """
    return options | {"words": words, "address": reverse(view, args=args)}
