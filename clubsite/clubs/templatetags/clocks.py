"""Whose clock a page's times are by."""

from django import template
from django.utils import timezone

from clubsite.clubs.time_zones import clock_of, zone_named

register = template.Library()


@register.simple_tag
def clock() -> str:
    """Render whose clock the times of this page are by, such as "Auckland time"."""
    return clock_of(zone_named(str(timezone.get_current_timezone())))
