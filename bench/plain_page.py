"""A plain Django page for comparison: one query and a template with one table, without anything of the site's pages.

`bench/pages.py` makes it with as many rows and cells as one of the site's pages has.
"""

from django.http import HttpRequest, HttpResponse
from django.template import engines

from clubsite.rankings.models import PublishedResult

COLUMNS = ("place", "list", "date", "published", "percentage_num", "percentage_den", "person", "contestant")
TEMPLATE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plain</title></head><body><table>
{% for row in rows %}<tr>{% for cell in row %}<td class="num">{{ cell }}</td>{% endfor %}</tr>
{% endfor %}</table></body></html>"""
PAGE = engines["django"].from_string(TEMPLATE)


def plain(request: HttpRequest, rows: int, cells: int) -> HttpResponse:
    """Show a table with this many rows, each with `cells` values of published results."""
    found = PublishedResult.objects.order_by("pk").values_list(*COLUMNS)[:rows]
    shown = [(row * (cells // len(COLUMNS) + 1))[:cells] for row in found]
    return HttpResponse(PAGE.render({"rows": shown}, request))
