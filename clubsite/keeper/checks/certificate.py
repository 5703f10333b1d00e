"""The doctor's check of the certificate that is served for the site's name."""

import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit

from cryptography import x509
from django.conf import settings

from clubsite.keeper.findings import Finding, check, fault, for_how_long, warning, well

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
    said = f"The certificate of {host} ends in {for_how_long(left)}."
    if left < whole * WARNING_SHARE:
        return (fault if left < whole * FAULT_SHARE else warning)("certificate", said, RENEW)
    return well("certificate", said)


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
