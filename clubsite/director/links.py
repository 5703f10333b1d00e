"""Addresses that the director shows to others."""

from django.urls import reverse


def join_url(base: str, code: str) -> str:
    """The page of a table's code."""
    return base + reverse("seats:join-table", kwargs={"code": code})
