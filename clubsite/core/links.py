"""An address of the site that other devices can reach, and a QR code for it."""

from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest

HERE_ONLY = ("127.0.0.1", "localhost", "[::1]", "testserver")
NEARBY_NAMES = (".local", ".localhost", ".lan", ".internal", ".home.arpa")
"""How names end that are known only in one network."""


def base_of(request: HttpRequest) -> str:
    """Return the setting `PUBLIC_URL` if the club has set it, else this request's host."""
    return str(settings.PUBLIC_URL or request.build_absolute_uri("/")).rstrip("/")


def only_here(base: str) -> bool:
    """True if the address can be reached only from this machine."""
    host = base.split("://")[-1].split("/")[0]
    return host.rsplit(":", 1)[0] in HERE_ONLY or host in HERE_ONLY


def only_nearby(base: str) -> bool:
    """True if the address can be reached only from this machine or its own network."""
    host = urlsplit(base).hostname or ""
    try:
        return not ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith(NEARBY_NAMES)


def qr_svg(url: str) -> str:
    """Return an inline SVG of the QR code, dark on light in both themes."""
    return str(
        segno.make(url, error="m").svg_inline(
            scale=5, border=3, dark="#1B1A17", light="#FFFFFF", omitsize=True, svgclass="qr", lineclass=None
        )
    )
