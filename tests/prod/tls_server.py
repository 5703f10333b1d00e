"""A server for `localhost` whose certificate comes from its own authority."""

import datetime
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

DAY = datetime.timedelta(days=1)


class _Greeted(BaseRequestHandler):
    """A connection that sends only its certificate."""

    def handle(self):
        self.request.recv(1)


class _Server(ThreadingTCPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Ignore the error when a client that does not trust the certificate goes away, as it may."""


@contextmanager
def tls_server(folder: Path, *, began: int, ends: int) -> Iterator[tuple[int, Path]]:
    """Serve a certificate that began `began` days ago and ends in `ends` days.

    Yield the port, and the file with the authority's certificate.
    """
    now = datetime.datetime.now(datetime.UTC)
    authority, authority_key = _certificate("Tests", None, now - 400 * DAY, now + 400 * DAY)
    own, key = _certificate("localhost", (authority, authority_key), now - began * DAY, now + ends * DAY)
    (chain := folder / "chain.pem").write_bytes(
        own.public_bytes(Encoding.PEM)
        + key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    )
    (trusted := folder / "authority.pem").write_bytes(authority.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)
    server = _Server(("localhost", 0), _Greeted)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1], trusted
    finally:
        server.shutdown()
        server.server_close()


def _certificate(name, issuer, begins, ends):
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    signing, signing_key = (issuer[0].subject, issuer[1]) if issuer else (subject, key)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(signing)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(ends)
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
    )
    if issuer:
        made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    return made.sign(signing_key, SHA256()), key
