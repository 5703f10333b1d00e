"""Where a table's QR code leads."""

from django.urls import reverse


def join_url(base: str, code: str) -> str:
    """The page of a table's code."""
    return base + reverse("join-table", kwargs={"code": code})
