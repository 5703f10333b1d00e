"""Checks of the settings, the keys, the clock, and the certificate that is served for the site's name."""

import socket
import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from statistics import median
from urllib.parse import urlsplit

from cryptography import x509
from django.conf import settings
from django.db import connection

from clubsite.core.sealed_fields import LOST_TEXTS, LOST_TEXTS_REMEDY, sealed_count
from clubsite.keeper.findings import Finding, check, fault, for_how_long, warning, well
from clubsite.play.models import SeatConnection

SHORTEST_SECRET = 32
"""Characters in SECRET_KEY. A shorter one could be guessed."""


@check("settings")
def settings_look() -> Iterator[Finding]:
    """Check for settings with which a site starts but should not be run."""
    faults = list(_faults_of_settings())
    yield from faults or [well("settings", "The settings are as they should be.")]


def _faults_of_settings() -> Iterator[Finding]:
    if settings.DEBUG:
        yield fault(
            "settings.debug",
            "DEBUG is on: a page that fails shows its settings to everybody.",
            "Take DEBUG out of the environment and start the site again.",
        )
    if len(settings.SECRET_KEY) < SHORTEST_SECRET:
        yield warning(
            "settings.secret-key",
            "SECRET_KEY is short, so the cookies of sign-ins could be forged.",
            "Set SECRET_KEY to 50 random letters and figures. Everybody signs in again.",
        )
    if "*" in settings.ALLOWED_HOSTS:
        yield warning(
            "settings.hosts",
            "ALLOWED_HOSTS lets any host name in, so links in mails could lead to another site.",
            "Set ALLOWED_HOSTS to the names of this site.",
        )
    if settings.PUBLIC_URL.startswith("https://") and not getattr(settings, "TLS", True):
        yield warning(
            "settings.tls",
            "PUBLIC_URL begins with https://, but TLS is false: cookies travel on plain HTTP too.",
            "Take TLS=false out of the environment.",
        )
    if settings.HUBS_NEARBY:
        yield warning(
            "settings.hubs-nearby",
            "HUBS_NEARBY is on: for events over many clubs this site asks servers of its own network too, and by http.",
            "Take HUBS_NEARBY out of the environment, unless the network is closed and its servers hold such events.",
        )


@check("keys", reads=True)
def keys_look() -> Iterator[Finding]:
    sealed, lost = sealed_count()
    if lost:
        yield fault("keys", LOST_TEXTS.format(lost), LOST_TEXTS_REMEDY)
    elif sealed:
        yield well("keys", f"The key opens all {sealed} sealed texts.")
    else:
        yield well(
            "keys", "Nothing is sealed: every board is open or dealt at the table, and no account has an app for codes."
        )


FEWEST_DEVICES = 3
"""Of one or two devices nobody can say whether their clocks or the server's are wrong."""
WARNING_SECONDS, FAULT_SECONDS = 2, 30  # codes of a second step are good for half a minute
REMEDY = "Let the machine set its clock from the network: `timedatectl set-ntp true`, on each host."


@check("clock", reads=True)
def clock_look() -> Iterator[Finding]:
    """Compare this machine's clock with that of the database, which may be on another machine."""
    if connection.vendor != "postgresql":
        return
    began = time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        [there] = cursor.fetchone()
    ahead = (began + time.time()) / 2 - float(there)
    yield _compared("clock", ahead, "the database's")


@check("clock.devices", reads=True)
def device_clocks_look() -> Iterator[Finding]:
    """Compare this machine's clock with the clocks of the devices at tables, as reported in their pings."""
    rows = SeatConnection.objects.exclude(clock_ahead=None)
    ahead = [float(seconds) for seconds in rows.values_list("clock_ahead", flat=True) if seconds is not None]
    if len(ahead) >= FEWEST_DEVICES:
        yield _compared("clock.devices", -median(ahead), f"the middle one of {len(ahead)} devices at tables")


def _compared(code: str, ahead: float, other: str) -> Finding:
    """Return the finding for a clock on this machine that is `ahead` seconds ahead of an `other` clock."""
    if abs(ahead) < WARNING_SECONDS:
        return well(code, f"This machine's clock agrees with {other}.")
    make = fault if abs(ahead) >= FAULT_SECONDS else warning
    words = "ahead of" if ahead > 0 else "behind"
    return make(code, f"This machine's clock is {for_how_long(abs(ahead))} {words} {other}.", REMEDY)


CONNECT_SECONDS = 5
WARNING_SHARE, FAULT_SHARE = 0.2, 0.05
"""Shares of a certificate's life. Caddy and certbot renew when a third is left, for 90 days as for 12 hours."""
RENEW = "Certificates are renewed by the server in front (Caddy, certbot): its log says why this one was not."


@check("certificate", slow=True)
def certificate_look() -> Iterator[Finding]:
    """Open a connection to PUBLIC_URL as a browser would, and read the certificate."""
    address = urlsplit(settings.PUBLIC_URL)
    if address.scheme != "https" or not address.hostname:
        return
    host, port = address.hostname, address.port or 443
    try:
        served = _certificate(host, port)
    except OSError as error:
        yield fault(
            "certificate",
            f"{settings.PUBLIC_URL} does not answer from here ({type(error).__name__}).",
            "Is the server in front running, and does the name lead to it?",
        )
        return
    yield _by_age(host, served)
    if why := _why_not_trusted(host, port):
        yield warning(
            "certificate.trust",
            f"This machine does not trust the certificate of {host}: {why}.",
            "With a certificate of your own, for tablets of the club, this is as it should be. Otherwise browsers "
            "warn everybody: get a certificate for this name.",
        )


def _certificate(host: str, port: int) -> x509.Certificate:
    """Return the certificate that is served, trusted or not. Raise OSError if there is none."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    line = socket.create_connection((host, port), CONNECT_SECONDS)
    with line, context.wrap_socket(line, server_hostname=host) as tls:
        served = tls.getpeercert(binary_form=True)
    assert served is not None
    return x509.load_der_x509_certificate(served)


def _by_age(host: str, served: x509.Certificate) -> Finding:
    begins, ends = served.not_valid_before_utc, served.not_valid_after_utc
    left, whole = (ends - datetime.now(UTC)).total_seconds(), (ends - begins).total_seconds()
    if left <= 0:
        return fault("certificate", f"The certificate of {host} has ended: browsers open no page.", RENEW)
    sentence = f"The certificate of {host} ends in {for_how_long(left)}."
    if left < whole * WARNING_SHARE:
        return (fault if left < whole * FAULT_SHARE else warning)("certificate", sentence, RENEW)
    return well("certificate", sentence)


def _why_not_trusted(host: str, port: int) -> str:
    """Return why this machine does not trust the certificate, in OpenSSL's words, or ""."""
    try:
        line = socket.create_connection((host, port), CONNECT_SECONDS)
        with line, ssl.create_default_context().wrap_socket(line, server_hostname=host):
            return ""
    except ssl.SSLCertVerificationError as error:
        return error.verify_message.rstrip(".")
    except OSError:
        return ""  # it answered a moment ago
