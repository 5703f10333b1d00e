"""Addresses of the director's pages, and of pages that the director shows to other people."""

from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from clubsite.nights.models import Session, TableBoard


def page_url(session: Session, page: str, *args: Any, section: str = "") -> str:
    """Return the address of a director's page for a session, and for the section with this name unless it is ""."""
    where = reverse(f"director:{page}", args=[session.public_id, *args])
    return f"{where}?{urlencode({'section': section})}" if section else where


def line_url(session: Session, row: TableBoard) -> str:
    page = page_url(session, "traveller", row.board.number, section=row.round.section.boards_letter)
    return f"{page}#line-{row.pk}"


def join_url(base: str, code: str) -> str:
    return base + reverse("seats:join-table", kwargs={"code": code})
