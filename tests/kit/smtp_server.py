"""A mail server on 127.0.0.1 that stores the mail it gets (RFC 5321) and refuses recipients that a test names."""

import socketserver
import threading
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest


@dataclass
class Post:
    """The server's memory. `replies` maps each address to the answer that the server gives for it as a recipient."""

    replies: dict[str, str] = field(default_factory=dict)
    got: list[EmailMessage] = field(default_factory=list)
    asked: int = 0
    """How often a recipient was named."""


class SmtpServer(socketserver.ThreadingTCPServer):
    allow_reuse_address, daemon_threads = True, True

    def __init__(self, port=0):
        super().__init__(("127.0.0.1", port), _Session)
        self.post = Post()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self):
        return int(self.server_address[1])

    def stop(self):
        self.shutdown()
        self.server_close()


class _Session(socketserver.StreamRequestHandler):
    server: SmtpServer

    def handle(self):
        self._say("220 tests")
        while line := self.rfile.readline():
            verb = line.split(b" ")[0].strip().upper().decode()
            if verb == "QUIT":
                self._say("221 bye")
                return
            if verb == "RCPT":
                self.server.post.asked += 1
                to = line.decode().partition("<")[2].partition(">")[0]
                self._say(self.server.post.replies.get(to, "250 yes"))
            elif verb == "DATA":
                self._say("354 go on")
                self._data()
            else:
                self._say("250 yes")

    def _data(self):
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        message = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.server.post.got.append(message)
        self._say("250 kept")

    def _say(self, text):
        self.wfile.write(text.encode() + b"\r\n")


@pytest.fixture
def with_mail(settings):
    settings.MAIL_ON = True
    settings.DEFAULT_FROM_EMAIL = "club@club.example"
    return settings


@pytest.fixture
def server(with_mail):
    """A real mail server to which the site sends its mail."""
    server = SmtpServer()
    with_mail.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with_mail.EMAIL_HOST, with_mail.EMAIL_PORT = "127.0.0.1", server.port
    with_mail.EMAIL_TIMEOUT = 5
    yield server
    server.stop()
