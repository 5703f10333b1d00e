"""The page about the program: its version, its licence, where its rules come from and what it runs on."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubsite.core.public_pages import public_page
from clubsite.installation import SITE_FILES, site_version

ENGINES = {"sqlite": "SQLite", "postgresql": "PostgreSQL and Redis"}


@public_page
def about(request: HttpRequest) -> HttpResponse:
    """Show the page. It does not name the versions of libraries, which would help only an attacker."""
    licence = (SITE_FILES / "LICENSE").read_text(encoding="utf-8")
    context = {
        "version": site_version(),
        "engine": ENGINES[connection.vendor],
        "licence": licence.strip().split("\n\n"),
    }
    return render(request, "core/about.html", context)
