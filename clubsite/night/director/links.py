"""Where a table's QR code leads: the address that phones in the room can reach."""

from django.urls import reverse

from clubsite.accounts.addresses import base_of, only_here, qr_svg

__all__ = ["base_of", "join_url", "only_here", "qr_svg"]


def join_url(base: str, code: str) -> str:
    """The page of a table's code."""
    return base + reverse("join-table", kwargs={"code": code})
