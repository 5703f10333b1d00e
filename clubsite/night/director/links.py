"""Where a table's QR code leads: the address that phones in the room can reach."""

from django.urls import reverse

from clubsite.accounts.addresses import base_of, qr_svg

__all__ = ["base_of", "join_url", "only_here", "qr_svg"]
HERE_ONLY = ("127.0.0.1", "localhost", "[::1]", "testserver")


def join_url(base: str, code: str) -> str:
    """The page of a table's code."""
    return base + reverse("join-table", kwargs={"code": code})


def only_here(base: str) -> bool:
    """Whether the address leads nowhere but to this very machine."""
    host = base.split("://")[-1].split("/")[0]
    return host.rsplit(":", 1)[0] in HERE_ONLY or host in HERE_ONLY
