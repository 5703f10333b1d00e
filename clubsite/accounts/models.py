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


class RecoveryCode(models.Model):
    """One code that lets its holder in when the app or the passkey is lost. It works once.

    `label` is its first characters, by which it is found. Only a salted hash of the others is stored.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    label = models.CharField(max_length=4)
    code_hash = models.CharField(max_length=128)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "label"], name="recovery_code_label_once")]

    def __str__(self) -> str:
        return f"recovery code {self.pk}"
