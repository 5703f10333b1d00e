"""Users, who sign in, and devices, which need not sign in."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A user who signs in: a director, or a member who wants to keep a history. Players need no account."""

    device: "Device | None" = None
    """The browser that requested a director's page, None elsewhere. It is not stored."""


class Device(models.Model):
    """A browser that came to the site to play. Its token is in a cookie, and only a hash of it is stored."""

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(auto_now=True)
    label = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return self.label or f"device {self.pk}"
