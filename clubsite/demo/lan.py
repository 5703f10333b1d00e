"""This machine's addresses and names on the local network."""

import socket
from contextlib import suppress


def lan_addresses() -> list[str]:
    """Return this machine's IPv4 addresses on the local network, most likely first. Nothing is sent to find them."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # A documentation address. Connecting a datagram socket sends nothing.
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [a for a in dict.fromkeys(found) if not a.startswith("127.")]


def lan_names() -> list[str]:
    """Return the names by which devices on the local network can reach this machine: its own and its mDNS name."""
    name = socket.gethostname()
    return [name] if "." in name else [name, f"{name}.local"]
