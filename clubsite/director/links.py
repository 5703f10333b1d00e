"""Addresses that the director shows to others."""

from django.urls import reverse


def join_url(base: str, code: str) -> str:
    """Return the page of a table's code."""
    return base + reverse("seats:join-table", kwargs={"code": code})


def slip_url(base: str, key: str) -> str:
    """Return the page of a link to a lost slip."""
    return base + reverse("seats:lost-slip", kwargs={"key": key})


def watching_url(base: str, session_id: str) -> str:
    """Return the page on which everybody watches a table."""
    return base + reverse("watching:table", kwargs={"session_id": session_id})
