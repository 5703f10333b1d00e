"""The version of a page's scripts and style sheets, for the page's own reports."""

from django import template

from clubsite.staticfiles import version

register = template.Library()
register.simple_tag(version, name="page_version")
