"""Password hashing, limited to a few hashes at a time, because each one occupies a processor that card play needs."""

from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connections

_turns = BoundedSemaphore(settings.HASHES_AT_ONCE)


class InTurn(PBKDF2PasswordHasher):
    """Django's PBKDF2 with SHA-256, limited to HASHES_AT_ONCE hashes at once per process.

    600,000 iterations are what OWASP asks for (Password Storage Cheat Sheet, 2023). On a server's processor they
    take 0.13 s, and Django's 1,000,000 take 0.22 s; a small machine at home takes about five times as long.
    """

    iterations = 600_000

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Hash the password when its turn comes. Hold no database connection meanwhile, because the pool is small."""
        for connection in connections.all(initialized_only=True):
            if not connection.in_atomic_block:
                connection.close()
        with _turns:
            return str(super().encode(password, salt, iterations))
