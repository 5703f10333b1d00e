"""Addresses that people outside this machine can open: QR codes, printed links."""

import os
import socket
from contextlib import suppress

from django.http import HttpRequest


def public_base(request: HttpRequest | None = None) -> str:
    """The site's address for QR codes: PUBLIC_URL when the operator set it, else as the request came."""
    chosen = os.environ.get("PUBLIC_URL", "").rstrip("/")
    if chosen:
        return chosen
    return request.build_absolute_uri("/").rstrip("/") if request is not None else ""


def lan_addresses() -> list[str]:
    """This machine's own IPv4 addresses in the room, the likeliest first. Nothing is sent to find them."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # A documentation address; connecting a datagram socket sends nothing.
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [a for a in dict.fromkeys(found) if not a.startswith("127.")]
