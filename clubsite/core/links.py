"""An address of the site that other devices can reach, and a QR code for it."""

import segno
from django.conf import settings
from django.http import HttpRequest

HERE_ONLY = ("127.0.0.1", "localhost", "[::1]", "testserver")


def base_of(request: HttpRequest) -> str:
    """Return the setting `PUBLIC_URL` if the club has set it, else this request's host."""
    return str(settings.PUBLIC_URL or request.build_absolute_uri("/")).rstrip("/")


def only_here(base: str) -> bool:
    """True if the address can be reached only from this machine."""
    host = base.split("://")[-1].split("/")[0]
    return host.rsplit(":", 1)[0] in HERE_ONLY or host in HERE_ONLY


def qr_svg(url: str) -> str:
    """Return an inline SVG of the QR code, dark on light in both themes."""
    return str(
        segno.make(url, error="m").svg_inline(
            scale=5, border=3, dark="#1B1A17", light="#FFFFFF", omitsize=True, svgclass="qr", lineclass=None
        )
    )
